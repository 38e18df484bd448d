"""What strict mode can express needs nothing more."""

from dataclasses import dataclass
from typing import Literal

from toolschema_runtime import tool


@dataclass
class Point:
    x: float
    y: float


@tool(strict=True)
def move(to: Point, by: list[Point], mode: Literal["walk", "fly"], either: Point | str | None) -> None: ...
