"""An Enum whose values are JSON scalars is listed by value, its default too (C38, C40, C44)."""

from enum import Enum, IntEnum

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


@tool
def node(z: Zone = Zone.EU) -> str: ...


@tool
def file(p: Prio) -> str: ...


@tool
def paint(c: Color) -> bool: ...
