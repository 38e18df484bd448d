"""A Decimal travels as text; its bounds are said in words for the reader, and the decoder holds them."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from annotated_types import Gt
from toolschema_runtime import tool


@tool
def pay(amount: Annotated[Decimal, Gt(0)], tip: Annotated[Decimal | None, Gt(0)] = None) -> None: ...
