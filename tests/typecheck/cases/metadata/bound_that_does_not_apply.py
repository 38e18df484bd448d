"""A bound on a type that it cannot limit is an error."""

from typing import Annotated

from annotated_types import Gt, MinLen
from pydantic import Field

from toolschema_runtime import tool


@tool
def turn(
    by: Annotated[str, Gt(0)],
    # E: The bound in the metadata of "by" of tool "turn" does not apply to its type  [tool-metadata]
    # N: Put it on the part that it limits, or remove it
    to: Annotated[int, MinLen(1)],
    # E: The length in the metadata of "to" of tool "turn" does not apply to its type  [tool-metadata]
    # N: Put it on the part that it limits, or remove it
    how: Annotated[list[int], Field(pattern="^a")],
    # E: The pattern in the metadata of "how" of tool "turn" does not apply to its type  [tool-metadata]
    # N: Put it on the part that it limits, or remove it
    fine: Annotated[int | None, Gt(0)],
) -> None: ...
