# requires: 3.12
"""A `type` alias is transparent, a recursive one is a definition (C56)."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, MinLen

from toolschema_runtime import tool

type Names = list[str]
type Some[T] = Annotated[list[T], MinLen(1)]
type Count = Annotated[int, Ge(1)]
type Maybe[T] = T | None
type Tree = int | list[Tree]


@dataclass
class Box[T]:
    item: T


T = str  # hidden by the parameters above


@tool
def tag(n: Annotated[Names, "labels"], some: Some[int], tree: Tree, box: Box[int]) -> int: ...


@tool
def count(n: Count, some: Some[Count], maybe: Maybe[Count], box: Box[Count]) -> int: ...


@tool
def bounds[T: Count, K: (Count, Names)](a: T, b: K | None, c: list[T]) -> T: ...


@tool
def others[T: Names](a: T) -> T: ...


class Shelf[T: Count]:
    @tool
    def put(self, item: T) -> T: ...
    # N: Tool "put" is written for what the type variables of "Shelf" are bound to
    # N: A class that names the types makes its own: x = tool(Shelf.x)


def function[T: Count](a: T) -> T: ...


called = tool(function)
