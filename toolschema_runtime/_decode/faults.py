"""Where a value is, what is wrong with it, and how both are said."""

from __future__ import annotations

import json
from functools import lru_cache

from toolschema_runtime._errors import ArgumentProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from toolschema_runtime._errors import ProblemCode

    Path: TypeAlias = tuple[str | int, ...]

# Stands for "could not be decoded"; the faults say why.
INVALID: Any = type("Invalid", (), {"__repr__": lambda _: "INVALID"})()
# Stands for "nothing was sent".
ABSENT: Any = type("Absent", (), {"__repr__": lambda _: "ABSENT"})()

_SHOWN = 40


class Met:
    """Words for what was met where there is no JSON value to show."""

    __slots__ = ("words",)

    def __init__(self, words: str) -> None:
        self.words = words


_LISTED = 20


class Fault:
    """One thing wrong at one path.

    *value* is what was sent there, *known* what could have been meant instead: keys, or texts.
    """

    __slots__ = ("at", "code", "expected", "known", "value")

    def __init__(
        self,
        at: Path,
        code: ProblemCode,
        expected: str,
        value: object = ABSENT,
        known: list[str] | None = None,
    ) -> None:
        self.at = at
        self.code: ProblemCode = code
        self.expected = expected
        self.value = value
        self.known = known

    def problem(self, *, redact: bool) -> ArgumentProblem:
        """As a host and a model see it; with *redact* no value is quoted."""
        known = self.known or []
        suggestion = None
        if self.code == "unknown" and self.known is not None:
            suggestion = nearest(str(self.at[-1]), known)
            self.expected = (
                f"known keys: {', '.join(known[:_LISTED])}" if known else "there are none here"
            )
        elif known and type(self.value) is str and not redact:
            near = nearest(self.value, known)
            suggestion = None if near is None else _full(near)
        actual = None if self.value is ABSENT else show(self.value, redact=redact)
        return ArgumentProblem(render(self.at), self.code, self.expected, actual, suggestion)


class Faults:
    """Collects what is wrong with one call, and the repairs that a lenient registry made."""

    __slots__ = ("found", "read", "repairs")

    def __init__(
        self, repairs: list[str] | None = None, read: dict[Path, Any] | None = None
    ) -> None:
        self.found: list[Fault] = []
        # None: nothing is repaired.
        self.repairs = repairs
        # What stood in texts, by place: it counts for the limits as well.  All trials of a call share it.
        self.read: dict[Path, Any] = {} if read is None else read

    def wrong_type(self, at: Path, expected: str, value: object) -> Any:
        self.found.append(Fault(at, "type", expected, value))
        return INVALID

    def wrong_value(
        self, at: Path, expected: str, value: object, known: list[str] | None = None
    ) -> Any:
        self.found.append(Fault(at, "value", expected, value, known))
        return INVALID

    def missing(self, at: Path, expected: str) -> Any:
        self.found.append(Fault(at, "missing", expected))
        return INVALID

    def unknown(self, at: Path, known: list[str], key: str | None = None) -> None:
        """A key that is not taken; in an open object because it is Python's name for *key*."""
        if key is not None:
            text = f"{_quote(str(at[-1]))} is Python's name for {_quote(key)}, send {_quote(key)}"
            self.found.append(Fault(at, "unknown", text))
            return
        # The words, and the search for a nearer name, wait until somebody asks.
        self.found.append(Fault(at, "unknown", "", known=known))

    def refused(self, at: Path, text: str) -> Any:
        self.found.append(Fault(at, "refused", text))
        return INVALID

    def repaired(self, at: Path, what: str, read: object = None) -> None:
        if self.repairs is not None:
            self.repairs.append(f"{render(at) or 'arguments'}: {what}")
        if read is not None:
            self.read[at] = read

    def problems(self, *, redact: bool = False) -> list[ArgumentProblem]:
        """The faults as a host and a model see them."""
        return [fault.problem(redact=redact) for fault in self.found]


def render(at: Path) -> str:
    """A path as people write it: `items[2].qty`, `labels["a b"]`."""
    text = ""
    for step in at:
        if type(step) is int:
            text += f"[{step}]"
        elif str(step).isidentifier():
            text += f".{step}" if text else str(step)
        else:
            # At the top a key such as "cik-A" can stand as it is, if it stays one word.
            plain = not text and str(step).replace("-", "_").isidentifier()
            text += str(step) if plain else f"[{_quote(str(step))}]"
    return text


def show(value: object, *, redact: bool = False) -> str:
    """A value as a model may read it: shortened, as JSON, and only its kind with *redact*."""
    if value is None:
        return "null"
    if type(value) is Met:
        return value.words
    if type(value) is list:
        return f"array of {len(value)}"
    if type(value) is dict:
        return "object"
    if type(value) is str:
        return "string" if redact else _quote(value)
    if type(value) is bool:
        return "boolean" if redact else ("true" if value else "false")
    if type(value) is int or type(value) is float:
        if redact:
            return "number"
        if type(value) is int and value.bit_length() > 200:
            return "a very large integer"
        return repr(value)
    return "something that is not JSON"


def _quote(text: str) -> str:
    if len(text) > _SHOWN:
        text = text[: _SHOWN - 1] + "…"
    quoted = json.dumps(text, ensure_ascii=False)
    # A lone surrogate is legal in JSON text but could not be sent on.
    return quoted.encode("utf-8", "backslashreplace").decode("utf-8")


def choices(values: list[Any]) -> str:
    """The allowed values as one phrase: `"low", "normal" or "high"`."""
    shown = [show(value) if type(value) is not str else _full(value) for value in values[:_LISTED]]
    if len(values) > _LISTED:
        return f"one of {', '.join(shown)} and {len(values) - _LISTED} more"
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} or {shown[-1]}"


def _full(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).encode("utf-8", "backslashreplace").decode("utf-8")


def nearest(word: str, known: list[str]) -> str | None:
    """The name that was probably meant, if one of *known* is near enough."""
    if len(word) > 100:
        return None
    best: str | None = None
    least = max(1, len(word) // 3) + 1
    folded = _fold(word)
    letters = set(folded)
    for name in known[:1000]:
        if abs(len(name) - len(word)) >= least + 2:
            continue
        other, others = _letters(name)
        # Each edit mends one letter at most: so most names need not be compared in full.
        if len(letters - others) >= least or len(others - letters) >= least:
            continue
        # Of a name, something must be left: a letter is not near to another.
        distance = _distance(folded, other, least)
        if distance < least and (distance < max(len(folded), len(other)) or folded == other):
            best, least = name, distance
    return best


def _fold(word: str) -> str:
    return word.casefold().replace("-", "").replace("_", "")


@lru_cache(maxsize=4_096)
def _letters(name: str) -> tuple[str, frozenset[str]]:
    """A known name folded, and the letters in it; tools have the same names at every call."""
    folded = _fold(name)
    return folded, frozenset(folded)


def _distance(a: str, b: str, limit: int) -> int:
    """Edits (with swaps of neighbours) from *a* to *b*; *limit* when there are as many or more."""
    if abs(len(a) - len(b)) >= limit:
        return limit
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, left in enumerate(a, 1):
        previous, before, row = before, row, [i]
        for j, right in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (left != right))
            if i > 1 and j > 1 and left == b[j - 2] and a[i - 2] == right:
                cost = min(cost, previous[j - 2] + 1)
            row.append(cost)
        if min(row) >= limit:
            return limit
    return min(row[-1], limit)
