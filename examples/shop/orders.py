"""Tools that act for the customer whose session the application injects."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Annotated

from shop.catalogue import estimate_delivery
from shop.models import Address, Order, OrderLine, Speed
from shop.store import PRODUCTS, STOCK, Session
from toolschema_runtime import Inject, ToolCallRefused, tool


@tool(strict=True)
async def place_order(
    lines: list[OrderLine],
    ship_to: Address,
    speed: Speed = Speed.STANDARD,
    gift_note: str | None = None,
    *,
    session: Annotated[Session, Inject(required=True)],
) -> Order:
    """Place an order for the customer and charge the card on file.

    Args:
        lines: What to order.
        ship_to: The address to deliver to.
        speed: How fast the parcel travels.
        gift_note: A note to print for the recipient.
    """
    for line in lines:
        in_stock = STOCK.get(line.sku, 0)
        if line.quantity > in_stock:
            raise ToolCallRefused(f"only {in_stock} of {line.sku} in stock, {line.quantity} wanted")
    goods = sum((PRODUCTS[line.sku].price * line.quantity for line in lines), Decimal(0))
    order = Order(
        number=1001 + len(session.orders),
        lines=lines,
        ship_to=ship_to,
        speed=speed,
        total=goods + estimate_delivery(ship_to, speed).cost,
    )
    session.orders.append(order)
    return order


@tool(read_only=True)
async def list_orders(
    *, only_open: bool = False, session: Annotated[Session, Inject(required=True)]
) -> list[Order]:
    """List the customer's orders, newest first.

    Args:
        only_open: Leave out orders that were shipped.
    """
    return [order for order in reversed(session.orders) if not (only_open and order.is_shipped)]


@tool(destructive=True)
def cancel_order(
    number: int, reason: str, *, session: Annotated[Session, Inject(required=True)]
) -> Order:
    """Cancel an order that was not shipped yet, and refund it.

    Args:
        number: The order's number.
        reason: Why, in the customer's words.
    """
    for order in session.orders:
        if order.number == number:
            if order.is_shipped:
                raise ToolCallRefused(f"order {number} was shipped already")
            session.orders.remove(order)
            session.tickets.append(f"refund of order {number}: {reason}")
            return replace(order, total=Decimal(0))
    raise ToolCallRefused(f"{session.customer} has no order {number}")


@tool(name="contact_support", title="Contact support")
def open_ticket(
    message: str,
    is_urgent: bool = False,
    *,
    session: Annotated[Session, Inject(required=True)],
) -> int:
    """Pass a message on to a person, and return the ticket's number.

    Args:
        message: What the person should know.
        is_urgent: Whether it cannot wait until tomorrow.
    """
    session.tickets.append(f"{'urgent: ' if is_urgent else ''}{message}")
    return len(session.tickets)
