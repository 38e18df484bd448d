"""Runs the check of values in the environment of the sample, which has what the check needs."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from tests.corpus.sample import ROOT


def run_values(python: Path, folder: Path) -> tuple[str, ...]:
    """What `value_check` finds in the side-files of *folder*; one fault if it cannot run."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
    command: list[str | Path] = [python, "-m", "tests.corpus.value_check", folder]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if ran.returncode != 0:
        return (f"values could not be checked: {ran.stderr.strip()}",)
    return tuple(json.loads(ran.stdout))
