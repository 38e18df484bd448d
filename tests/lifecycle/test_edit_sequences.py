"""Random edits in random modes: after each, the project is as a clean run would have left it.

By hand, longer: `TOOLSCHEMA_EDIT_SEQUENCES=200 pytest tests/lifecycle/test_edit_sequences.py`.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from attrs import evolve
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.lifecycle.clean import clean_run
from tests.lifecycle.modes import FROM_CACHE, MODES, PARTIAL, mypy_shop
from tests.lifecycle.project import Project
from tests.lifecycle.sources import Choices, render

_SEQUENCES = int(os.environ.get("TOOLSCHEMA_EDIT_SEQUENCES", "2"))

_VALUES: dict[str, list[Any]] = {
    "zones": [("EU", "US"), ("US", "EU"), ("EU", "US", "ASIA"), ("EU",)],
    "zone_value": ["eu", "eur"],
    "limit": [9, 10],
    "point_type": ["float", "int", "str"],
    "point_default": ["0.0", "2.5"],
    "point_doc": ["A place.", "Somewhere."],
    "bound": [0, -5, 1],
    "has_label": [False, True],
    "body": ["return 1", "return 2"],
    "alias": ["list[str]", "list[int]", "str | None"],
    "alias_doc": ["Tags of it.", "Labels."],
    "base_field": ["int", "str", "bytes | None"],
    "tool_name": ["move", "shift"],
    "tool_doc": ["Move it.", "Shift it."],
    "has_second": [True, False],
    "is_broken": [False, True],
    "has_desk": [True, False],
    "desk_has_tool": [True, False],
    "has_cycle": [True, False],
    "cycle_type": ["int", "str"],
    "more_tools": [0, 1, 2],
    "desk_name": ["desk", "counter"],
    "desk_has_stub": [False, True],
    "looks_back": [False, True],
    "has_state": [True, False],
    "state_doc": ["Where it stands.", "Its place."],
    "prefix": ["kit_", "box_", "a b"],
    "open_type": ["bool", "int"],
}
_edits = st.sampled_from(sorted(_VALUES)).flatmap(
    lambda name: st.tuples(st.just(name), st.sampled_from(_VALUES[name]))
)
_steps = st.tuples(
    st.sampled_from([*sorted(MODES), PARTIAL]), st.lists(_edits, min_size=1, max_size=3)
)


@settings(
    max_examples=_SEQUENCES,
    deadline=None,
    # A step takes seconds: what is found is made smaller by hand, into a named test.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    derandomize="TOOLSCHEMA_EDIT_SEQUENCES" not in os.environ,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
@given(st.lists(_steps, min_size=8, max_size=12))
def test_edits_in_any_mode_leave_what_a_clean_run_leaves(
    steps: list[tuple[str, list[tuple[str, Any]]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        choices = Choices()
        try:
            project.update(render(choices))
            project.mypy(".")
            last_whole = "mypy"
            for mode, edits in steps:
                before, choices = choices, evolve(choices, **dict(edits))
                _edit(project, before, choices)
                if mode == PARTIAL:
                    _run_on_shop_alone(project, choices)
                    last_whole = PARTIAL
                else:
                    if mode == FROM_CACHE and last_whole == PARTIAL:
                        # From the cache of a partial run mypy's daemon crashes ("Cannot find
                        # builtins.dict"), with no plugin too (2.4.1).
                        mode = "dmypy-run"
                    if mode in {"mypy", "fine-grained-cache"}:
                        last_whole = mode
                    _run_on_all(project, choices, mode)
        finally:
            project.stop_daemon()


def _edit(project: Project, before: Choices, after: Choices) -> None:
    gone = render(before).keys() - render(after).keys()
    if any(name.endswith(".pyi") for name in gone):
        # mypy's own daemon does not look at a source again when the stub beside it goes.
        project.stop_daemon()
    project.update(render(after))


def _run_on_all(project: Project, choices: Choices, mode: str) -> None:
    if mode == "dmypy-check" and project.has_daemon():
        # It asks the plugin nothing when modules have only gone; the next run with an edit sweeps.
        project.touch("uses.py")
    outcome = MODES[mode](project)
    expected, files = clean_run(choices)
    assert (mode, files) == (mode, project.side_files())
    if project.daemon_is_from_cache:
        # mypy's daemon does not repeat errors of modules that it takes from a cache (2.4.1).
        assert {*outcome.lines} <= {*expected.lines}
    else:
        assert (mode, expected) == (mode, outcome)


def _run_on_shop_alone(project: Project, choices: Choices) -> None:
    before = project.side_files()
    outcome = mypy_shop(project)
    expected, files = clean_run(choices)
    after = project.side_files()
    assert files["shop.toolschema.json"] == after.pop("shop.toolschema.json")
    gone = before.keys() - after.keys() - {"shop.toolschema.json"}
    # Those of modules that are gone may go; those that stand are as they were.
    assert {name: before[name] for name in after} == after
    assert set() == gone & files.keys()
    of_shop = tuple(line for line in expected.lines if line.startswith("shop.py:"))
    assert of_shop == outcome.lines
