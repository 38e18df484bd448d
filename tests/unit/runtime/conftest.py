"""A folder for modules with side-files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, write_module
from toolschema_runtime import ToolRegistry


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on sys.path whose modules are forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        file = getattr(sys.modules[name], "__file__", None)
        if file is None or file.startswith(str(tmp_path)):
            del sys.modules[name]


@pytest.fixture
def load(folder: Path) -> Load:
    """Writes the module `desk` with its records, and loads it."""

    def load_desk(source: str, *records: Any, **top: Any) -> ToolRegistry:
        write_module(folder, "desk", source, *records, **top)
        return ToolRegistry.load("desk")

    return load_desk
