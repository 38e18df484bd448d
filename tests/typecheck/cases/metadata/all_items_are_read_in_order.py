"""A text followed by a Field loses neither; bounds stay with the part they stand on (C12, C14)."""

from typing import Annotated

from annotated_types import MinLen
from pydantic import Field

from toolschema_runtime import tool


@tool
def pick(count: Annotated[int, "how many", Field(ge=1, le=10)]) -> str: ...


@tool
def tags(names: list[Annotated[str, MinLen(1)]]) -> int: ...


@tool
def deep(names: dict[str, list[Annotated[int, "a score", Field(ge=0)]]]) -> int: ...
