"""What leads back to itself, and how large things are: of any mapping and any JSON value."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any


def on_cycles(uses: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """Return the names that lead back to themselves, in time linear in *uses*.

    This is Tarjan's algorithm with a stack of its own: schemas of strangers may have long chains.
    """
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: dict[str, None] = {}
    found: set[str] = set()
    for start in uses:
        path: list[tuple[str, Iterator[str]]] = []
        pending = None if start in order else start
        while pending is not None or path:
            if pending is not None:
                order[pending] = lowest[pending] = len(order)
                waiting[pending] = None
                path.append((pending, iter(uses[pending])))
            name, rest = path[-1]
            pending = None
            for used in rest:
                if used not in order:
                    pending = used
                    break
                if used in waiting:
                    lowest[name] = min(lowest[name], order[used])
            if pending is not None:
                continue
            path.pop()
            if path:
                above = path[-1][0]
                lowest[above] = min(lowest[above], lowest[name])
            if lowest[name] == order[name]:
                cycle: list[str] = []
                while not cycle or cycle[-1] != name:
                    cycle.append(waiting.popitem()[0])
                if len(cycle) > 1 or name in uses[name]:
                    found.update(cycle)
    return frozenset(found)


def size(schema: Any) -> int:
    """How many objects and arrays a schema has."""
    count = 0
    pending = [schema]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            count += 1
            pending += value.values()
        elif isinstance(value, list):
            count += 1
            pending += value
    return count
