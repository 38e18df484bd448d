"""A nullable parameter without a default is required (C27)."""

from typing import Literal

from toolschema_runtime import tool


@tool
def temp(city: str, unit: Literal["C", "F"] | None) -> str: ...
