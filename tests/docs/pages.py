"""A page of documentation as something that runs.

A block whose first line is a comment with a path is a file of a project; `console` blocks are commands run
in that project with what they print; `pycon` blocks are one session in it, in the end; a nameless
`toml` block holds settings; anything else would go untested, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

_FENCE = re.compile(r"^```(?P<language>\S*)[^\n]*\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
_NAME = re.compile(r"(?:#|//) (?P<path>[\w./-]+\.\w+)\n")


@frozen
class Block:
    """A fenced block: its language, its text, and the file that it shows, if it names one."""

    language: str
    text: str
    path: str | None
    line: int


def blocks(page: Path) -> Iterator[Block]:
    """The fenced blocks of a page, in order."""
    content = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(content):
        text = found["text"]
        name = _NAME.match(text)
        line = content.count("\n", 0, found.start()) + 1
        yield Block(found["language"], text, name and name["path"], line)


@frozen
class Command:
    """A command of a `console` block and what the page says that it prints."""

    line: str
    printed: str


def commands(text: str) -> Iterator[Command]:
    """The commands of a `console` block."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        line, _, printed = part.partition("\n")
        yield Command(line, printed)
