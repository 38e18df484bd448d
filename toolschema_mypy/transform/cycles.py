"""Cycles among definitions: which are in one, and the fewest that have to stay for all others to go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

Edges: TypeAlias = "Mapping[str, Iterable[str]]"

# The search takes time that grows with the power of it; who has more definitions to keep keeps all.
_MOST: Final = 4


def cyclic(edges: Edges) -> frozenset[str]:
    """The names from which one comes back to the same name."""

    def comes_back(name: str) -> bool:
        waiting, seen = list(edges[name]), set[str]()
        while waiting:
            each = waiting.pop()
            if each == name:
                return True
            if each not in seen:
                seen.add(each)
                waiting.extend(edges[each])
        return False

    return frozenset(name for name in edges if comes_back(name))


def fewest_in_every_cycle(edges: Edges) -> frozenset[str]:
    """The smallest set of names that has one of every cycle; of several the first by name.

    Args:
        edges: The names that each name refers to.

    Returns:
        Names out of *edges*: those that refer to themselves, and up to four others; where four do
        not do, all that are in a cycle.
    """
    inside = cyclic(edges)
    own = frozenset(name for name in inside if name in edges[name])
    rest = _without(edges, own | (edges.keys() - inside))
    for size in range(_MOST + 1):
        found = _breaking(rest, size)
        if found is not None:
            return own | found
    return inside


def _breaking(edges: Edges, size: int) -> frozenset[str] | None:
    """At most *size* names without which no cycle is left."""
    cycle = _any_cycle(edges)
    if not cycle:
        return frozenset()
    if size == 0:
        return None
    for name in sorted(cycle):
        rest = _breaking(_without(edges, {name}), size - 1)
        if rest is not None:
            return rest | {name}
    return None


def _without(edges: Edges, names: Iterable[str]) -> Edges:
    gone = frozenset(names)
    return {
        name: sorted(set(targets) - gone) for name, targets in edges.items() if name not in gone
    }


def _any_cycle(edges: Edges) -> tuple[str, ...]:
    """The names of one cycle, the same each time; none when there is none."""
    done: set[str] = set()

    def search(name: str, above: tuple[str, ...]) -> tuple[str, ...]:
        if name in above:
            return above[above.index(name) :]
        if name in done:
            return ()
        for each in edges[name]:
            if found := search(each, (*above, name)):
                return found
        done.add(name)
        return ()

    for name in sorted(edges):
        if found := search(name, ()):
            return found
    return ()
