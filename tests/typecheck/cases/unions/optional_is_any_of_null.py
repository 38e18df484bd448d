"""`Optional[T]`, `T | None` and `Union[None, T]` admit null; the default does not change that (C33)."""

from typing import Optional, Union

from toolschema_runtime import tool


@tool
def hello(name: str | None = None) -> str: ...


@tool
def hello_optional(name: Optional[str] = None) -> str: ...


@tool
def hello_union(name: Union[None, str] = None) -> str: ...
