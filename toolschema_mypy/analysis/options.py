"""The keywords of `@tool(...)`, read from source."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from math import inf
from typing import Final, NamedTuple, get_args

from toolschema_mypy.analysis.metadata import Problem
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.values import Constant, Member, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.settings import Format
from toolschema_mypy.model.tool import ToolAnnotations, ToolOptions

_FORMATS: Final = get_args(Format)


class ToolKeywords(NamedTuple):
    """What a tool's author said in the decorator; None where nothing was said."""

    name: str | None = None
    title: str | None = None
    description: str | None = None
    is_strict: bool = False
    formats: tuple[str, ...] | None = None
    annotations: ToolAnnotations = ToolAnnotations()
    options: ToolOptions = ToolOptions()
    unpack: str | None = None


_NO_KEYWORDS: Final = ToolKeywords()


def read_keywords(
    keywords: Mapping[str, ast.expr], scope: Scope
) -> tuple[ToolKeywords, tuple[Problem, ...]]:
    """Read the keywords of a `tool(...)` that stands in *scope*, and what could not be read."""
    if not keywords:
        return _NO_KEYWORDS, ()
    reading = _Reading(keywords, scope)
    annotations = ToolAnnotations(
        read_only=reading.flag("read_only"),
        destructive=reading.flag("destructive"),
        idempotent=reading.flag("idempotent"),
        open_world=reading.flag("open_world"),
    )
    options = ToolOptions(
        approval=reading.flag("approval"),
        thread=reading.flag("thread"),
        parallel=reading.flag("parallel"),
        timeout=reading.seconds("timeout"),
        tags=reading.texts("tags") or (),
        when=reading.text("when"),
    )
    read = ToolKeywords(
        name=reading.text("name"),
        title=reading.text("title"),
        description=reading.text("description"),
        is_strict=reading.flag("strict") or False,
        formats=reading.formats(),
        annotations=annotations,
        options=options,
        unpack=reading.text("unpack"),
    )
    if annotations.read_only and annotations.destructive:
        reading.problems.append((messages.SIGNATURE_HINTS, {}))
        read = read._replace(annotations=ToolAnnotations())
    return read, tuple(reading.problems)


class _Reading:
    def __init__(self, keywords: Mapping[str, ast.expr], scope: Scope) -> None:
        self.keywords = keywords
        self.scope = scope
        self.problems: list[Problem] = []

    def value(self, name: str) -> Value | None:
        expression = self.keywords.get(name)
        return None if expression is None else evaluate(expression, self.scope)

    def refuse(self, name: str, value: Value, kind: str) -> None:
        # mypy has reported a wrong type, as "no overload variant" of all keywords at once.
        is_read = isinstance(value, Constant)
        message = messages.SIGNATURE_KEYWORD_TYPE if is_read else messages.SIGNATURE_KEYWORD
        self.problems.append((message, {"keyword": name, "kind": kind}))

    def text(self, name: str) -> str | None:
        match self.value(name):
            case None | Constant(value=None):
                return None
            case Constant(value=str(text)):
                return text
            case value:
                self.refuse(name, value, "no text")
                return None

    def flag(self, name: str) -> bool | None:
        match self.value(name):
            case None | Constant(value=None):
                return None
            case Constant(value=bool(flag)):
                return flag
            case value:
                self.refuse(name, value, "neither True nor False")
                return None

    def seconds(self, name: str) -> float | None:
        match self.value(name):
            case None | Constant(value=None):
                return None
            case Constant(value=int() | float() as number) if (
                not isinstance(number, bool) and 0 < number < inf
            ):
                return number
            case value:
                self.refuse(name, value, "no number of seconds above 0")
                return None

    def texts(self, name: str) -> tuple[str, ...] | None:
        match self.value(name):
            case None | Constant(value=None):
                return None
            case Constant(value=str(text)):
                return (text,)
            case Constant(value=list() | tuple() as items) if all(
                isinstance(item, str) for item in items
            ):
                return tuple(items)
            case value:
                self.refuse(name, value, "no list of texts")
                return None

    def formats(self) -> tuple[str, ...] | None:
        found: list[str] = []
        match self.value("formats"):
            case None | Constant(value=None):
                return None
            case Constant(value=list() | tuple() as items):
                for item in items:
                    name = item.name.lower() if isinstance(item, Member) else item
                    if name in _FORMATS:
                        found.append(str(name))
                    else:
                        problem = messages.SIGNATURE_FORMAT, {"format": str(name)}
                        self.problems.append(problem)
            case value:
                self.refuse("formats", value, "no list of formats")
        return tuple(found)
