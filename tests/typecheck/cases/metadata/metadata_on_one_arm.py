"""`Annotated[T, ...] | None`: the words describe the property, the bounds stay with the arm (C15)."""

from typing import Annotated, Optional

from annotated_types import Ge, MinLen
from pydantic import Field

from toolschema_runtime import tool


@tool
def sales(
    months: Annotated[list[str], Field(description="three-letter months")] | None = None,
    top: Optional[Annotated[int, Ge(1), "rows"]] = None,
    key: Annotated[int, Ge(1)] | Annotated[str, MinLen(1)] = 1,
) -> str: ...
