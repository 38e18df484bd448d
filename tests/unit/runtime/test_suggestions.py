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
        is_another = 0 < distance >= max(len(_fold(word)), len(_fold(name)))
        if is_like and distance < least and not is_another:
            best, least = name, distance
    return best


@given(WORDS, st.lists(WORDS, max_size=6))
def test_nearest_name_is_that_of_a_full_comparison(word: str, known: list[str]) -> None:
    assert _by_comparing_all(word, known) == nearest(word, known)


def test_a_name_of_which_nothing_is_left_is_not_near() -> None:
    assert nearest("e", ["a"]) is None
    assert nearest("", ["a"]) is None
    assert "a" == nearest("A", ["a"])
    assert "ab" == nearest("a", ["ab"])
    assert "az" == nearest("bz", ["az", "by"])
