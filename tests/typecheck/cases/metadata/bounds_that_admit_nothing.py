"""Bounds that no value can keep, and a name where there is no key, are told at the parameter."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from annotated_types import Ge, Gt, Le, Len, Lt
from toolschema_runtime import Name, tool


@tool
def number(n: Annotated[int, Ge(5), Le(3)]) -> None: ...
# E: The bounds of "n" of tool "number" admit no value at all  [tool-metadata]
# N: Mend the bounds


@tool
def between(n: Annotated[float, Gt(1), Lt(1)]) -> None: ...
# E: The bounds of "n" of tool "between" admit no value at all  [tool-metadata]
# N: Mend the bounds


@tool
def text(s: Annotated[str, Len(3, 1)]) -> None: ...
# E: The bounds of "s" of tool "text" admit no value at all  [tool-metadata]
# N: Mend the bounds


@tool
def items(s: list[Annotated[str, Name("x")]]) -> None: ...
# E: The name in the metadata of "s[]" of tool "items" does not apply to its type  [tool-metadata]
# N: Put it on the part that it limits, or remove it


class Point(NamedTuple):
    x: Annotated[int, Name("left")]


@tool
def point(at: Point) -> None: ...
# E: The name in the metadata of "at.x" of tool "point" does not apply to its type  [tool-metadata]
# N: Put it on the part that it limits, or remove it


@tool
def exactly(n: Annotated[int, Ge(1), Le(1)]) -> None: ...
