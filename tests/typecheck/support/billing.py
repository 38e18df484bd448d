"""Functions that cases make tools of from outside."""

from __future__ import annotations

from typing import Annotated

from annotated_types import Ge


def refund(order: int, amount: Annotated[float, Ge(0)] = 0.5) -> str:
    """Give money back.

    Args:
        order: which order
        amount: how much
    """
    return f"{order} {amount}"


def greet(name: str, greeting: str, times: int = 1) -> str:
    """Greet someone.

    Args:
        name: whom
        greeting: how
    """
    return name + greeting * times


class Desk:
    def close(self, reason: str = "late") -> None:
        """Close the desk."""
