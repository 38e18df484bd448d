"""Two classes that hold one another are two definitions."""

from __future__ import annotations

from dataclasses import dataclass, field

from toolschema_runtime import tool


@dataclass
class Folder:
    name: str
    files: list[File] = field(default_factory=list)


@dataclass
class File:
    name: str
    within: Folder | None = None


@tool
def show(folder: Folder) -> None: ...
