"""The shop's data, and the session that the application injects: no model ever sees either."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal

from shop.models import Category, Order, Product

PRODUCTS = {
    product.sku: product
    for product in (
        Product("MUG-01", "Blue mug", Category.KITCHEN, Decimal("12.50")),
        Product("MUG-02", "Travel mug", Category.KITCHEN, Decimal("24.00")),
        Product("POT-07", "Terracotta pot", Category.GARDEN, Decimal("9.90")),
        Product("PEN-03", "Fountain pen", Category.OFFICE, Decimal("48.00")),
    )
}
STOCK = {"MUG-01": 14, "MUG-02": 0, "POT-07": 120, "PEN-03": 3}


@dataclass
class Session:
    """The customer who is logged in."""

    customer: str
    orders: list[Order] = field(default_factory=list[Order])
    tickets: list[str] = field(default_factory=list[str])
