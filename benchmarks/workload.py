"""The tools and the calls that every contender gets: four kinds, as plain annotated functions."""

from __future__ import annotations

import copy
from typing import Any

HEADER = """\
import dataclasses
import enum
from datetime import datetime
from typing import Literal, Optional
from uuid import UUID
{imports}

TOOLS = []


class Priority(enum.Enum):
    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


@dataclasses.dataclass
class Address:
    street: str
    city: str
    country: str
    postcode: Optional[str] = None


@dataclasses.dataclass
class Line:
    sku: str
    quantity: int
    unit_price: float
    gift: bool = False


@dataclasses.dataclass
class Order:
    customer: str
    ship_to: Address
    lines: list[Line]
    priority: Priority
    note: Optional[str] = None
"""

FUNCTIONS = {
    "flat": '''
{mark}def {name}(
    query: str, limit: int = 20, min_score: float = 0.5, exact: bool = False, language: str = "en"
) -> str:
    """Search the product catalogue.

    Args:
        query: Words to look for, in any order.
        limit: The most matches to return.
        min_score: Drop matches scoring below this, from 0 to 1.
        exact: Whether every word must match exactly.
        language: Two-letter language code of the query.
    """
    return query
''',
    "choice": '''
{mark}def {name}(
    title: str,
    priority: Priority,
    labels: list[str],
    mode: Literal["fast", "balanced", "thorough"] = "balanced",
    assignee: Optional[str] = None,
    points: Optional[int] = None,
) -> str:
    """Open a ticket in the tracker.

    Args:
        title: One line saying what is wrong.
        priority: How urgent the ticket is.
        labels: Labels to put on the ticket.
        mode: How hard to look for duplicates first.
        assignee: Who gets the ticket, if known.
        points: The estimate in story points, if known.
    """
    return title
''',
    "nested": '''
{mark}def {name}(order: Order, dry_run: bool = False) -> str:
    """Place an order.

    Args:
        order: The order with its lines and the address to send it to.
        dry_run: Check the order without placing it.
    """
    return order.customer
''',
    "temporal": '''
{mark}def {name}(
    event_id: UUID, start: datetime, end: Optional[datetime] = None, title: str = "untitled"
) -> str:
    """Move a calendar event.

    Args:
        event_id: The event to move.
        start: The new start, with its time zone.
        end: The new end; keeps the duration when absent.
        title: The new title.
    """
    return title
''',
}

CALLS: dict[str, dict[str, Any]] = {
    "flat": {"query": "red shoes", "limit": 5, "min_score": 0.25, "exact": True, "language": "de"},
    "choice": {
        "title": "Printer on fire",
        "priority": "high",
        "labels": ["hardware", "urgent", "floor-2"],
        "mode": "fast",
        "assignee": "ada",
        "points": 3,
    },
    "nested": {
        "order": {
            "customer": "c-1",
            "priority": "normal",
            "ship_to": {"street": "1 Main St", "city": "Graz", "country": "AT", "postcode": "8010"},
            "lines": [
                {"sku": "a-1", "quantity": 2, "unit_price": 9.5},
                {"sku": "a-2", "quantity": 1, "unit_price": 100.0, "gift": True},
                {"sku": "a-3", "quantity": 7, "unit_price": 0.75},
            ],
            "note": None,
        },
        "dry_run": True,
    },
    "temporal": {
        "event_id": "9c1f1b5e-2f7f-4c39-8a3a-4d3c6d1f9f10",
        "start": "2026-03-01T10:30:00+00:00",
        "end": "2026-03-01T11:30:00+00:00",
        "title": "stand-up",
    },
}


def source(count: int, *, is_marked: bool) -> str:
    """A module of *count* tools, the kinds in turn; with *is_marked* each is given to `tool`."""
    imports = "from toolschema_runtime import tool" if is_marked else ""
    mark = "@tool\n" if is_marked else ""
    kinds = list(FUNCTIONS)
    names = [kinds[i] if i < len(kinds) else f"{kinds[i % 4]}_{i}" for i in range(count)]
    functions = [
        FUNCTIONS[kinds[i % 4]].format(mark=mark, name=name) for i, name in enumerate(names)
    ]
    return "\n".join(
        [HEADER.format(imports=imports), *functions, f"TOOLS += [{', '.join(names)}]\n"]
    )


def refused_calls() -> dict[str, tuple[str, dict[str, Any]]]:
    """Label -> kind and arguments that nobody should accept."""
    item = copy.deepcopy(CALLS["nested"])
    item["order"]["lines"][1]["quantity"] = "many"
    flat = CALLS["flat"]
    return {
        "missing": ("flat", {key: value for key, value in flat.items() if key != "query"}),
        "wrong type": ("flat", {**flat, "limit": "a few"}),
        "wrong enum": ("choice", {**CALLS["choice"], "priority": "urgent"}),
        "list item": ("nested", item),
        "unknown key": ("flat", {**flat, "colour": "red"}),
    }
