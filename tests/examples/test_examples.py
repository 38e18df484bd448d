"""The examples do what their transcripts say, and their side-files are what mypy writes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
TRANSCRIPTS = Path(__file__).parent / "transcripts"
# Folders with settings of their own; the second needs a package that the first does not.
PROJECTS = [".", "counter"]
SIDE_FILES = sorted(path.relative_to(EXAMPLES) for path in EXAMPLES.rglob("*.toolschema.json"))


def run(*arguments: str, cwd: Path) -> str:
    """What Python prints, errors included."""
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert 0 == done.returncode, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The examples without side-files and caches, as mypy then leaves them."""
    folder = tmp_path_factory.mktemp("fresh") / "examples"
    ignored = shutil.ignore_patterns("*.toolschema.json", ".*", "__pycache__")
    shutil.copytree(EXAMPLES, folder, ignore=ignored)
    for project in PROJECTS:
        said = run("-m", "mypy", cwd=folder / project)
        assert said.startswith("Success: no issues found"), said
    return folder


def test_mypy_makes_just_the_side_files_that_are_committed(fresh: Path) -> None:
    made = sorted(path.relative_to(fresh) for path in fresh.rglob("*.toolschema.json"))
    assert SIDE_FILES == made


@pytest.mark.parametrize("path", SIDE_FILES, ids=str)
def test_a_committed_side_file_is_what_mypy_writes(path: Path, fresh: Path) -> None:
    committed = (EXAMPLES / path).read_text(encoding="utf-8")
    assert committed == (fresh / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("transcript", "command", "project"),
    [
        ("smallest", ["smallest.py"], "."),
        ("play", ["-m", "shop.play"], "."),
        ("counter", ["play.py"], "counter"),
    ],
)
def test_an_example_prints_its_transcript(
    transcript: str, command: list[str], project: str, fresh: Path
) -> None:
    expected = (TRANSCRIPTS / f"{transcript}.txt").read_text(encoding="utf-8")
    assert expected == run(*command, cwd=fresh / project)
