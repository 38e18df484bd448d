"""A tagged Struct has its tag as a key, by which a union of them is told apart."""

from msgspec import Struct

from toolschema_runtime import tool


class Circle(Struct, tag=True):
    radius: float


class Square(Struct, tag="square"):
    side: float


class Point(Struct, tag_field="kind", tag="point"):
    x: float


@tool
def draw(shape: Circle | Square, at: Point | None = None) -> None: ...
