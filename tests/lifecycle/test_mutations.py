"""Whatever changes in a module that tools are made from: the next run says and writes what a clean one does.

By hand, longer: `TOOLSCHEMA_MUTATIONS=50 pytest tests/lifecycle/test_mutations.py`, about eighty mutations a round.
"""

from __future__ import annotations

import os
from functools import cache
from random import Random

import pytest

from tests.lifecycle.clean import clean_run_of
from tests.lifecycle.modes import MODES
from tests.lifecycle.mutants import mutated, pairs, support
from tests.lifecycle.project import Outcome, Project

_ROUNDS = int(os.environ.get("TOOLSCHEMA_MUTATIONS", "2"))
_SEED = int(os.environ.get("TOOLSCHEMA_MUTATIONS_SEED", "1"))
_CONFIG = """\
[tool.mypy]
plugins = ["toolschema_mypy"]
ignore_missing_imports = true
[tool.toolschema]
inject_types = ["support.contexts.ToolContext", "support.contexts.RunContext"]
"""


@cache
def _sources(number: int) -> dict[str, str]:
    """The project in a round: some modules mutated, some modules of tools edited, others neither."""
    if number == 0:
        sources = dict(support())
        for name, pair in pairs().items():
            sources[f"tools_{name}.py"] = pair.tools
            sources[f"made_from_{name}.py"] = mutated(pair, Random(_SEED))
        return sources
    random = Random(_SEED * 10_000 + number)
    sources = dict(_sources(number - 1))
    for name, pair in pairs().items():
        if random.random() < 0.6:
            sources[f"made_from_{name}.py"] = mutated(pair, random)
        if random.random() < 0.4:
            sources[f"tools_{name}.py"] += f"EDITED_{number} = True\n"
    return sources


@cache
def _clean(number: int) -> tuple[tuple[str, ...], dict[str, str]]:
    outcome, files = clean_run_of(_sources(number), _CONFIG)
    assert len(files) > len(pairs()) / 2, outcome
    return _ours(outcome), files


def _ours(outcome: Outcome) -> tuple[str, ...]:
    """Our errors; mypy's daemon does not repeat all of mypy's own."""
    return tuple(line for line in outcome.lines if ": error: " in line and "[tool-" in line)


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "dmypy-run"])
def test_every_mutation_is_noticed(project: Project, mode: str) -> None:
    project.configure(_CONFIG)
    for number in range(_ROUNDS + 1):
        project.update(_sources(number))
        outcome = MODES[mode](project)
        lines, files = _clean(number)
        assert (number, files) == (number, project.side_files())
        assert (number, lines) == (number, _ours(outcome))
