"""Texts of the commonest kinds as statements of a compiled decoder, where a call of the grammar costs much more.

What is said yes to, and what is built, is that of the grammar; the tests hold the two together.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from toolschema_runtime._decode.grammars import Grammar


class Inline:
    """Statements that bind a text to its value, or raise Mismatch or ValueError.

    Attributes:
        lines: With `{v}` for the variable, `{t}` for a spare one, and `{colons}` before the number of
            colons in a text, where that is known for nothing.
        names: What else the lines name -> its value.
    """

    __slots__ = ("lines", "names")

    def __init__(self, lines: tuple[str, ...], **names: Any) -> None:
        self.lines = lines
        self.names = names


def inline_text(kind: str, grammar: Grammar) -> Inline | None:
    """The statements for texts of *kind*; None where the grammar itself is as quick."""
    match kind:
        case "uuid":
            return _uuid(grammar)
        case "datetime":
            return Inline(
                _DATE_TIME,
                build=grammar.build,
                places=slice(4, None, 3),
                refuses=grammar.refuses,
            )
        case "date":
            return Inline(_DATE, build=grammar.build, places=slice(4, 8, 3))
        case _:
            return None


# What the library takes and the grammar does not: 24 hours from Python 3.13 on, 60 minutes of offset, and anything
# after a "Z" and a zero byte.  Where that could be, and for all but the two commonest forms, the pattern is asked.
_COMMON = ' and "\\0" not in {v}' + (' and {v}[11] != "2"' if sys.version_info >= (3, 13) else "")
_DATE_TIME = (
    "{t} = {v}[{places}]",
    'if {t} == "--T::+:" and len({v}) == 25 and {v}[23] == "0"' + _COMMON + ": {colons} 3",
    'elif {t} == "--T::Z" and len({v}) == 20' + _COMMON + ": {colons} 2",
    "elif {refuses}({v}) is not None: raise Mismatch",
    "{v} = {build}({v})",
)
# With dashes at these places the library reads digits alone, and no week.
_DATE = (
    'if len({v}) != 10 or {v}[{places}] != "--": raise Mismatch',
    "{v} = {build}({v})",
)
# UUID(...) goes through six keyword arguments: this is half of its time.  A fifth dash is left for
# unhexlify to refuse, so that 36 characters are 32 digits.
_UUID = (
    'if len({v}) != 36 or {v}[{places}] != "----": raise Mismatch',
    '{t} = {from_bytes}({unhexlify}({v}.replace("-", "", 4)), "big")',
    "{v} = {new}({cls})",
    "{put_int}({v}, {t})",
    "{put_safety}({v}, {safety})",
)


def _uuid(grammar: Grammar) -> Inline | None:
    from binascii import unhexlify
    from uuid import UUID, SafeUUID

    new, safety, sample = object.__new__, SafeUUID.unknown, grammar.build("1" * 32)
    try:
        put_int: Any = vars(UUID)["int"].__set__
        put_safety: Any = vars(UUID)["is_safe"].__set__
        made = new(UUID)
        put_int(made, sample.int)
        put_safety(made, safety)
        if made != sample or str(made) != str(sample):
            return None
    except (KeyError, AttributeError, TypeError):  # the class is made in another way on this Python
        return None
    return Inline(
        _UUID,
        cls=UUID,
        from_bytes=int.from_bytes,
        new=new,
        places=slice(8, 24, 5),
        put_int=put_int,
        put_safety=put_safety,
        safety=safety,
        unhexlify=unhexlify,
    )
