"""Tools that look things up; none of them changes anything."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from shop.models import Address, Category, Delivery, Product, Speed
from shop.store import PRODUCTS, STOCK
from toolschema_runtime import Describe, ToolCallRefused, tool


@tool(read_only=True)
def search_products(
    query: Annotated[str, Describe("Words that the title must contain")],
    category: Category | None = None,
    max_price: Decimal | None = None,
    limit: int = 10,
) -> list[Product]:
    """Search the catalogue by title.

    Titles are matched word by word and without regard to case.  An empty query finds everything.

    Args:
        category: Look in this department only.
        max_price: The highest price in euros.
        limit: How many products to return at most.
    """
    words = query.lower().split()
    found = [
        product
        for product in PRODUCTS.values()
        if all(word in product.title.lower() for word in words)
        and category in {None, product.category}
        and (max_price is None or product.price <= max_price)
    ]
    return found[:limit]


@tool(read_only=True)
def get_product(sku: str) -> Product:
    """Get one product by its number.

    Args:
        sku: The product's number, such as MUG-01.
    """
    if sku not in PRODUCTS:
        raise ToolCallRefused(f"there is no product {sku}; search_products finds the numbers")
    return PRODUCTS[sku]


@tool(read_only=True)
async def check_stock(skus: list[str]) -> dict[str, int]:
    """Tell how many of each product are in stock.

    Args:
        skus: The products' numbers.

    Returns:
        The count by product number; unknown numbers are left out.
    """
    return {sku: STOCK[sku] for sku in skus if sku in STOCK}


@tool(read_only=True)
def estimate_delivery(ship_to: Address, speed: Speed = Speed.STANDARD) -> Delivery:
    """Estimate how long a parcel takes and what it costs.

    Args:
        ship_to: The address to deliver to.
        speed: How fast the parcel travels.
    """
    is_domestic = ship_to.country == "DE"
    if speed is Speed.EXPRESS:
        return Delivery(1, Decimal("14.90")) if is_domestic else Delivery(3, Decimal("39.00"))
    return Delivery(3, Decimal("4.90")) if is_domestic else Delivery(9, Decimal("12.90"))
