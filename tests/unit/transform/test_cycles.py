"""The fewest definitions that recursion needs, against all sets tried one after the other."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.property.strategies import unhurried
from toolschema_mypy.transform.cycles import cyclic, fewest_in_every_cycle

NAMES = "ABCDEF"
graphs = st.fixed_dictionaries(
    {name: st.lists(st.sampled_from(NAMES), max_size=3, unique=True) for name in NAMES}
)


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ({"A": "B", "B": ""}, ""),
        ({"A": "A"}, "A"),
        ({"A": "B", "B": "A"}, "A"),
        ({"A": "B", "B": "AC", "C": "B"}, "B"),
        ({"A": "BC", "B": "C", "C": "A", "D": "A"}, "A"),
        ({"A": "B", "B": "A", "C": "D", "D": "CD"}, "AD"),
    ],
)
def test_the_fewest_stay(edges: dict[str, str], expected: str) -> None:
    assert set(expected) == fewest_in_every_cycle(edges)


def test_all_stay_where_more_than_four_would_have_to() -> None:
    everything = {name: NAMES.replace(name, "") for name in NAMES}
    assert set(NAMES) == fewest_in_every_cycle(everything)


def without(edges: dict[str, list[str]], names: frozenset[str]) -> dict[str, list[str]]:
    return {
        name: [each for each in targets if each not in names]
        for name, targets in edges.items()
        if name not in names
    }


@unhurried
@given(graphs)
def test_no_smaller_set_is_in_every_cycle(edges: dict[str, list[str]]) -> None:
    found = fewest_in_every_cycle(edges)
    assert not cyclic(without(edges, found)) or found == cyclic(edges)
    for smaller in combinations(NAMES, max(len(found) - 1, 0)):
        assert not found or len(found) > 4 or cyclic(without(edges, frozenset(smaller)))
    backwards = {name: edges[name][::-1] for name in reversed(NAMES)}
    assert found == fewest_in_every_cycle(backwards)
