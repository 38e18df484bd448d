"""A result without JSON form is an error at `return`; `object` and Any describe nothing."""

from collections.abc import Callable
from typing import Any

from toolschema_runtime import tool


@tool
def bad() -> Callable[[], int]: ...
# E: "return" of tool "bad" is a function ("def () -> int"), which has no JSON form  [tool-type]
# N: Take a Literal or Enum that names the choice, or hide the parameter with Inject()


@tool
def deep() -> dict[str, list[Callable[[], int]]]: ...
# E: "return{}[]" of tool "deep" is a function ("def () -> int"), which has no JSON form  [tool-type]
# N: Take a Literal or Enum that names the choice, or hide the parameter with Inject()


@tool
def fine() -> object: ...


@tool
def fine_too() -> Any: ...


@tool
def unsaid(x: int): ...
