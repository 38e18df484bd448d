"""The adapter passes mypy beside the package, which has no types; the ordinary run does not find it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_adapter_passes_mypy_with_the_package(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "mypy",
        f"--cache-dir={tmp_path}",
        "toolschema_runtime/adapters/aisuite",
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
