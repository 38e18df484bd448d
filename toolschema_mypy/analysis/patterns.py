"""Regular expressions that every JSON Schema reader understands alike.

JSON Schema patterns are ECMA-262 (https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3);
look-arounds and back-references are refused by OpenAI's and Anthropic's strict modes, by RE2 and by
Rust's regex, so a pattern holding one cannot be published.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from enum import Enum, unique
from typing import Any

if sys.version_info >= (3, 11):
    from re import _constants as _sre  # type: ignore[attr-defined]
    from re import _parser as _sre_parse
else:
    import sre_constants as _sre
    import sre_parse as _sre_parse

# The names of what a parsed pattern consists of.
sre: Any = _sre


@unique
class PatternFault(Enum):
    """Why a pattern is refused; the value completes "the pattern ..."."""

    INVALID = "is not a valid regular expression"
    LOOK_AROUND = "has a look-around"
    BACK_REFERENCE = "has a back-reference"
    NOT_ECMA = "uses syntax that only Python knows"


_PYTHON_ONLY = re.compile(r"\(\?P|\(\?#|\(\?[aiLmsux-]+[:)]|(?<!\\)(?:\\\\)*\\[AZ]|\(\?>|[*+?}]\+")
REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT)


def parse(pattern: str) -> Any:
    """The items of a pattern, as Python's own parser names them."""
    return _sre_parse.parse(pattern)


def fault_of(pattern: str) -> PatternFault | None:
    """Why *pattern* cannot be published, or `None` when it can."""
    try:
        re.compile(pattern)
        tree = list(_walk(parse(pattern)))
    except (re.error, OverflowError, RecursionError):
        return PatternFault.INVALID
    codes = {code for code, _ in tree}
    if codes & {sre.ASSERT, sre.ASSERT_NOT}:
        return PatternFault.LOOK_AROUND
    if codes & {sre.GROUPREF, sre.GROUPREF_EXISTS}:
        return PatternFault.BACK_REFERENCE
    return PatternFault.NOT_ECMA if _PYTHON_ONLY.search(pattern) else None


def _walk(items: Any) -> Iterator[tuple[Any, Any]]:
    for code, argument in items:
        yield code, argument
        for child in children(code, argument):
            yield from _walk(child)


def children(code: Any, argument: Any) -> list[Any]:
    """The parts that an item of a parsed pattern holds."""
    if code in REPEATS or code is getattr(sre, "POSSESSIVE_REPEAT", None):
        return [argument[2]]
    if code is sre.SUBPATTERN:
        return [argument[3]]
    if code is sre.BRANCH:
        return list(argument[1])
    if code in (sre.ASSERT, sre.ASSERT_NOT):
        return [argument[1]]
    if code is sre.GROUPREF_EXISTS:
        return [child for child in argument[1:] if child is not None]
    return [argument] if code is getattr(sre, "ATOMIC_GROUP", None) else []
