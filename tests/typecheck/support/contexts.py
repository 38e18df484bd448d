"""A context type as a framework defines it; the runner lists it in `inject_types`."""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class ToolContext:
    user: str


class RunContext(Generic[T]):
    state: T
