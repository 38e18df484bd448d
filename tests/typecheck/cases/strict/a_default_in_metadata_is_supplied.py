"""A default in the metadata is supplied in a strict tool too, whose schema has no place for it."""

from typing import Annotated

from pydantic import Field

from toolschema_runtime import tool


@tool(strict=True)
def find(
    limit: Annotated[int, Field(default=3)], page: Annotated[int | None, Field(default=1)]
) -> None: ...
