"""A parameter whose type is listed in `inject_types` is injected, by whatever name it is reached (C03, C23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import support.contexts as contexts
from support.contexts import ToolContext as Ctx

from toolschema_runtime import tool

if TYPE_CHECKING:
    from support.contexts import ToolContext

Context = Ctx


class OwnContext(Ctx): ...


@tool
def note(text: str, ctx: ToolContext) -> None: ...


@tool
def renamed(text: str, ctx: Ctx | None = None) -> None: ...


@tool
def aliased(ctx: Context, text: str) -> None: ...


@tool
def dotted(text: str, *, ctx: "contexts.ToolContext") -> None: ...


@tool
def positional(ctx: ToolContext, /, text: str) -> None: ...


@tool
def derived(text: str, ctx: OwnContext) -> None: ...


@tool
def ping(ctx: ToolContext) -> str:
    """Answer if alive."""
    return "yes"
