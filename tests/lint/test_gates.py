"""The tools that judge our source are content: each is an ordinary test, so that one command runs all."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = Path(sysconfig.get_path("scripts"))

GATES = {
    "ruff check": [sys.executable, "-m", "ruff", "check", "--no-cache", "."],
    "ruff format": [sys.executable, "-m", "ruff", "format", "--check", "--no-cache", "."],
    "mypy": [sys.executable, "-m", "mypy"],
    "mypy of the tests": [sys.executable, "-m", "mypy", "--config-file", "tests/mypy.ini"],
    "pyright": [sys.executable, "-m", "pyright", "--pythonpath", sys.executable],
    "import-linter": [str(SCRIPTS / "lint-imports"), "--no-cache"],
}


@pytest.mark.parametrize("gate", GATES)
def test_our_source_passes(gate: str) -> None:
    done = subprocess.run(GATES[gate], cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, f"{gate} says:\n{done.stdout}{done.stderr}"


def test_what_a_users_mypy_reads_for_the_runtime_stays_small(tmp_path: Path) -> None:
    """Each module that ours import at the top, for types too, is read in every cold run of a user's."""
    (tmp_path / "tools.py").write_text("from toolschema_runtime import ToolRegistry, tool\n")
    command = [sys.executable, "-m", "mypy", "-v", "--config-file=", "--cache-dir=/dev/null"]
    done = subprocess.run(
        [*command, "tools.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    read = re.findall(r"LOG:  Parsing \S+ \((\w+)", done.stderr)
    assert "toolschema_runtime" in read
    assert not {"asyncio", "concurrent", "http", "socket", "unittest", "xml"} & {*read}
