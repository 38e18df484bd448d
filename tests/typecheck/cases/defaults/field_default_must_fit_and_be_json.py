"""mypy does not compare the default inside a Field, so we do; in Annotated it must be JSON to be supplied."""

from datetime import date
from typing import Annotated

from pydantic import Field

from toolschema_runtime import tool


def today() -> date: ...


@tool
def count(a: Annotated[int, Field(default="x")]) -> None: ...
# E: The default of "a" of tool "count" does not fit its type  [tool-default]
# N: Change the default or the annotation


@tool
def when(day: Annotated[date, Field(default_factory=today)]) -> None: ...
# E: The default in the Field(...) of "day" of tool "when" is no JSON value, so it cannot be supplied  [tool-default]
# N: Give the parameter the default itself: x: Annotated[...] = ...
