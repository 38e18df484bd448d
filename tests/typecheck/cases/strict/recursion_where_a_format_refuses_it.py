"""Recursion is kept, unless a declared format does not accept it in strict mode (C57)."""

from __future__ import annotations

from dataclasses import dataclass

from toolschema_runtime import tool


@dataclass
class Node:
    value: int
    next: Node | None = None


@tool(strict=True)
def walk(node: Node) -> int: ...


@tool(strict=True, formats=("openai", "anthropic"))
def walk_anthropic(node: Node) -> int: ...
# E: Strict tool "walk_anthropic": "node.next" is recursive, which "anthropic" does not accept in strict mode  [tool-strict]
# N: Declare formats that accept recursion (formats=("openai",)), or leave strict=True out
