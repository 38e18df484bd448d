"""A class that a function defines cannot be found again, so no value of it can be built."""

from typing import Protocol, TypeVar

from toolschema_runtime import tool

T = TypeVar("T")
In = TypeVar("In", contravariant=True)


class Setter(Protocol[In]):
    def __call__(self, item: In) -> None: ...


def setter_of(item: T) -> Setter[T]: ...


class Box:
    def __init__(self) -> None:
        class Local:
            def __init__(self, size: int) -> None:
                self.size = size

        self.item = Local(1)


put = tool(setter_of(Box().item))
# E: "item" of tool "put" has type "Local", a class defined inside a function  [tool-type]
# N: Move the class to the top level of its module
