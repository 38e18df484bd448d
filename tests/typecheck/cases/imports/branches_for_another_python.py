"""What stands for another Python or another platform is not what mypy checks, so it says nothing."""

import enum
import sys
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, Le

from toolschema_runtime import tool

if sys.version_info >= (3, 0):
    LARGEST = 10
else:
    LARGEST = 20

if sys.platform == "no such platform":
    SMALLEST = 5
elif sys.version_info[:2] < (3, 1) or sys.platform.startswith("no such"):
    SMALLEST = 4
else:
    SMALLEST = 1

if sys.version_info[0] >= 3:

    @dataclass
    class Order:
        """An order of today."""

        item: str
        amount: Annotated[int, Ge(SMALLEST), Le(LARGEST)] = 1

    class Size(enum.Enum):
        if not sys.version_info >= (3, 0):
            LARGE = "large"
        SMALL = "small"
        LARGE = "large"

else:

    @dataclass
    class Order:
        """An order of long ago."""

        item: str
        amount: int = 7

    class Size(enum.Enum):
        LARGE = "large"
        SMALL = "small"


@tool
def buy(order: Order, size: Size = Size.SMALL) -> str:
    """Buy something."""
    return order.item
