"""A Decimal is text with a plain pattern (C60)."""

from decimal import Decimal

from toolschema_runtime import tool


@tool
def pay(amount: Decimal) -> Decimal: ...
