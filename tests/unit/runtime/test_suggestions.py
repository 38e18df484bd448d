"""The nearest name is the nearest by edits, whatever is left uncompared to find it quickly."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolschema_runtime._decode.faults import _distance, _fold, nearest

WORDS = st.text(alphabet="abcdeA_", max_size=8)


def _by_comparing_all(word: str, known: list[str]) -> str | None:
    best, least = None, max(1, len(word) // 3) + 1
    for name in known:
        is_like = abs(len(name) - len(word)) < least + 2
        distance = _distance(_fold(word), _fold(name), 1_000)
        if is_like and distance < least:
            best, least = name, distance
    return best


@given(WORDS, st.lists(WORDS, max_size=6))
def test_nearest_name_is_that_of_a_full_comparison(word: str, known: list[str]) -> None:
    assert _by_comparing_all(word, known) == nearest(word, known)
