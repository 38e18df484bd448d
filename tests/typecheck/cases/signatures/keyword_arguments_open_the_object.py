"""`**kw: T` admits further keys of that type (C70)."""

from typing import Any

from toolschema_runtime import tool


@tool
def buy(sku: str, **extra: Any) -> str: ...


@tool
def rate(sku: str, **scores: int) -> str: ...
