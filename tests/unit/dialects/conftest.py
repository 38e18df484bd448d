"""The runtime's folder for modules with side-files."""

from __future__ import annotations

from tests.unit.runtime.conftest import folder, load

__all__ = ["folder", "load"]
