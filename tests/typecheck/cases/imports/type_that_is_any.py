"""A variable of type Any that stands as a type is not an Any that the user wrote as the type."""

from typing import Any

from toolschema_runtime import tool

Made: Any = int


@tool
def keep(value: Made, values: list[Made]) -> None: ...
# E: "value" of tool "keep" has a type that mypy does not know  [tool-type]
# N: Annotate it, or annotate Any to admit any value
# E: "values[]" of tool "keep" has a type that mypy does not know  [tool-type]
