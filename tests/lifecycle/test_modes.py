"""Every way of running mypy writes the same side-files and says the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from attrs import evolve

from tests.lifecycle.clean import clean_run, clean_run_of_islands
from tests.lifecycle.islands import CHANGES, render_islands
from tests.lifecycle.modes import MODES
from tests.lifecycle.project import Project
from tests.lifecycle.sources import render

# Every run of these is cold: what was before does not matter to them.
_FORGETFUL = {"no-cache", "no-incremental"}


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_notices_every_kind_of_change(project: Project, mode: str) -> None:
    steps = [True] if mode in _FORGETFUL else [False, True, False]
    for changed in steps:
        project.update(render_islands(changed=changed))
        outcome = MODES[mode](project)
        expected, files = clean_run_of_islands(changed=changed)
        assert files == project.side_files()
        assert expected == outcome


@pytest.mark.skipif("TOOLSCHEMA_ALL_CHANGES" not in os.environ, reason="ten minutes, by hand")
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_notices_each_change_after_each_other(project: Project, mode: str) -> None:
    for name, choices in CHANGES.items():
        whole = evolve(choices, has_cycle=True, has_second=True)
        project.update(render(whole))
        outcome = MODES[mode](project)
        expected, files = clean_run(whole)
        assert (name, files) == (name, project.side_files())
        assert (name, expected) == (name, outcome)


def test_dmypy_inspect_shows_what_stands_in_the_source(project: Project) -> None:
    project.write(
        "own.py", "from toolschema_runtime import tool\n\n\n@tool\ndef go() -> None:\n    go()\n"
    )
    project.dmypy("run", "--", ".")
    command = [sys.executable, "-m", "mypy.dmypy", "inspect", "--force-reload", "own.py:6:5"]
    done = subprocess.run(command, cwd=project.root, capture_output=True, text=True, check=True)
    assert ['"Callable[[], None]"', '"None"'] == done.stdout.splitlines()


@pytest.mark.parametrize("mode", MODES)
def test_a_first_prefix_two_bases_away_is_noticed(project: Project, mode: str) -> None:
    plain = "class Far:\n    pass\n"
    near = "from far import Far\n\n\nclass Near(Far):\n    pass\n"
    own = (
        "from near import Near\nfrom toolschema_runtime import tool\n\n\nclass Own(Near):\n"
        "    @tool\n    def go(self) -> int:\n        return 1\n"
    )
    decorator = 'from toolschema_runtime import toolkit\n\n\n@toolkit(prefix="far_")\n'
    for far, name in ((plain, "go"), (decorator + plain, "far_go"), (plain, "go")):
        project.update({"far.py": far, "near.py": near, "own.py": own})
        assert not MODES[mode](project).has_errors
        (tool,) = json.loads(project.side_files()["own.toolschema.json"])["tools"]
        assert name == tool["name"]
