"""The strict form holds at every depth; what the tool gives back keeps its own form."""

from dataclasses import dataclass, field
from enum import Enum

from typing_extensions import NotRequired, TypedDict

from toolschema_runtime import tool


class Unit(Enum):
    KM = "km"
    MILE = "mi"


class Extra(TypedDict):
    note: NotRequired[str]


@dataclass
class Leg:
    length: float
    unit: Unit = Unit.KM
    tags: list[str] = field(default_factory=list)
    extra: Extra | None = None


@tool(strict=True)
def plan(legs: list[Leg], pair: tuple[int, int] = (0, 0), unit: Unit = Unit.KM) -> Leg: ...
