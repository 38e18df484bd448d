"""An Enum whose values are JSON scalars is listed by value, its default too (C38, C40, C44)."""

from enum import Enum, IntEnum
from typing import Literal

from toolschema_runtime import tool


class Zone(Enum):
    """Where it runs."""

    EU = "eu"
    US = "us"


class Prio(IntEnum):
    LOW = 1
    HIGH = 2


class Color(Enum):
    RED = 1
    BLUE = 2
    CRIMSON = 1
    SKY = BLUE


class Scratch(Enum):
    _ignore_ = ["step"]
    step = 3
    FIRST = 1


class Spare(Enum):
    _ignore_ = "half full"
    half = 3
    full = 4
    ALL = 1


@tool
def node(z: Zone = Zone.EU) -> str: ...


@tool
def file(p: Prio) -> str: ...


@tool
def paint(
    c: Color = Color.SKY, d: Literal[Color.CRIMSON] = Color.CRIMSON, e: Literal[Color.SKY] = Color.SKY
) -> bool: ...


@tool
def scratch(s: Scratch, t: Spare) -> bool: ...
