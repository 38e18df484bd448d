"""`@sees` below a property, or on a method without arguments, is state: its type and its docstring."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any

from toolschema_runtime import Describe, sees, tool


@dataclass
class Line:
    sku: str
    quantity: int = 1


@dataclass
class Node:
    name: str
    inside: "list[Node]"


class Cart:
    @property
    @sees
    def lines(self) -> list[Line]:
        """What is in the cart.

        Lines are in the order in which they were added.
        """
        return []

    @sees
    def total(self) -> Annotated[Decimal, Describe("With tax")]:
        """The sum."""
        return Decimal(0)

    @cached_property
    @sees
    def currency(self) -> str:
        return "EUR"

    @property
    @sees
    def note(self) -> str | None:
        return None

    @note.setter
    def note(self, value: str) -> None: ...

    @sees
    @tool
    def tree(self) -> Node:
        """The shelves."""
        return Node("", [])

    @property
    @sees
    def anything(self) -> Any:
        return 1

    class Drawer:
        @property
        @sees
        def is_open(self) -> bool:
            return True
