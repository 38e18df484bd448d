"""A key that has no text form is an error."""

from toolschema_runtime import tool


@tool
def grid(cells: dict[tuple[int, int], str]) -> None: ...
# E: "cells" of tool "grid" is a map whose keys are "tuple[int, int]", but JSON keys are text  [tool-type]
# N: Use str, int, UUID, date, Literal or Enum keys, or a list of key and value pairs


@tool
def rates(by_price: dict[float, int]) -> None: ...
# E: "by_price" of tool "rates" is a map whose keys are "float", but JSON keys are text  [tool-type]
# N: Use str, int, UUID, date, Literal or Enum keys, or a list of key and value pairs
