"""A note on a slow pattern is true: its time grows faster than the text; and ordinary patterns get none."""

from __future__ import annotations

import pytest

from toolschema_mypy.analysis.slow_patterns import Slowness, slowness_of

ADJACENT = [
    r"^a*a*b$",
    r"^a*a*a*a*a*a*b$",
    r"^\d*\.?\d*$",
    r"^\s*.*\s*$",
    r"^.+\s+.+$",
    r"^(a*)(a*)b$",
    r"^[A-Z][a-z]*[A-Za-z]*$",
    r"^\w*x?[^0-9]+$",
    r"^(x|a*a*b)$",
    r"^(x|a*a*)y$",
    r"^a*?a+?b$",
]
NESTED = [
    r"^(a+)+$",
    r"^(a*b*)*$",
    r"^(a|b+)*$",
    r"^(\w+\s*)+$",
    r"^(.*,)*$",
    r"^(ab*a*)*$",
    r"^(-?-\d*)*$",
    r"^(\d*-\d*)*$",
    r"^(-\d+\d?)*$",
    r"^(-(\d+|\d\d))*$",
    r"^([-_]\w+)*$",
    r"^((ab)*c?)*$",
    r"^(-\d{1,3}\d*)*$",
]
ORDINARY = [
    r"^[A-Z][A-Z0-9_]+-\d+(?:-\d+)*$",
    r"^[a-z0-9]+(-[a-z0-9]+)*$",
    r"^(\d+,)*\d+$",
    r"^(\s+\w+)*$",
    r"^(--?\d+)*$",
    r"^\w+(\.\w+)+$",
    r"^(/[^/]*)*$",
    r"a*a*",
    r"^a*",
    r"^[\w.+-]+@[\w-]+\.[\w.-]+$",
    r"^[^@\s]+@[^@\s]+\.[^@\s]+$",
    r"^\d+(\.\d+)?$",
    r"^\d*(\.\d*)?$",
    r"^-?\d+(,\d{3})*$",
    r"^\s*\S+\s*$",
    r"^\w+\s+\w+\s+\w+$",
    r"^https?://.*$",
    r"^[a-z]*[A-Z]*[0-9]*$",
    r"^\D*\d*$",
    r"^[^a]*a*$",
    r"^[a-z]{2,4}[a-z]{2,4}$",
    r"^(ab)*(ab)*c$",
    r"^[a-z0-9]+(-[a-z0-9]+)?$",
    r"^(\d+|[a-z]+)$",
    r"^.*=.*$",
]


@pytest.mark.parametrize("pattern", ADJACENT)
def test_repeats_of_the_same_characters_side_by_side_are_slow(pattern: str) -> None:
    assert Slowness.ADJACENT == slowness_of(pattern, None)


@pytest.mark.parametrize("pattern", NESTED)
def test_a_repeat_of_a_repeat_is_slow(pattern: str) -> None:
    assert Slowness.NESTED == slowness_of(pattern, None)


@pytest.mark.parametrize("pattern", ORDINARY)
def test_ordinary_patterns_are_not(pattern: str) -> None:
    assert slowness_of(pattern, None) is None


@pytest.mark.parametrize(
    ("pattern", "longest", "expected"),
    [
        (r"^a*a*b$", 4_000, None),
        (r"^a*a*b$", 5_000, Slowness.ADJACENT),
        (r"^a*a*a*a*a*a*b$", 10, None),
        (r"^a*a*a*a*a*a*b$", 100, Slowness.ADJACENT),
        (r"^(a+)+$", 100, Slowness.NESTED),
    ],
)
def test_a_short_text_is_soon_matched(
    pattern: str, longest: int, expected: Slowness | None
) -> None:
    assert expected == slowness_of(pattern, longest)
