"""Which lines of a docstring are a section, and which are text."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from enum import Enum, unique
from typing import Final, NamedTuple


@unique
class Topic(Enum):
    PARAMETERS = "parameters"
    RESULT = "result"
    OTHER = "other"


@unique
class Style(Enum):
    GOOGLE = "google"
    NUMPY = "numpy"
    FIELD = "field"  # Sphinx and Epydoc: one entry a field


class Section(NamedTuple):
    """*size* lines of a docstring.

    *body* is what they say, without the heading; of a field, its name and then its text.
    """

    style: Style
    topic: Topic
    size: int
    body: tuple[str, ...]


_TITLES: Final = {
    **dict.fromkeys(
        (
            "args",
            "arguments",
            "parameters",
            "params",
            "kwargs",
            "keyword args",
            "keyword arguments",
            "keyword parameters",
            "other args",
            "other arguments",
            "other parameters",
            "attributes",
        ),
        Topic.PARAMETERS,
    ),
    **dict.fromkeys(("return", "returns", "yield", "yields"), Topic.RESULT),
    **dict.fromkeys(("raise", "raises", "except", "exceptions", "warns", "receives"), Topic.OTHER),
}
_FIELDS: Final = {
    **dict.fromkeys(
        (
            "param",
            "parameter",
            "arg",
            "argument",
            "key",
            "keyword",
            "kwarg",
            "kwparam",
            "attribute",
            "var",
            "ivar",
            "cvar",
        ),
        Topic.PARAMETERS,
    ),
    **dict.fromkeys(("return", "returns", "yield", "yields"), Topic.RESULT),
    **dict.fromkeys(
        ("type", "vartype", "rtype", "ytype", "raise", "raises", "except", "exception", "meta"),
        Topic.OTHER,
    ),
}
_HEADING: Final = re.compile(r"\s*([A-Za-z]+(?: [A-Za-z]+)?)\s*:(?:\s+(\S.*))?\s*")
# Most docstrings have none of these: each is compiled for the first line that might be one.
_TITLE: Final = r"\s*([A-Za-z]+(?: [A-Za-z]+)?)\s*:?\s*"
_UNDERLINE: Final = r"\s*(-{3,}|={3,})\s*"
# `:param int x: text` or `@param x: text`; a role such as `:class:` is followed by a backtick.
_FIELD: Final = r"\s*(?::(?=\w[^:]*:(?!`))|@)(\w+)(\s[^:]*)?:\s*(.*)"
_FENCE: Final = r"\s*(```+|~~~+)"


# One name or several, perhaps behind a bullet.
_NAMES: Final = r"""
    \s*(?:[-*+•]\s+)?
    (?P<names>[`*\\]*[^\W\d]\w*[`*]*(?:\s*,\s*[`*\\]*[^\W\d]\w*[`*]*)*)
    """
# `name:`, `name (type):`, `name list[str]:`, `- name:`, `**name**:`, `x, y (float):`,
# `name - text`; no URL, no time.
ENTRY: Final = re.compile(
    rf"""
    {_NAMES}
    (?:
        \s*[(\[{{].*?[)\]}}]
        | \s+(?P<bare_type>(?:str|int|float|bool|bytes|list|dict|tuple|set|[A-Z][\w.]*)(?:\[.*?\])?)
    )?
    \s*(?:(?P<colon>:(?![/:\\]))|\s(?:-|--|–|—)(?=\s))
    \s?(?P<text>.*)
    """,
    re.VERBOSE,
)
_BRACKETED_ENTRY: Final = rf"{_NAMES}\s*(?=[(\[{{]|$)"
_MARKS: Final = " \t`*\\?"
_BRACKETS: Final = ("(", "[", "{")


def split_sections(
    lines: Sequence[str], parameters: Collection[str]
) -> tuple[list[str], list[Section]]:
    """Part the lines of a docstring into text and sections.

    Args:
        lines: The docstring, without its indent.
        parameters: The names that it may describe.

    Returns:
        The lines that are text, with a blank one for each section, and the sections in order.
    """
    text: list[str] = []
    sections: list[Section] = []
    shown = _shown(lines)
    position = 0
    while position < len(lines):
        line = lines[position].rstrip()
        is_text = not line or shown[position]
        section = None if is_text else _section_at(lines, position, parameters)
        if section is None:
            text.append(line)
            position += 1
        else:
            sections.append(section)
            text.append("")
            position += section.size
    return text, sections


def names(written: str) -> tuple[str, ...]:
    """The parameters that stand before a description: one, or several with commas between."""
    if "," not in written:
        return (written.strip(_MARKS),)
    return tuple(name.strip(_MARKS) for name in written.split(","))


def with_whole_types(lines: Sequence[str]) -> list[str]:
    """*lines* with the type of each entry in one line, where it was written over several."""
    if not any(bracket in line for line in lines for bracket in _BRACKETS):
        return [*lines]
    whole: list[str] = []
    position = 0
    while position < len(lines):
        end = _end_of_type(lines, position)
        whole.append(" ".join((lines[position], *map(str.strip, lines[position + 1 : end]))))
        position = end
    return whole


def _end_of_type(lines: Sequence[str], position: int) -> int:
    line = lines[position]
    entry = None if line[:1].isspace() else re.match(_BRACKETED_ENTRY, line, re.VERBOSE)
    depth = 0
    if entry is not None:
        for end in range(position, _end_of_paragraph(lines, position)):
            text = line[entry.end() :] if end == position else lines[end].strip()
            if depth == 0 and text and text[0] not in _BRACKETS:
                break
            for character in text:
                depth += (character in _BRACKETS) - (character in ")]}")
                if depth == 0:
                    return end + 1
    # No bracket, or one that is never closed: then it opens no type either.
    return position + 1


def _shown(lines: Sequence[str]) -> list[bool]:
    """Which lines only show something: a fenced block, or what is indented under `Example:`."""
    shown = [False] * len(lines)
    position = 0
    while position < len(lines):
        end = _end_of_shown(lines, position)
        shown[position + 1 : end] = [True] * (end - position - 1)
        position = end
    return shown


def _end_of_shown(lines: Sequence[str], position: int) -> int:
    line = lines[position]
    fence = re.match(_FENCE, line) if "```" in line or "~~~" in line else None
    if fence is not None:
        closing = fence[1]
        for end in range(position + 1, len(lines)):
            if lines[end].strip() == closing:
                return end + 1
        # Never closed: then it opens nothing either.
        return position + 1
    if line.rstrip().endswith(":") and _heading(line) is None and _field(line) is None:
        return _end_of_indented(lines, position + 1, _indent(line))
    return position + 1


def _section_at(lines: Sequence[str], position: int, parameters: Collection[str]) -> Section | None:
    return (
        _numpy_section(lines, position)
        or _google_section(lines, position, parameters)
        or _field_section(lines, position)
    )


def _numpy_section(lines: Sequence[str], position: int) -> Section | None:
    topic = _topic_of_underlined(lines, position)
    if topic is None:
        return None
    start = end = position + 2
    while end < len(lines) and not _is_underlined(lines, end):
        end += 1
    return Section(Style.NUMPY, topic, end - position, tuple(lines[start:end]))


def _is_underlined(lines: Sequence[str], position: int) -> bool:
    if position + 1 == len(lines) or not lines[position + 1].lstrip().startswith(("---", "===")):
        return False
    return (
        re.fullmatch(_UNDERLINE, lines[position + 1]) is not None
        and re.fullmatch(_TITLE, lines[position]) is not None
    )


def _topic_of_underlined(lines: Sequence[str], position: int) -> Topic | None:
    if not _is_underlined(lines, position):
        return None
    return _TITLES.get(lines[position].strip(" \t:").lower())


def _heading(line: str) -> tuple[Topic, str | None] | None:
    """What a heading is about, and what stands beside it."""
    heading = _HEADING.fullmatch(line) if ":" in line else None
    topic = None if heading is None else _TITLES.get(heading[1].lower())
    return None if heading is None or topic is None else (topic, heading[2])


def _field(line: str) -> re.Match[str] | None:
    return re.fullmatch(_FIELD, line) if line.lstrip()[:1] in (":", "@") else None


def _google_section(
    lines: Sequence[str], position: int, parameters: Collection[str]
) -> Section | None:
    line = lines[position]
    heading = _heading(line)
    if heading is None:
        return None
    start, (topic, first) = position + 1, heading
    if first is not None:
        # `Returns: the body` in one line; but a docstring that begins so is nothing but text.
        if topic is Topic.PARAMETERS or position == 0:
            return None
        end = _end_of_paragraph(lines, start)
        body = (first, *lines[start:end])
    else:
        end = _end_of_indented(lines, start, _indent(line))
        if not any(each.strip() for each in lines[start:end]):
            end = _end_of_flush_body(lines, start, topic, parameters)
        body = tuple(lines[start:end])
    return Section(Style.GOOGLE, topic, end - position, body)


def _end_of_flush_body(
    lines: Sequence[str], start: int, topic: Topic, parameters: Collection[str]
) -> int:
    """The end of a body that is not indented below its heading."""
    if topic is Topic.PARAMETERS:
        entry = ENTRY.match(lines[start]) if start < len(lines) else None
        if entry is None or not set(names(entry["names"])) & set(parameters):
            return start
    return _end_of_paragraph(lines, start)


def _field_section(lines: Sequence[str], position: int) -> Section | None:
    match = _field(lines[position])
    if match is None:
        return None
    topic = _FIELDS.get(match[1])
    if topic is None:
        return None
    start = position + 1
    indented = _end_of_indented(lines, start, _indent(lines[position]))
    # Text that goes on without indent, up to a blank line.
    end = max(indented, _end_of_paragraph(lines, start))
    # The last word of `int x` is the name, `dict[str, int] x` included.
    name = (match[2] or "").split()[-1:] or [""]
    return Section(Style.FIELD, topic, end - position, (*name, match[3], *lines[start:end]))


def _end_of_indented(lines: Sequence[str], start: int, indent: int) -> int:
    end = start
    for position in range(start, len(lines)):
        if lines[position].strip():
            if _indent(lines[position]) <= indent:
                break
            end = position + 1
    return end


def _end_of_paragraph(lines: Sequence[str], start: int) -> int:
    end = start
    while end < len(lines) and lines[end].strip() and not _begins_section(lines, end):
        end += 1
    return end


def _begins_section(lines: Sequence[str], position: int) -> bool:
    line = lines[position]
    field = _field(line)
    return (
        _is_underlined(lines, position)
        or _heading(line) is not None
        or (field is not None and field[1] in _FIELDS)
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
