"""A NamedTuple is an array of fixed length whose items have titles."""

from typing import Annotated, NamedTuple

from toolschema_runtime import tool


class Point(NamedTuple):
    """A place."""

    x: Annotated[float, "to the right"]
    y: float = 0.0


Size = NamedTuple("Size", [("width", int), ("height", int)])


@tool
def move(to: Point, size: Size) -> Point: ...
