"""Patterns on which a backtracking matcher may be busy for very long.

What counts is what can be tried in many ways: a repeat without end inside another, unless the next
character always tells which of the two goes on, and repeats without end of the same characters side by
side, with something behind them that can fail.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from enum import Enum, unique
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from toolschema_mypy.analysis.patterns import REPEATS, children, parse, sre

# Code points from the first to the second, in order.
_Ranges: TypeAlias = "tuple[tuple[int, int], ...]"

# Steps that take about a second.
_MANY: Final = 2e7
_DIGITS: Final = ((48, 57),)
_WORDS: Final = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACES: Final = ((9, 13), (32, 32), (160, 160), (0x2028, 0x2029))


@unique
class Slowness(Enum):
    """Why a pattern is slow; the value completes "the pattern ..."."""

    NESTED = "repeats a repeat"
    ADJACENT = "repeats the same characters twice in a row"


def slowness_of(pattern: str, longest: int | None) -> Slowness | None:
    """Why *pattern* may be slow on texts of at most *longest* characters; `None` when it is not."""
    tree = parse(pattern)
    if _is_nested(tree, inside=False):
        return Slowness.NESTED
    degree = _degree(tree, is_followed=False)
    if degree > 1 and (longest is None or float(longest) ** degree > _MANY):
        return Slowness.ADJACENT
    return None


def _is_nested(items: Any, *, inside: bool) -> bool:
    for code, argument in items:
        repeats = code in REPEATS and argument[1] is sre.MAXREPEAT
        if repeats and inside:
            return True
        is_doubtful = repeats and not _is_told_apart(argument[2])
        for child in children(code, argument):
            if _is_nested(child, inside=inside or is_doubtful):
                return True
    return False


class _Atom(NamedTuple):
    """A character, or a repeat of one."""

    characters: _Ranges
    least: int
    is_fixed: bool


def _is_told_apart(body: Iterable[Any]) -> bool:
    """Whether a text is a repeat of *body* in one way at most, as of `-[0-9]+`.

    It is when no repeat in it can go on with a character that what comes next can begin with, where
    after the last item comes the first.
    """
    atoms = [_atom(*item) for item in _flat(body)]
    known = [atom for atom in atoms if atom is not None]
    if len(known) < len(atoms):
        return False
    for index, atom in enumerate(known):
        if atom.is_fixed:
            continue
        for following in (*known[index + 1 :], *known[: index + 1]):
            if _meet(atom.characters, following.characters):
                return False
            if following.least:
                break
    return True


def _atom(code: Any, argument: Any) -> _Atom | None:
    if code not in REPEATS:
        characters = _characters(code, argument)
        return None if characters is None else _Atom(characters, 1, is_fixed=True)
    least, most, repeated = argument
    inner = list(_flat(repeated))
    characters = _characters(*inner[0]) if len(inner) == 1 else None
    return None if characters is None else _Atom(characters, least, is_fixed=least == most)


# -- repeats side by side ------------------------------------------------------------------------------


class _Open(NamedTuple):
    """A repeat without end, and how many of the same characters stand side by side up to it."""

    characters: _Ranges
    degree: int


def _degree(items: Iterable[Any], *, is_followed: bool) -> int:
    """How many repeats of the same characters stand side by side before something that can fail."""
    atoms = list(_flat(items))
    most = 1
    before: list[_Open] = []
    for index, (code, argument) in enumerate(atoms):
        can_fail = is_followed or any(map(_can_fail, atoms[index + 1 :]))
        for child in children(code, argument):
            most = max(most, _degree(child, is_followed=can_fail))
        characters = _repeated(code, argument)
        if _can_fail((code, argument)) and characters is None:
            before = []
        elif characters is not None:
            beside = [each.degree for each in before if _meet(each.characters, characters)]
            own = _Open(characters, 1 + max(beside, default=0))
            most = max(most, own.degree if can_fail else 1)
            before = [own] if argument[0] else [*before, own]
    return most


def _flat(items: Iterable[Any]) -> Iterable[tuple[Any, Any]]:
    """The items with those of groups in their place."""
    for code, argument in items:
        if code is sre.SUBPATTERN:
            yield from _flat(argument[3])
        else:
            yield code, argument


def _can_fail(item: tuple[Any, Any]) -> bool:
    """Whether an item asks for something; an alternative may, which is as much as we look at it."""
    code, argument = item
    return code not in REPEATS or argument[0] > 0


def _repeated(code: Any, argument: Any) -> _Ranges | None:
    """The characters that an item repeats without end, if it repeats single ones."""
    if code not in REPEATS or argument[1] is not sre.MAXREPEAT:
        return None
    atom = _atom(code, argument)
    return None if atom is None else atom.characters


def _characters(code: Any, argument: Any) -> _Ranges | None:
    """The characters that an item stands for; `None` when it is not one character."""
    if code is sre.LITERAL:
        return ((argument, argument),)
    if code is sre.NOT_LITERAL:
        return _others(((argument, argument),))
    if code is sre.ANY:
        return _others(((10, 10),))
    if code is sre.RANGE:
        return (argument,)
    if code is sre.CATEGORY:
        return _CATEGORIES.get(argument)
    if code is not sre.IN:
        return None
    is_negated = argument[0][0] is sre.NEGATE
    parts = [_characters(*part) for part in argument[is_negated:]]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    ranges = tuple(sorted(each for part in known for each in part))
    return _others(ranges) if is_negated else ranges


def _others(ranges: Sequence[tuple[int, int]]) -> _Ranges:
    """All characters outside of *ranges*."""
    edges = [(-1, -1), *sorted(ranges), (sys.maxunicode + 1, sys.maxunicode + 1)]
    reach, found = -1, []
    for (_, last), (first, _) in pairwise(edges):
        reach = max(reach, last)
        if reach + 1 < first:
            found.append((reach + 1, first - 1))
    return tuple(found)


def _meet(first: _Ranges, second: _Ranges) -> bool:
    return any(low <= end and start <= high for low, high in first for start, end in second)


_CATEGORIES: Final = {
    sre.CATEGORY_DIGIT: _DIGITS,
    sre.CATEGORY_NOT_DIGIT: _others(_DIGITS),
    sre.CATEGORY_WORD: _WORDS,
    sre.CATEGORY_NOT_WORD: _others(_WORDS),
    sre.CATEGORY_SPACE: _SPACES,
    sre.CATEGORY_NOT_SPACE: _others(_SPACES),
}
