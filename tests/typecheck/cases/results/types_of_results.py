"""What a tool gives back is described by the same rules (C104)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from toolschema_runtime import tool


@dataclass
class Issue:
    id: UUID
    at: datetime
    labels: set[str]
    parent: "Issue | None" = None


@tool
def last() -> Issue: ...


@tool
def all() -> Iterable[Issue]: ...


@tool
def total() -> tuple[Decimal, ...] | None: ...
