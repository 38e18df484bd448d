"""A description of a recursive reference stands beside it; nothing is expanded to hold it (C59)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from toolschema_runtime import tool


@dataclass
class Node:
    v: int
    next: Annotated["Node | None", "rest of the chain"] = None
    first: Annotated["Node | None", "start of the chain"] = None


@tool
def walk(n: Node) -> int: ...


@tool(strict=True)
def walk_strict(n: Node) -> int: ...
