"""Recursion needs definitions, and only those (C57)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from toolschema_runtime import tool


@dataclass
class Neg:
    arg: Expr


Expr = Union[int, Neg]
Json = Union[None, bool, int, str, "list[Json]", "dict[str, Json]"]


@tool
def calc(e: Expr) -> int: ...


@tool
def keep(data: Json) -> Json: ...
