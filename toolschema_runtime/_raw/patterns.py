"""Which patterns of strangers are run, and on texts of which length."""

from __future__ import annotations

import re
from math import log2

from toolschema_runtime._decode.patterns import compile_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

LONGEST_TEXT: Final = 4_096
_LONGEST_PATTERN: Final = 4_096
# States that a search may visit, with backtracking: about a second.
_MOST_STATES: Final = 2e7
# A pattern that would be slow on shorter texts than this is never run.
_SHORTEST: Final = 32
_STATES_PER_STEP: Final = 50

_parser: Any = getattr(re, "_parser", None) or __import__("sre_parse")


class _Unsafe(Exception):
    """The pattern has something whose time cannot be bounded."""


class SafePattern:
    """A pattern that ends soon on any text of at most *longest* characters.

    Attributes:
        source: The pattern as it was written.
        python: The same in Python's words, with its flags.
        longest: The length of text that it is run on.
    """

    __slots__ = ("_bits", "_degree", "_search", "longest", "python", "source")

    def __init__(self, source: str, compiled: re.Pattern[str], degree: float, bits: float) -> None:
        self.source = source
        self.python = f"(?a:{compiled.pattern})"
        self._search = compiled.search
        self._degree = degree
        self._bits = bits
        spare = log2(_MOST_STATES) - bits
        self.longest = min(LONGEST_TEXT, int(2 ** (spare / degree)) if degree else LONGEST_TEXT)

    def matches(self, text: str) -> bool:
        """Whether it is found in *text*, which is no longer than *longest*."""
        return self._search(text) is not None

    def steps(self, text: str) -> int:
        """The work of a search in *text*, compared with that of looking at one value."""
        return 1 + int(max(len(text), 1) ** self._degree * 2**self._bits / _STATES_PER_STEP)


def safe_pattern(source: str) -> SafePattern | None:
    """*source* as a pattern that may be run; None when it could take long, or is no pattern.

    A look-around, a back-reference, or a repeat of what can itself be repeated is never run.  Otherwise a
    search visits at most as many states as its repeats and alternatives have combinations.
    """
    if len(source) > _LONGEST_PATTERN:
        return None
    try:
        compiled = compile_pattern(source)
        tree = list(_parser.parse(compiled.pattern, re.ASCII))
        degree, bits = _choices(tree)
    except (_Unsafe, re.error, RecursionError, OverflowError, Warning):
        return None
    is_anchored = bool(tree) and str(tree[0][0]) == "AT" and "BEGINNING" in str(tree[0][1])
    degree += 0 if is_anchored else 1
    if bits > log2(_MOST_STATES):
        return None
    pattern = SafePattern(source, compiled, degree, bits)
    return pattern if pattern.longest >= _SHORTEST else None


def _choices(tree: Any) -> tuple[float, float]:
    """How many open repeats follow one another in a parsed pattern, and the other choices in bits."""
    degree = bits = 0.0
    for operator, argument in tree:
        more_degree, more_bits = _choices_of(str(operator), argument)
        degree += more_degree
        bits += more_bits
    return degree, bits


def _choices_of(operator: str, argument: Any) -> tuple[float, float]:
    match operator:
        case "LITERAL" | "NOT_LITERAL" | "ANY" | "IN" | "AT" | "CATEGORY":
            return 0, 0
        case "SUBPATTERN":
            return _choices(argument[-1])
        case "BRANCH":
            arms = [_choices(arm) for arm in argument[1]]
            return max(arm[0] for arm in arms), log2(len(arms)) + max(arm[1] for arm in arms)
        case "MAX_REPEAT" | "MIN_REPEAT":
            return _repeat(*argument)
        case _:  # look-arounds, back-references, and what a later Python may bring
            raise _Unsafe


def _repeat(least: int, most: int, inner: Any) -> tuple[float, float]:
    degree, bits = _choices(inner)
    is_open = most == _parser.MAXREPEAT
    if is_open:
        if degree or bits:
            raise _Unsafe
        return 1, 0
    return degree * most, bits * most + log2(most - least + 1)
