"""`@sees` where nothing could be read is an error, and the rest of the class is still seen."""

from typing import Any, TypeVar

from toolschema_runtime import sees

F = TypeVar("F")


def untyped(function: Any) -> Any:
    return function


@sees
def free() -> int:
    # E: @sees shows nothing of "free": it is no property or method of a class  [tool-signature]
    # N: Put it below @property, or on a method of a class that takes no arguments
    return 1


class Desk:
    @sees
    # E: Decorators on top of @property are not supported  [prop-decorator]
    @property
    def above(self) -> int:
        # E: @sees shows nothing of "Desk.above": the property is made below it  [tool-signature]
        # N: Put it below @property, or on a method of a class that takes no arguments
        return 1

    @sees
    def taking(self, room: int) -> int:
        # E: @sees shows nothing of "Desk.taking": it takes arguments  [tool-signature]
        # N: Put it below @property, or on a method of a class that takes no arguments
        return room

    @sees
    async def later(self) -> int:
        # E: @sees shows nothing of "Desk.later": it is async  [tool-signature]
        # N: Put it below @property, or on a method of a class that takes no arguments
        return 1

    @sees
    @staticmethod
    def loose() -> int:
        # E: @sees shows nothing of "Desk.loose": it is not read from an object  [tool-signature]
        # N: Put it below @property, or on a method of a class that takes no arguments
        return 1

    @sees
    def silent(self):
        # E: @sees shows nothing of "Desk.silent": it is not annotated  [tool-signature]
        # N: Put it below @property, or on a method of a class that takes no arguments
        return 1

    @sees
    @untyped
    def hidden(self) -> int:
        # E: @sees shows nothing of "Desk.hidden": what stands between it and the function hides the type  [tool-signature]
        # N: Put it below @property, or on a method of a class that takes no arguments
        return 1

    @sees
    def fine(self) -> int:
        return 1

    def inner(self) -> int:
        @sees
        # E: @sees shows nothing of "nested": it is no property or method of a class  [tool-signature]
        # N: Put it below @property, or on a method of a class that takes no arguments
        def nested() -> int:
            return 1

        return nested()


called = sees(free)
# E: @sees shows nothing of "sees(...)": it is no property or method of a class  [tool-signature]
# N: Put it below @property, or on a method of a class that takes no arguments
