"""A tool has one schema."""

from typing import overload

from toolschema_runtime import tool


@overload
# E: Tool "get" is overloaded, but a tool has one schema  [tool-signature]
# N: Decorate a function that takes the union of the overloads
def get(key: int) -> int: ...
@overload
def get(key: str) -> str: ...
@tool
def get(key: int | str) -> int | str:
    return key


@overload
def give(key: int) -> int: ...
@overload
def give(key: str) -> str: ...
def give(key: int | str) -> int | str:
    return key


given = tool(give)
# E: Tool "given" is overloaded, but a tool has one schema  [tool-signature]
# N: Decorate a function that takes the union of the overloads
