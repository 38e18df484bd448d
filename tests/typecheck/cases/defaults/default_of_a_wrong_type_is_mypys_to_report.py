"""A default that does not fit its type is mypy's error, and the tool is left out (C94)."""

from toolschema_runtime import tool


@tool
def broken(x: int = "no") -> str: ...
# E: Incompatible default for parameter "x" (default has type "str", parameter has type "int")  [assignment]


@tool
def fine(x: int = 1) -> str: ...
