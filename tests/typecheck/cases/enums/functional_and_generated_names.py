# requires: 3.11
"""The call form keeps its order; StrEnum's `auto()` is the lower-cased name; aliases are left out."""

from enum import Enum, StrEnum, auto
from typing import Literal

from toolschema_runtime import tool

Axis = Enum("Axis", "X Y Z")
Size = Enum("Size", [("SMALL", 1), ("LARGE", 2)])


class Mode(StrEnum):
    FAST = auto()
    SLOW = auto()
    QUICK = "fast"


@tool
def turn(axis: Axis, size: Size, mode: Mode, only: Literal[Mode.SLOW], few: Literal[Mode.FAST, Mode.SLOW] | None = None) -> None: ...
