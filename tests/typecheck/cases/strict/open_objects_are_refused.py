"""Nothing is closed silently: maps, bare containers and extra fields are errors (C64, C65, C67, C88)."""

from typing import Any

from pydantic import BaseModel, ConfigDict

from toolschema_runtime import tool


class Open(BaseModel):
    model_config = ConfigDict(extra="allow")
    a: int


@tool(strict=True)
def put(
    o: Open | None,
    # E: Strict tool "put": "o" allows extra fields, which strict mode cannot express  [tool-strict]
    # N: Forbid extra fields on the class, or leave strict=True out
    m: dict[str, int],
    # E: Strict tool "put": "m" is an open map, which strict mode cannot express  [tool-strict]
    # N: Use a class with fixed fields, a list of key and value pairs, or leave strict=True out
) -> None: ...


@tool(strict=True)
def load(pair: tuple[dict[str, int], str]) -> int: ...
# E: Strict tool "load": "pair" is a tuple of different types, which strict mode cannot express  [tool-strict]
# N: Use a class with named fields, or leave strict=True out
# E: Strict tool "load": "pair[0]" is an open map, which strict mode cannot express  [tool-strict]
# N: Use a class with fixed fields, a list of key and value pairs, or leave strict=True out


@tool(strict=True)
def upsert(
    table: str,
    fields: dict[str, Any],
    # E: Strict tool "upsert": "fields" is an open map, which strict mode cannot express  [tool-strict]
    # N: Use a class with fixed fields, a list of key and value pairs, or leave strict=True out
) -> int: ...


@tool(strict=True)
def send(
    headers: dict,
    # E: Strict tool "send": "headers" is an open map, which strict mode cannot express  [tool-strict]
    # N: Use a class with fixed fields, a list of key and value pairs, or leave strict=True out
    items: list,
    # E: Strict tool "send": "items[]" admits any value, which strict mode cannot express  [tool-strict]
    # N: Annotate a concrete type, or leave strict=True out
    value: Any,
    # E: Strict tool "send": "value" admits any value, which strict mode cannot express  [tool-strict]
    # N: Annotate a concrete type, or leave strict=True out
) -> int: ...


@tool(strict=True)
def buy(sku: str, **extra: int) -> None: ...
# E: Strict tool "buy": "**extra" is an open map, which strict mode cannot express  [tool-strict]
# N: Use a class with fixed fields, a list of key and value pairs, or leave strict=True out
