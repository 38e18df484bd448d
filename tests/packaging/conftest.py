"""Wheels and environments, made once for all tests of this folder."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(command: Sequence[str | Path], cwd: Path) -> str:
    """What a command prints; a failure shows all of it."""
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False
    )
    assert 0 == done.returncode, f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}"
    return done.stdout


def build_wheel(project: Path, into: Path) -> Path:
    """The wheel of *project*, built with the backends that are installed here, so without a network."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--wheel"]
    run([*build, "--outdir", into, "."], project)
    (wheel,) = into.glob("*.whl")
    return wheel


class Environment:
    """A virtual environment with nothing in it but what is installed from wheels."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=False)
        self.folder = folder
        bin_folder = folder / ("Scripts" if sys.platform == "win32" else "bin")
        self.python = bin_folder / Path(sys.executable).name

    def install(self, wheel: Path) -> None:
        """Install one wheel and nothing that it asks for."""
        pip = [sys.executable, "-m", "pip", "--python"]
        run(
            [*pip, self.python, "install", "-q", "--no-index", "--no-deps", "--no-compile", wheel],
            self.folder,
        )

    def run(self, *arguments: str | Path, cwd: Path) -> str:
        """What this environment's Python prints."""
        return run([self.python, *arguments], cwd)


@pytest.fixture(scope="session")
def our_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this distribution."""
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture
def bare(tmp_path: Path, our_wheel: Path) -> Environment:
    """An environment that holds this distribution without its extras: the runtime alone can work."""
    environment = Environment(tmp_path / "environment")
    environment.install(our_wheel)
    return environment
