"""A result without JSON form is an error at `return`; `object` and Any describe nothing."""

from collections.abc import Callable
from typing import Any

from toolschema_runtime import tool


@tool
def bad() -> Callable[[], int]: ...
# E: "return" of tool "bad" is a function ("def () -> int"), which has no JSON form  [tool-type]
# N: Return the data it holds, or annotate object to leave it undescribed


@tool
def deep() -> dict[str, list[Callable[[], int]]]: ...
# E: "return{}[]" of tool "deep" is a function ("def () -> int"), which has no JSON form  [tool-type]
# N: Return the data it holds, or annotate object to leave it undescribed


class Arguments(dict[str, int]): ...


@tool
def arguments() -> Arguments: ...
# E: "return" of tool "arguments" has type "Arguments", which cannot be built from JSON: it derives from "dict"  [tool-type]
# N: Return the data it holds, or annotate object to leave it undescribed


@tool
def fine() -> object: ...


@tool
def fine_too() -> Any: ...


@tool
def unsaid(x: int): ...
