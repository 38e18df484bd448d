"""What a clean run over a project says and writes: the truth that every other run is held to."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from tests.lifecycle.islands import render_islands
from tests.lifecycle.modes import Run
from tests.lifecycle.project import CONFIG, Outcome, Project
from tests.lifecycle.sources import Choices, render


def clean_run(choices: Choices) -> tuple[Outcome, dict[str, str]]:
    """Run mypy over fresh sources, with a cache of libraries alone; equal ones are run once."""
    return clean_run_of(render(choices))


def clean_run_of_islands(*, changed: bool) -> tuple[Outcome, dict[str, str]]:
    """The same for the packages of `islands`."""
    return clean_run_of(render_islands(changed=changed))


def clean_run_of(
    sources: Mapping[str, str], config: str = CONFIG
) -> tuple[Outcome, dict[str, str]]:
    """The same for any sources."""
    return _clean_run(tuple(sources.items()), config)


@cache
def _clean_run(sources: tuple[tuple[str, str], ...], config: str) -> tuple[Outcome, dict[str, str]]:
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder), config)
        project.update(dict(sources))
        return project.mypy("."), project.side_files()


def assert_clean_after_each_step(
    project: Project, run: Run, steps: Sequence[Mapping[str, str]], config: str
) -> None:
    """Whatever a run says and writes after each step is what a clean run does."""
    project.configure(config)
    for number, sources in enumerate(steps):
        project.update(sources)
        outcome = run(project)
        expected, files = clean_run_of(sources, config)
        assert (number, files) == (number, project.side_files())
        assert (number, expected) == (number, outcome)
