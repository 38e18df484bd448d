"""A model sends names, so `*args` cannot be filled (C70)."""

from toolschema_runtime import tool


@tool
def add(*args: int) -> int: ...
# E: Tool "add" takes *args, which a model cannot send  [tool-signature]
# N: Take a list instead


@tool
def add_all(args: list[int]) -> int: ...
