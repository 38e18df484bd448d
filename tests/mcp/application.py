"""An application that decides at each request which tools there are; copied beside desk.py."""

from __future__ import annotations

from typing import Any

from door import Door
from shop.store import Session

from toolschema_runtime import ToolRegistry

SESSION = Session("ada")
orders = ToolRegistry.load("shop.catalogue", "shop.orders").bind(session=SESSION)
desk = ToolRegistry.load("desk").bind(user="ada")
door = ToolRegistry.for_instance(Door())
_small = desk.only("add", "whoami")


async def by_client(ctx: Any) -> ToolRegistry:
    """The few tools that a client sees which says who it is."""
    client = ctx.session.client_params
    if client is not None and client.client_info.name == "stranger":
        raise PermissionError("strangers have no tools; the key is 1234")
    return _small
