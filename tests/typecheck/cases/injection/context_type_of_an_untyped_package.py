"""A listed type is recognised where mypy could not import it, by every way of naming it."""

from __future__ import annotations

import untyped_package
import untyped_package as package
from untyped_package import Context
from untyped_package import Context as Ctx

from toolschema_runtime import tool


@tool
def plain(text: str, ctx: Context) -> None: ...


@tool
def renamed(text: str, ctx: Ctx | None = None) -> None: ...


@tool
def dotted(text: str, ctx: untyped_package.Context) -> None: ...


@tool
def dotted_alias(text: str, ctx: package.Context | None) -> None: ...
