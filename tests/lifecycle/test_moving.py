"""Modules move or go: no side-file stays that is another one's, or nobody's."""

from __future__ import annotations

import pytest

from tests.lifecycle.clean import clean_run_of
from tests.lifecycle.modes import MODES
from tests.lifecycle.project import Project

PLACE = "from dataclasses import dataclass\n\n@dataclass\nclass Place:\n    x: int = 1\n"
TOOLS = """\
from models import Place
from toolschema_runtime import tool

@tool
def go(place: Place) -> None: ...
"""


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "dmypy-run"])
@pytest.mark.parametrize("is_at_once", [False, True], ids=["later", "at once"])
def test_one_that_was_edited_is_put_back_where_a_contributor_has_moved(
    project: Project, mode: str, *, is_at_once: bool
) -> None:
    run = MODES[mode]
    project.update({"models.py": PLACE, "tools.py": TOOLS})
    run(project)
    project.rename("models.py", "models/__init__.py")
    if not is_at_once:
        run(project)
    (project.root / "tools.toolschema.json").write_text("{}")
    run(project)
    _, files = clean_run_of({"models/__init__.py": PLACE, "tools.py": TOOLS})
    assert files == project.side_files()


@pytest.mark.parametrize("mode", ["mypy", "parallel-2"])
def test_it_goes_with_its_module_whichever_memory_knows_of_it(project: Project, mode: str) -> None:
    tools = TOOLS.replace("models", "sub.models")
    project.update({"sub/__init__.py": "", "sub/models.py": PLACE, "sub/tools.py": tools})
    MODES["files-cache"](project)
    assert ["sub/tools.toolschema.json"] == [*project.side_files()]
    project.update({"uses.py": ""})
    MODES[mode](project)
    assert {} == project.side_files()
