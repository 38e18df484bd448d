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
from tests.lifecycle.modes import MODES
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
}
_edits = st.sampled_from(sorted(_VALUES)).flatmap(
    lambda name: st.tuples(st.just(name), st.sampled_from(_VALUES[name]))
)
_steps = st.tuples(st.sampled_from(sorted(MODES)), st.lists(_edits, min_size=1, max_size=3))


@settings(
    max_examples=_SEQUENCES,
    deadline=None,
    # A step takes seconds: what is found is made smaller by hand, into a named test.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    derandomize="TOOLSCHEMA_EDIT_SEQUENCES" not in os.environ,
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)
@given(st.lists(_steps, min_size=10, max_size=14))
def test_edits_in_any_mode_leave_what_a_clean_run_leaves(
    steps: list[tuple[str, list[tuple[str, Any]]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        project = Project(Path(folder))
        choices = Choices()
        try:
            project.update(render(choices))
            project.mypy(".")
            for mode, edits in steps:
                choices = evolve(choices, **dict(edits))
                project.update(render(choices))
                outcome = MODES[mode](project)
                expected, files = clean_run(choices)
                assert (mode, files) == (mode, project.side_files())
                assert (mode, expected) == (mode, outcome)
        finally:
            project.stop_daemon()
