"""Classes with a Literal field of different values are told apart by it (C35 without pydantic)."""

from dataclasses import dataclass
from typing import Literal

from toolschema_runtime import tool


@dataclass
class Car:
    kind: Literal["car"]
    doors: int


@dataclass
class Bike:
    kind: Literal["bike"]
    gears: int


@tool
def rent(vehicle: Car | Bike | None) -> str: ...
