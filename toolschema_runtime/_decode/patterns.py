"""Patterns by their ECMA-262 meaning, which is what JSON Schema says, as Python regular expressions."""

from __future__ import annotations

import re

# White space in ECMA-262: its WhiteSpace and LineTerminator, not Python's.
_SPACE = r"\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_NO_SPACE = (
    r"\x00-\x08\x0e-\x1f!-\x9f\xa1-\u167f\u1681-\u1fff\u200b-\u2027\u202a-\u202e"
    r"\u2030-\u205e\u2060-\u2fff\u3001-\ufefe\uff00-\U0010ffff"
)
_DOT = r"[^\n\r\u2028\u2029]"
_BRACES = re.compile(r"\{\d+(?:,\d*)?\}", re.ASCII)
_TOKEN = re.compile(r"\\u\{([0-9A-Fa-f]+)\}|\\c([A-Za-z])|\\.|\(\?<(?=[^=!])|.", re.DOTALL)


def compile_pattern(pattern: str) -> re.Pattern[str]:
    r"""Compiles *pattern*, which is searched for, not matched at the start.

    `$` is the end of the text, never the place before a last line break; `\d`, `\w` and `\b` are
    ASCII; `\s` and `.` know the line ends of ECMA-262.

    Raises:
        re.error: When Python cannot compile it.
    """
    # re.ASCII gives \d, \w, \b and their opposites the ECMA meaning, inside classes too.
    return re.compile(_translate(pattern), re.ASCII)


def _translate(pattern: str) -> str:
    out: list[str] = []
    in_class = False
    position = 0
    while position < len(pattern):
        match = _TOKEN.match(pattern, position)
        assert match is not None  # every character is a token
        token = match.group()
        start, position = position, match.end()
        if match.group(1):
            out.append(_escape_point(int(match.group(1), 16)))
        elif match.group(2):
            out.append(f"\\x{ord(match.group(2)) % 32:02x}")
        elif token[0] == "\\":
            out.append(_escape(token, in_class))
        elif in_class:
            in_class = token != "]"
            # Python warns of what may one day be set operations.
            out.append("\\" + token if token in "[&~|" else token)
        elif token == "[":
            in_class, text, position = _open_class(pattern, position)
            out.append(text)
        elif token == "$":
            out.append(r"\Z")
        elif token == ".":
            out.append(_DOT)
        elif token == "(?<":
            out.append("(?P<")
        elif token == "{" and _BRACES.match(pattern, start) is None:
            out.append(r"\{")
        else:
            out.append(token)
    return "".join(out)


def _open_class(pattern: str, position: int) -> tuple[bool, str, int]:
    if pattern.startswith("^]", position):  # any character at all
        return False, r"[\x00-\U0010ffff]", position + 2
    if pattern.startswith("]", position):  # none
        return False, r"(?!)", position + 1
    if pattern.startswith("^", position):
        return True, "[^", position + 1
    return True, "[", position


def _escape(token: str, in_class: bool) -> str:
    if token == r"\s":
        return _SPACE if in_class else f"[{_SPACE}]"
    if token == r"\S":
        return _NO_SPACE if in_class else f"[^{_SPACE}]"
    if token == r"\0":
        return r"\x00"
    # Letters that ECMA-262 does not give a meaning stand for themselves, where Python has anchors.
    if token in (r"\A", r"\Z", r"\a", r"\z"):
        return token[1]
    return token


def _escape_point(point: int) -> str:
    return f"\\U{point:08x}" if point <= 0x10FFFF else r"(?!)"
