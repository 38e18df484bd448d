"""`Box[int]` is a class of its own, with a legal name for its definition (C53)."""

from dataclasses import dataclass
from typing import Generic, TypeVar

from toolschema_runtime import tool

T = TypeVar("T")
K = TypeVar("K")


@dataclass
class Box(Generic[T]):
    item: T


@dataclass
class Pair(Generic[K, T]):
    key: K
    boxes: list[Box[T]]


@tool
def put(b: Box[int], again: Box[int] | None = None) -> None: ...


@tool
def both(a: Pair[str, int], b: Pair[int, Box[str]]) -> None: ...


@tool
def bare(b: Box) -> None: ...
