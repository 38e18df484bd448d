"""A result has what an instance holds: `init=False` too, an InitVar not, a converter's own type."""

from dataclasses import InitVar, dataclass, field
from typing import Annotated, Generic, TypeVar

import attrs
from pydantic import Field
from toolschema_runtime import tool

T = TypeVar("T")


@dataclass
class Base:
    net: int
    pepper: InitVar[str] = "secret"
    gross: int = field(init=False)
    """With tax."""


@dataclass
class Total(Base, Generic[T]):
    note: str = field(init=False, default="none")
    parts: list[T] = field(default_factory=list)
    secret: Annotated[str, Field(exclude=True)] = field(init=False, default="")


@dataclass(init=False)
class ByHand:
    a: int
    b: int = 0

    def __init__(self, a: int, scale: int = 1) -> None:
        self.a = a * scale


def parsed(value: str) -> int:
    return int(value)


def from_cents(value: int) -> float:
    return value / 100


@attrs.define
class Sheet:
    ext: str = attrs.field(default="e", alias="extension")
    count: int = attrs.field(converter=parsed, kw_only=True)
    cents: float = attrs.field(default=1, converter=from_cents)
    _under: int = 0
    held: list[int] = attrs.field(init=False, factory=list)


@tool
def total(x: Total[int]) -> Total[int]: ...


@tool
def by_hand(x: ByHand) -> ByHand: ...


@tool
def sheet(x: Sheet) -> Sheet: ...
