"""A parameter without annotation has no type to describe."""

from typing import Any

from toolschema_runtime import tool


@tool
def show(a: int, b, c=3) -> None: ...
# E: Parameter "b" of tool "show" is not annotated  [tool-signature]
# N: Annotate it; Any admits any value
# E: Parameter "c" of tool "show" is not annotated  [tool-signature]


@tool
def bare(a): ...
# E: Parameter "a" of tool "bare" is not annotated  [tool-signature]
# N: Annotate it; Any admits any value


@tool
def fine(a: Any): ...


@tool
def nothing(): ...
