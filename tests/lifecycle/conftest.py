"""Projects to run mypy on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lifecycle.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """An empty project; a daemon started in it does not outlive the test."""
    made = Project(tmp_path / "project")
    yield made
    made.stop_daemon()
