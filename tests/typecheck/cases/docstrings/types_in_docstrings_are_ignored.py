"""`name (type): text` describes name (C19)."""

from toolschema_runtime import tool


@tool
def add(a: int, b: int = 0) -> int:
    """Add.

    Args:
        a (int): first term
        b (int, optional): second term
    """
    return a + b
