"""title, examples, deprecated, alias and json_schema_extra of a Field."""

from typing import Annotated

from pydantic import Field

from toolschema_runtime import tool


@tool
def say(
    a: Annotated[str, Field(title="A", examples=["x", "y"], deprecated=True)],
    b: Annotated[int, Field(alias="bee", json_schema_extra={"x-unit": "km"})],
    c: Annotated[int, Field(strict=True)],
    d: Annotated[int, Field(default=3)],
    e: Annotated[str, Field(validation_alias="echo")] = "e",
) -> None: ...
