"""What a clean run over a project says and writes: the truth that every other run is held to."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from tests.lifecycle.project import Outcome, Project
from tests.lifecycle.sources import Choices, render


@cache
def clean_run(choices: Choices) -> tuple[Outcome, dict[str, str]]:
    """Run mypy over fresh sources, with a cache of libraries alone; equal choices are run once."""
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        project.update(render(choices))
        return project.mypy("."), project.side_files()
