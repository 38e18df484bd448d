"""What a docstring says outside its sections is told to the model, in its order, and nothing else is.

Sections on parameters, results and errors are found here by their layout alone, without the plugin's reader.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.corpus.sample import Function

_NAMES = (
    "args|arguments|parameters|params|keyword args|keyword arguments|kwargs|attributes"
    "|returns?|yields?|raises?|exceptions"
)
_HEADING = re.compile(rf"({_NAMES})\s*:", re.IGNORECASE)
_TITLE = re.compile(rf"({_NAMES})\s*:?", re.IGNORECASE)
_IN_ONE_LINE = re.compile(
    r"(returns?|yields?|raises?)\s*:\s|:(param|type|returns?|rtype|raises?)\b", re.IGNORECASE
)
_UNDERLINE = re.compile(r"-{3,}")
# What ends a section that no indent ends: a blank line, or only the next title.
_BLANK, _TITLED = "blank line", "title"


def untold(
    folder: Path, functions: Iterable[Function], records: Mapping[str, dict[str, Any]]
) -> Iterator[str]:
    """Each line of a docstring that is lost, or told though it stands in a section."""
    for function in functions:
        record = records.get(function.id)
        if record is None:
            continue
        lost, kept = compare(
            _docstring(folder / function.file, function.name), record["description"]
        )
        yield from (f"{function.id}: not told: {line.strip()}" for line in lost)
        yield from (f"{function.id}: told twice: {line.strip()}" for line in kept)


def compare(docstring: str, description: str) -> tuple[list[str], list[str]]:
    """The lines of *docstring* that *description* lacks, and those of sections that it has."""
    told = [line.split() for line in description.splitlines() if line.strip()]
    lost, kept = [], []
    for line, is_in_section in _marked(docstring.splitlines()):
        if told and told[0] == line.split():
            told.pop(0)
            if is_in_section:
                kept.append(line)
        elif not is_in_section:
            lost.append(line)
    return lost, kept


def _marked(lines: list[str]) -> Iterator[tuple[str, bool]]:
    """Every line that is not blank, and whether it belongs to a section."""
    # The section goes on while lines are indented more than this, or up to what stands here.
    section: int | str | None = None
    is_fenced = False
    for number, line in enumerate(lines):
        text, below = line.strip(), lines[number + 1] if number + 1 < len(lines) else ""
        if not text:
            section = None if section == _BLANK else section
            continue
        if section is None and text.startswith("```"):
            is_fenced = not is_fenced
        if not is_fenced:
            if _UNDERLINE.fullmatch(below.strip()):
                section = _TITLED if _TITLE.fullmatch(text) else None
            elif section is None or (isinstance(section, int) and _indent(line) <= section):
                section = _section(number, line, below)
        yield line, section is not None


def _section(number: int, line: str, below: str) -> int | str | None:
    """What holds the section that begins at this line together, None if none begins."""
    if _HEADING.fullmatch(line.strip()):
        is_flush = below.strip() and _indent(below) <= _indent(line)
        return _BLANK if is_flush else _indent(line)
    return _BLANK if number and _IN_ONE_LINE.match(line.strip()) else None


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _docstring(path: Path, name: str) -> str:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name == name:
            return ast.get_docstring(node) or ""
    raise LookupError(f"{path} has no function {name}")
