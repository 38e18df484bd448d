"""Every way of running mypy writes the same side-files and says the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attrs import evolve

from tests.lifecycle.clean import clean_run
from tests.lifecycle.modes import MODES
from tests.lifecycle.project import Project
from tests.lifecycle.sources import Choices, render

CHANGES: dict[str, Callable[[Choices], Choices]] = {
    "field type": lambda c: evolve(c, point_type="int"),
    "field": lambda c: evolve(c, has_label=True),
    "default": lambda c: evolve(c, point_default="2.0"),
    "docstring": lambda c: evolve(c, point_doc="Another place."),
    "metadata": lambda c: evolve(c, bound=-5),
    "enum value": lambda c: evolve(c, zone_value="eur"),
    "enum order": lambda c: evolve(c, zones=("US", "EU")),
    "alias": lambda c: evolve(c, alias="list[int]"),
    "words of an alias": lambda c: evolve(c, alias_doc="Other tags."),
    "constant": lambda c: evolve(c, limit=10),
    "default out of bounds": lambda c: evolve(c, bound=1),
    "base class": lambda c: evolve(c, base_field="str"),
    "error": lambda c: evolve(c, is_broken=True),
    "tool removed": lambda c: evolve(c, desk_has_tool=False),
    "module removed": lambda c: evolve(c, has_desk=False),
}


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    made = Project(tmp_path / "project")
    made.update(render(Choices()))
    yield made
    made.stop_daemon()


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_agrees_with_a_clean_run_after_every_change(project: Project, mode: str) -> None:
    run = MODES[mode]
    for name, change in {"nothing": lambda c: c, **CHANGES}.items():
        choices = change(Choices())
        project.update(render(choices))
        outcome = run(project)
        expected, files = clean_run(choices)
        assert (name, files) == (name, project.side_files())
        assert (name, expected) == (name, outcome)
