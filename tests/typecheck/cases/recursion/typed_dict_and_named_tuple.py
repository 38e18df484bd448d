"""A TypedDict and a NamedTuple that hold themselves are definitions, wherever they are met first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from typing_extensions import NotRequired, TypedDict

from toolschema_runtime import tool


class Node(TypedDict):
    value: int
    next: NotRequired[Node]


class Leaf(NamedTuple):
    value: int
    kids: list[Leaf] = []


@dataclass
class Point:
    x: int


@tool
def walk(node: Node) -> Node: ...


@tool
def either(first: Point | Node, second: list[Leaf] | None = None) -> None: ...
