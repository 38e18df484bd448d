"""What the shop talks about."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum


class Category(Enum):
    """A department of the shop."""

    KITCHEN = "kitchen"
    GARDEN = "garden"
    OFFICE = "office"


class Speed(Enum):
    """How fast a parcel travels."""

    STANDARD = "standard"
    EXPRESS = "express"


@dataclass(frozen=True)
class Product:
    """Something the shop sells."""

    sku: str
    title: str
    category: Category
    price: Decimal


@dataclass(frozen=True)
class Address:
    """Where a parcel goes.

    Attributes:
        street: Street and house number.
        city: Town or city.
        postcode: The postal code, as written in that country.
        country: Two-letter country code, such as DE or US.
    """

    street: str
    city: str
    postcode: str
    country: str = "DE"


@dataclass(frozen=True)
class OrderLine:
    """One product of an order.

    Attributes:
        sku: The product's number.
        quantity: How many of it.
        engraving: Text to engrave, if wanted.
    """

    sku: str
    quantity: int = 1
    engraving: str | None = None


@dataclass(frozen=True)
class Order:
    """An order as the shop keeps it."""

    number: int
    lines: list[OrderLine]
    ship_to: Address
    speed: Speed
    total: Decimal
    is_shipped: bool = False


@dataclass(frozen=True)
class Delivery:
    """What sending a parcel takes."""

    days: int
    cost: Decimal
