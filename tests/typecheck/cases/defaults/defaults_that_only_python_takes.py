"""A default that mypy takes but JSON cannot say is not published, and the tool is written all the same."""

from collections.abc import Iterable, Sequence
from enum import Enum, IntEnum

from toolschema_runtime import tool


class Mode(str, Enum):
    FAST = "fast"


class Level(IntEnum):
    LOW = 1


@tool
def run(
    a: bytes = b"x",
    b: int = True,
    c: float = False,
    d: str = Mode.FAST,
    e: int = Level.LOW,
    f: float = Level.LOW,
    g: Sequence[str] = "abc",
    h: Iterable[str] = {"a": 1},
    i: int | bool = True,
    j: bytes | None = b"",
) -> None: ...
