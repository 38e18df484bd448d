"""A field of a class that has no type is an error at its path."""

from collections import namedtuple

import attr
from attrs import define, field

from toolschema_runtime import tool

Place = namedtuple("Place", "x y")


@attr.s
class Loose:
    size = attr.ib(default=1)


@define
class Tight:
    size: int = field(default=1)


@tool
def put(
    loose: Loose,
    # E: "loose.size" of tool "put" has a type that mypy does not know  [tool-type]
    # N: Annotate it, or annotate Any to admit any value
    place: Place,
    # E: "place.x" of tool "put" is not annotated  [tool-type]
    # N: Annotate it, or annotate Any to admit any value
    # E: "place.y" of tool "put" is not annotated  [tool-type]
) -> None: ...


@tool
def put_tight(tight: Tight) -> None: ...
