"""A property is read, not called."""

from toolschema_runtime import tool


class Desk:
    @property
    @tool
    def room(self) -> int:
        # E: Tool "room" is a property, which is read and not called  [tool-signature]
        # N: Remove @property, or give it a method that returns the value
        return 1

    @property
    # E: Tool "floor" is a property, which is read and not called  [tool-signature]
    # N: Remove @property, or give it a method that returns the value
    @tool
    def floor(self) -> int:
        return 1

    @floor.setter
    def floor(self, value: int) -> None: ...

    @tool
    def find_room(self) -> int:
        return 1
