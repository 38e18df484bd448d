# requires: 3.12
"""A `type` alias is transparent, a recursive one is a definition (C56)."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import MinLen

from toolschema_runtime import tool

type Names = list[str]
type Some[T] = Annotated[list[T], MinLen(1)]
type Tree = int | list[Tree]


@dataclass
class Box[T]:
    item: T


@tool
def tag(n: Annotated[Names, "labels"], some: Some[int], tree: Tree, box: Box[int]) -> int: ...
