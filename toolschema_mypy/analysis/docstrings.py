"""What a docstring says: its text, and a description for each parameter and for the result."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from typing_extensions import assert_never

from toolschema_mypy.analysis.docstring_sections import (
    ENTRY,
    Section,
    Style,
    Topic,
    names,
    split_sections,
    with_whole_types,
)


class Docstring(NamedTuple):
    """A docstring as read.

    *parameters* has only names that were asked for; *unknown* are the others that it describes.
    *is_malformed* says that some entry could not be read and was left out.
    """

    description: str
    parameters: Mapping[str, str]
    returns: str | None = None
    unknown: tuple[str, ...] = ()
    is_malformed: bool = False


def read_docstring(text: str, parameters: Collection[str]) -> Docstring:
    """Read a docstring in Google, NumPy, Sphinx or Epydoc style, or a mixture, or none of them.

    Types and defaults in it are ignored: the signature is the truth.  Sections on parameters,
    results and errors are taken out of the text; notes, examples and the like are text.

    Args:
        text: The docstring as it stands in the source, of a function or of a class.
        parameters: The names that it may describe: parameters, or fields of a class.

    Returns:
        What could be read; no text raises an error.
    """
    if not text:
        return Docstring("", {})
    words, sections = split_sections(inspect.cleandoc(text).splitlines(), parameters)
    described: dict[str, str] = {}
    unknown: dict[str, None] = {}
    results: list[str] = []
    is_malformed = False
    for section in sections:
        try:
            match section.topic:
                case Topic.PARAMETERS:
                    for name, description in _entries(section, parameters):
                        if name in parameters:
                            if description:
                                described.setdefault(name, description)
                        elif name.isidentifier():
                            unknown[name] = None
                        else:
                            is_malformed = True
                case Topic.RESULT:
                    results += _results(section)
                case Topic.OTHER:
                    pass
                case _:
                    assert_never(section.topic)
        # docstring-parser raises ParseError, but IndexError and others too, and nothing that an
        # author writes into a docstring may end the user's run.
        except Exception:  # noqa: BLE001
            is_malformed = True
    return Docstring(
        description=re.sub(r"\n{3,}", "\n\n", "\n".join(words)).strip(),
        parameters=described,
        returns="\n".join(results) or None,
        unknown=tuple(unknown),
        is_malformed=is_malformed,
    )


_INDENT: Final = "    "
# Stands for a blank line: docstring-parser drops the one below the first line of an entry.
_BLANK: Final = "\0"
# Compiled where a docstring asks, which few do.
_NOTHING: Final = r"(?i)\W*(none|nothing|n/?a)\W*"
_TYPE: Final = r"(?as)[\w.]+(\[.*\])?(\s*\|\s*[\w.]+(\[.*\])?)*"
# What may be a type before a colon, and not the first words of a sentence: it has no space in it, or
# ends with a bracket.
_ONE_WORD: Final = r"(?s)\S+|.*\]"


class _UnreadableError(Exception):
    """Raised when a section says something that belongs to no entry."""


def _entries(section: Section, parameters: Collection[str]) -> Iterator[tuple[str, str]]:
    """Each parameter that *section* names, with its description."""
    match section.style:
        case Style.GOOGLE:
            for written, described in _google_entries(section.body, parameters):
                for name in names(written):
                    yield name, _text(described)
            return
        case Style.NUMPY:
            # Most docstrings are Google's: what reads the other styles is loaded with the first one.
            from docstring_parser import numpydoc

            read = numpydoc.parse(_joined("Parameters\n----------", _dedented(section.body)))
        case Style.FIELD:
            name, *text = section.body
            if not name:
                raise _UnreadableError
            from docstring_parser import rest

            read = rest.parse(_joined(f":param {name}:", _continued(text)))
        case _:
            assert_never(section.style)
    for parameter in read.params:
        for name in names(parameter.arg_name):
            yield name, _text(parameter.description)


def _google_entries(body: Sequence[str], parameters: Collection[str]) -> Iterator[tuple[str, str]]:
    """The names of each entry as written, with its text."""
    entries: list[tuple[str, list[str]]] = []
    strays: list[str] = []
    for line in _marked(with_whole_types(_dedented(body))):
        entry = ENTRY.fullmatch(line) if line[:1].strip() else None
        if entry is not None and _is_entry(entry, parameters):
            entries.append((entry["names"], [entry["text"]]))
        elif entries:
            entries[-1][1].append(line)
        else:
            strays.append(line)
    if not entries and strays and not re.fullmatch(_NOTHING, "".join(strays)):
        raise _UnreadableError
    for written, (first, *following) in entries:
        yield written, _hanging(first, following)


def _hanging(first: str, following: Sequence[str]) -> str:
    """A text that begins beside a name or type; the lines below it have an indent of their own."""
    return "\n".join((first, inspect.cleandoc("\n".join(following)))) if following else first


def _is_entry(entry: re.Match[str], parameters: Collection[str]) -> bool:
    """Whether a line begins an entry, or is the text of the one before, which no indent shows."""
    first = names(entry["names"])[0]
    if first in parameters:
        return True
    is_plain = entry["colon"] is not None and entry["bare_type"] is None
    return is_plain and not first[:1].isupper()


def _results(section: Section) -> Iterator[str]:
    """What *section* says about the result; a type alone says nothing."""
    match section.style:
        case Style.GOOGLE:
            texts: list[str | None] = [_google_result(_dedented(section.body))]
        case Style.NUMPY:
            from docstring_parser import numpydoc

            read = numpydoc.parse(_joined("Returns\n-------", _dedented(section.body))).many_returns
            # What stands for a type may be the first line of a text.
            texts = [
                "\n".join(
                    text
                    for text in (each.type_name, each.description)
                    if text and not re.fullmatch(_TYPE, text)
                )
                for each in read
            ]
        case Style.FIELD:
            from docstring_parser import rest

            texts = [
                each.description
                for each in rest.parse(
                    _joined(":returns:", _continued(section.body[1:]))
                ).many_returns
            ]
        case _:
            assert_never(section.style)
    yield from (text for text in map(_text, texts) if re.search(r"\s", text))


def _google_result(body: Sequence[str]) -> str:
    """*body* without the type that it may begin with."""
    written, colon, described = inspect.cleandoc("\n".join(body)).partition(":")
    if not colon or not re.fullmatch(_ONE_WORD, written) or not re.fullmatch(_TYPE, written):
        return "\n".join(body)
    first, *following = described.split("\n")
    return _hanging(first, following)


def _text(description: str | None) -> str:
    return (description or "").replace(_BLANK, "").strip()


def _dedented(body: Sequence[str]) -> list[str]:
    """*body* with its first line at the margin; a line further left stands there too."""
    lines = "\n".join(body).strip("\n").expandtabs().splitlines()
    margin = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
    return [line[margin:].rstrip() if not line[:margin].strip() else line.strip() for line in lines]


def _indented(lines: Sequence[str]) -> list[str]:
    return [_INDENT + line if line else "" for line in lines]


def _continued(text: Sequence[str]) -> list[str]:
    """The text of a field: what begins beside it, and lines below it that all have an indent."""
    return [text[0], *_indented(_marked(text[1:]))]


def _marked(lines: Sequence[str]) -> list[str]:
    """*lines* with a mark in each blank one that stands within an entry."""
    marked: list[str] = []
    indent = ""
    for line in reversed(lines):
        if line.strip():
            indent = line[: len(line) - len(line.lstrip())]
            marked.append(line)
        else:
            marked.append(indent + _BLANK if indent else "")
    return marked[::-1]


def _joined(heading: str, lines: Sequence[str]) -> str:
    return "\n".join((heading, *lines))
