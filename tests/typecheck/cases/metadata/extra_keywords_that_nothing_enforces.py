"""json_schema_extra may add words, not rules that nothing would check."""

from typing import Annotated

from pydantic import Field

from toolschema_runtime import tool


@tool
def say(a: Annotated[int, Field(json_schema_extra={"minimum": 3})]) -> None: ...
# E: json_schema_extra of "a" of tool "say" sets "minimum", which nothing would enforce  [tool-metadata]
# N: Say it by the annotation or by a bound
