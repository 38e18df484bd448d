"""Every case under `cases/`, in one build of mypy: its diagnostics and its side-file are the expected ones.

`pytest tests/typecheck --update-golden` rewrites the golden side-files; read what it wrote.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.typecheck.case import CASES, FOLDER, Case, Printed, printed_in

ROOT = Path(__file__).parents[2]
RUNNABLE = [case for case in CASES if case.requires() <= sys.version_info[:2]]
CONFIGURATION = """
[mypy]
plugins = toolschema_mypy
namespace_packages = true
explicit_package_bases = true
cache_dir = {null}
show_traceback = true
disable_error_code = empty-body
enable_incomplete_feature = InlineTypedDict
warn_unused_ignores = true
[mypy-untyped_package.*,annotated_doc.*]
ignore_missing_imports = true
[toolschema]
output = {output}
inject_types = support.contexts.ToolContext, support.contexts.RunContext, untyped_package.Context
"""


@dataclass(frozen=True)
class Build:
    """What one run of mypy over all cases printed and where it wrote."""

    printed: Mapping[Path, list[Printed]]
    output: Path


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    folder = tmp_path_factory.mktemp("typecheck")
    output = folder / "output"
    configuration = folder / "mypy.ini"
    configuration.write_text(CONFIGURATION.format(null=os.devnull, output=output), "utf-8")
    files = [case.path.relative_to(FOLDER.parent) for case in RUNNABLE]
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", configuration, *files],
        cwd=FOLDER.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.stderr == ""
    printed = {FOLDER.parent / file: said for file, said in printed_in(ran.stdout).items()}
    strangers = printed.keys() - {case.path for case in RUNNABLE}
    assert not strangers, f"mypy printed diagnostics of files that are no cases: {strangers}"
    return Build(printed, output)


@pytest.mark.parametrize("case", RUNNABLE, ids=str)
def test_diagnostics_are_those_in_the_comments(case: Case, build: Build) -> None:
    assert case.expected() == build.printed.get(case.path, [])


@pytest.mark.parametrize("case", RUNNABLE, ids=str)
def test_side_file_is_the_golden_one(
    case: Case, build: Build, request: pytest.FixtureRequest
) -> None:
    side_file = case.side_file_in(build.output)
    actual = side_file.read_bytes() if side_file.exists() else None
    if request.config.getoption("--update-golden", default=False):
        if actual is None:
            case.golden.unlink(missing_ok=True)
        else:
            case.golden.write_bytes(actual)
    expected = case.golden.read_bytes() if case.golden.exists() else None
    assert _text(expected) == _text(actual)


def _text(content: bytes | None) -> str | None:
    return None if content is None else content.decode()
