"""Settings: what a project may choose, already read and checked."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

Nullable: TypeAlias = Literal["anyof", "union"]
EnumStyle: TypeAlias = Literal["value", "name"]
Refs: TypeAlias = Literal["auto", "inline", "defs"]
DocstringChecks: TypeAlias = Literal["mismatch", "all", "error", "off"]
NaiveDatetime: TypeAlias = Literal["refuse", "allow"]
Format: TypeAlias = Literal[
    "openai",
    "openai_responses",
    "anthropic",
    "gemini",
    "mcp",
    "bedrock",
    "mistral",
    "cohere",
    "ollama",
]


# A named tuple: attrs would cost every run without tools its import, a dataclass a millisecond.
class Settings(NamedTuple):
    """The settings of `[tool.toolschema]`; each default is what holds when nothing is said.

    *output* is the folder for all side-files, with the configuration file's own folder before it;
    *inject_types* are dotted names; *targets* are formats that every tool must fit.
    """

    output: Path | None = None
    nullable: Nullable = "anyof"
    enum: EnumStyle = "value"
    refs: Refs = "auto"
    omit_null: bool = False
    inject_types: tuple[str, ...] = ()
    docstrings: DocstringChecks = "mismatch"
    naive_datetime: NaiveDatetime = "refuse"
    targets: tuple[Format, ...] = ()

    def digest(self) -> str:
        """A short text that differs whenever a setting does; freshness compares it."""
        stated = repr(list(self._asdict().items()))
        return hashlib.sha256(stated.encode()).hexdigest()[:16]


DEFAULT_SETTINGS = Settings()
