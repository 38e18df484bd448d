"""json_schema_extra may add words; a rule in it, which nothing would check, is left out with a note."""

from typing import Annotated

from pydantic import Field

from toolschema_runtime import tool


@tool
def say(a: Annotated[int, Field(json_schema_extra={"minimum": 3})]) -> None: ...
# N: json_schema_extra of "a" of tool "say" sets "minimum", which is left out: nothing would enforce it
# N: Say it by the annotation or by a bound


@tool
def list_of(a: Annotated[list[str] | None, Field(json_schema_extra={"items": {"type": "string"}})]) -> None: ...
# N: json_schema_extra of "a" of tool "list_of" sets "items", which is left out: nothing would enforce it
# N: Say it by the annotation or by a bound
