"""Aliases, converters, factories and renames are as the constructors have them."""

from attrs import Factory, define, field
from msgspec import Struct
from msgspec import field as struct_field

from toolschema_runtime import tool


def from_cents(cents: int) -> float:
    return cents / 100


@define
class Order:
    _id: int
    qty: int = field(alias="quantity", default=1)
    tags: list[str] = Factory(list)
    note: str = field(default="", kw_only=True, metadata={"a": 1})
    price: float = field(default=1, converter=from_cents)
    made: int = field(init=False, default=0)


class Line(Struct, rename="camel"):
    unit_price: float
    item_count: int = 1
    tags: list[str] = struct_field(default_factory=list, name="labels")


@tool
def put(order: Order, line: Line) -> None: ...
