"""Positional-only, keyword-only and ordinary parameters are all published by name."""

from toolschema_runtime import tool


@tool
def place(a: int, /, b: int, *, c: int, _d: int = 0) -> None: ...


@tool
def positional(a: int, b: str = "x", /) -> None:
    """Place.

    Args:
        a: first
        b: second
    """
