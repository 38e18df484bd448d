"""A key that has no text form is an error, and so is a bound that its text could not show."""

from typing import Annotated

from annotated_types import Ge, MinLen

from toolschema_runtime import tool


@tool
def grid(cells: dict[tuple[int, int], str]) -> None: ...
# E: "cells" of tool "grid" is a map whose keys are "tuple[int, int]", but JSON keys are text  [tool-type]
# N: Use str, int, UUID, date, Literal or Enum keys, or a list of key and value pairs


@tool
def rates(by_price: dict[float, int]) -> None: ...
# E: "by_price" of tool "rates" is a map whose keys are "float", but JSON keys are text  [tool-type]
# N: Use str, int, UUID, date, Literal or Enum keys, or a list of key and value pairs


@tool
def floors(by_number: dict[Annotated[int, Ge(1)], str]) -> None: ...
# E: The bound in the metadata of "by_number{key}" of tool "floors" does not apply to its type  [tool-metadata]
# N: Put it on the part that it limits, or remove it


@tool
def rooms(by_name: dict[Annotated[str, MinLen(1)], str]) -> None: ...
