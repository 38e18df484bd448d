"""str, int, float, bool and None are the types of JSON itself."""

from toolschema_runtime import tool


@tool
def put(name: str, count: int, ratio: float, flag: bool, nothing: None) -> None:
    """Put."""
