"""The tools of the public reports, as one module that mypy checks and the runtime serves."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import date
from enum import Enum, IntEnum
from typing import Annotated, Any, Literal, TypedDict

from annotated_types import Gt
from pydantic import BaseModel, Field

from toolschema_runtime import Inject, tool


class Prio(IntEnum):
    LOW = 1
    HIGH = 2


class Color(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Cfg:
    scale: float = 1.5
    label: str = "x"


@dataclass
class User:
    name: str


@dataclass
class Firm:
    name: str
    vat: str


@dataclass
class Edit:
    new: str


@dataclass
class Review:
    age: int
    text: str = ""


@dataclass
class Inner:
    n: int


class Address(BaseModel):
    """An address."""

    city: str


class Person(BaseModel):
    home: Address = Field(description="where they live")


class Question(BaseModel):
    text: str | None = None


class Insert(TypedDict):
    op: Literal["insert"]
    text: str | None


class Car(BaseModel):
    kind: Literal["car"]
    doors: int


class Bike(BaseModel):
    kind: Literal["bike"]
    gears: int


class Opts(TypedDict, total=False):
    max_depth: int


class Store:
    """Something that only the host has."""


@tool
def seats(day: str, rows: list[int] | None = None) -> int:
    return sum(rows or [])


@tool
def temp(city: str, unit: Literal["C", "F"] | None) -> str:
    return f"{city} {unit}"


@tool
def draw(cfg: Cfg) -> str:
    return f"{cfg.scale} {cfg.label}"


@tool
def greet(who: User | Firm) -> str:
    return type(who).__name__


@tool
def paint(c: Color) -> bool:
    return c is Color.RED


@tool
def patch(edits: list[Edit]) -> int:
    return sum(len(edit.new) for edit in edits)


@tool
def find(code: str, alt: str | None = None) -> str:
    return f"{code} {alt}"


@tool
def top(n: int, exact: bool = False) -> str:
    return f"{n!r} {exact!r}"


@tool
def grade(data: Review, tags: list[str]) -> str:
    return f"{data.age} {tags}"


@tool
def graph(node: str, opts: Opts = {}) -> str:  # noqa: B006 - as reported
    return node


@tool
def book(day: date, seats: Annotated[int, Gt(0)]) -> str:
    return f"{day} {seats}"


# Only two calls that overlap can pass it.
MEETING = threading.Barrier(2, timeout=20)


@tool
def slow(n: int) -> int:
    MEETING.wait()
    return n


@tool
async def quick() -> int:
    return 1


@tool
def both(a: Inner, b: Inner) -> int:
    return a.n + b.n


@tool
def note(text: str, state: Annotated[dict[str, Any], Inject(required=True)]) -> str:
    return f"{text} {sorted(state)}"


@tool
def remember(fact: str, store: Annotated[Store | None, Inject()] = None) -> bool:
    return store is not None


@tool
def file(p: Prio) -> str:
    return p.name


@tool
def rent(v: Annotated[Car | Bike, Field(discriminator="kind")]) -> str:
    return type(v).__name__


@tool
def run(q: Question) -> str:
    return str(q.text)


@tool
def edit(step: Insert) -> str:
    return step["op"]


@tool
def mail(p: Person) -> None: ...


@tool
def stamp(opts: dict[str, str] | None = None) -> str:
    return str(opts)


@tool
def send(headers: dict[str, Any], body: str) -> int:
    return len(headers)


@tool
def before_the_slash(__y: int, x: int = 1) -> int:  # noqa: PYI063 - as written of old
    return __y * 10 + x


@tool
def out_of_order(x: int, __y: int = 2, *, __z: int = 3) -> int:
    return __z * 100 + __y * 10 + x


class _Desk:
    @tool
    @staticmethod
    def inside(__y: int, x: int = 1) -> int:  # noqa: PYI063
        return __y * 10 + x
