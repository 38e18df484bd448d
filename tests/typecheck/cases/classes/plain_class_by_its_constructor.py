"""A plain class whose annotated `__init__` has an attribute for each parameter is built by it."""

from toolschema_runtime import tool


class Money:
    """An amount.

    Args:
        amount: how much
    """

    def __init__(self, amount: float, currency: str = "EUR") -> None:
        if amount < 0:
            raise ValueError("negative")
        self.amount = amount
        self.currency = currency


@tool
def pay(money: Money) -> Money: ...
