"""Markers of other frameworks are ignored; metadata of the libraries we read that nothing reads is a note."""

from typing import Annotated

from annotated_types import Predicate, Timezone
from pydantic import Field

from toolschema_runtime import tool

Marker = str


class Depends:
    def __init__(self, value: object) -> None: ...


@tool
def say(
    a: Annotated[int, Depends(str)],
    b: Annotated[str, Predicate(str.islower)],
    # N: The metadata annotated_types.Predicate of "b" of tool "say" is not read: the schema says nothing of it
    c: Annotated[int, Field(allow_inf_nan=False)],
    # N: The metadata Field(allow_inf_nan=...) of "c" of tool "say" is not read: the schema says nothing of it
    d: Annotated[int, Marker],
) -> None: ...
