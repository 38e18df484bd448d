"""The tools that judge our source are content: each is an ordinary test, so that one command runs all."""

from __future__ import annotations

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
