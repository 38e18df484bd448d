# mypy: implicit-optional
"""What several tools of a module have in common is read once; what differs stays apart."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import wraps
from socket import socket
from typing import Annotated, Generic, TypeVar

from annotated_types import Ge

from toolschema_runtime import tool

T = TypeVar("T")


@dataclass
class Wire:
    raw: socket


@dataclass
class Address:
    street: str


@dataclass
class Person:
    home: Address
    friend: "Person | None" = None


@dataclass
class Box(Generic[T]):
    content: T


class Color(Enum):
    RED = "red"


# A fault is said of each tool, with the path that leads to it there.
@tool
def first(
    wire: Wire,  # E: "wire.raw" of tool "first" has type "socket", which cannot be built from JSON: it is not defined in your source  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
) -> None: ...
@tool
def second(
    wires: list[Wire],  # E: "wires[].raw" of tool "second" has type "socket", which cannot be built from JSON: it is not defined in your source  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
) -> None: ...


@tool
def meet(person: Person, home: Address, color: Color) -> Person: ...
@tool
def part(home: Address, person: Person | None, color: Color = Color.RED) -> Address: ...


# Type arguments bring metadata of their own.
@tool
def natural(box: Box[Annotated[int, Ge(0)]]) -> None: ...
@tool
def whole(box: Box[int]) -> None: ...


# One text, two types.
@tool
def given(count: int) -> None: ...
@tool
def left_out(count: int = None) -> None: ...


def counting(function: Callable[[int], None]) -> Callable[[str], None]:
    @wraps(function)
    def counted(count: str) -> None:
        function(int(count))

    return counted


@tool
@counting
def counted(count: int) -> None: ...


class Orders:
    @dataclass
    class Item:
        sku: str

    @tool
    @staticmethod
    def order(item: Item) -> None: ...


class Invoices:
    @dataclass
    class Item:
        price: float

    @tool
    @staticmethod
    def invoice(item: Item) -> None: ...
