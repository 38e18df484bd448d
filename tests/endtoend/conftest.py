"""A module of this folder as a project of its own, checked by mypy with the plugin."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="module")
def check(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Makes a module importable once mypy has found nothing wrong with it; gives what mypy printed."""
    folder = tmp_path_factory.mktemp("project")
    checked: list[str] = []

    def run(name: str) -> str:
        shutil.copy(Path(__file__).with_name(f"{name}.py"), folder)
        (folder / "mypy.ini").write_text("[mypy]\nplugins = toolschema_mypy\n")
        said = subprocess.run(
            [sys.executable, "-m", "mypy", "--no-incremental", f"{name}.py"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert said.returncode == 0, said.stdout + said.stderr
        checked.append(name)
        return said.stdout

    sys.path.insert(0, str(folder))
    try:
        yield run
    finally:
        sys.path.remove(str(folder))
        for name in checked:
            sys.modules.pop(name, None)
