"""`Json = dict[str, Any]`: what an alias says of any value is as if it stood there itself."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from toolschema_runtime import tool

Value = Any
Json = dict[str, Any]
Part = str | list[Any]
Rows: TypeAlias = "list[Json]"


@dataclass
class Row:
    cells: Json
    note: Value = None
    part: Part | None = None


@tool
def store(value: Value, row: Row, rows: Rows, more: Json | None = None) -> Json: ...
