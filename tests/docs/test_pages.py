"""What the README and the pages show is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.docs.pages import Block, blocks, commands
from toolschema_mypy.hooks.options import read_settings

ROOT = Path(__file__).parents[2]
# The pages of docs/diagnostics and docs/providers have tests of their own.
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]

# SDKs are not installed here; what the pages do with theirs is checked where they are.
SDKS = """
[[tool.mypy.overrides]]
module = ["anthropic.*", "openai.*", "google.*", "mcp.*", "aisuite.*", "fastapi.*", "sqlalchemy.*"]
ignore_missing_imports = true
"""

PLUGIN = Block("toml", '[tool.mypy]\nplugins = ["toolschema_mypy"]\n', "pyproject.toml", 0)


def run(command: str, project: Path, *, errors: bool = True) -> str:
    """What a command of a page prints, run as a reader would in an activated environment."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    # A pytest of the reader's own is not a part of ours.
    own = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
    environment = {**own, "PATH": path, "COLUMNS": "100", "PYTHONPATH": str(project)}
    done = subprocess.run(
        command,
        shell=True,
        cwd=project,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr if errors else done.stdout


def write(block: Block, project: Path) -> None:
    assert block.path is not None
    path = project / block.path
    path.parent.mkdir(parents=True, exist_ok=True)
    settings = SDKS if block.path == "pyproject.toml" else ""
    path.write_text(block.text + settings, encoding="utf-8")


def test_every_block_is_one_that_a_test_can_run() -> None:
    runnable = {"console", "pycon", "toml", "ini", "yaml", "json", "text"}
    untested = [
        f"{page.name}:{block.line} {block.language}"
        for page in PAGES
        for block in blocks(page)
        if block.path is None and block.language not in runnable
    ]
    assert [] == untested


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_a_page_does_what_it_shows(page: Path, tmp_path: Path) -> None:
    write(PLUGIN, tmp_path)
    session: list[str] = []
    for block in blocks(page):
        if block.path is not None:
            write(block, tmp_path)
        elif block.language == "console":
            for command in commands(block.text):
                said = run(command.line, tmp_path)
                assert matches(command.printed, said), f"$ {command.line}\n{said}"
        elif block.language == "pycon":
            session.append(block.text)
    if session:
        (tmp_path / "session.txt").write_text("\n".join(session), encoding="utf-8")
        # What the session logs goes to stderr; what differs, to stdout.
        doctest = f'"{sys.executable}" -m doctest -o ELLIPSIS session.txt'
        said = run(doctest, tmp_path, errors=False)
        assert "" == said


def matches(printed: str, said: str) -> bool:
    """Whether a command said what the page shows; spaces count once, and `...` stands for anything."""
    shown, got = (re.sub(r"[ \n]+", " ", text).strip() for text in (printed, said))
    pattern = re.escape(shown).replace(re.escape("..."), ".*")
    return re.fullmatch(pattern, got, re.DOTALL) is not None


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_all_python_of_a_page_passes_mypy_strict(page: Path, tmp_path: Path) -> None:
    python = [block for block in blocks(page) if (block.path or "").endswith(".py")]
    if not python:
        pytest.skip("no Python on this page")
    for block in (PLUGIN, *python):
        write(block, tmp_path)
    said = run(f'"{sys.executable}" -m mypy --strict --explicit-package-bases .', tmp_path)
    assert said.startswith("Success"), said


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"`[^`\n]*`", "", page.read_text(encoding="utf-8"))
    targets = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", prose)
    assert [] == [target for target in targets if not (page.parent / target).exists()]


def test_the_index_leads_to_every_page() -> None:
    index = (ROOT / "docs" / "README.md").read_text(encoding="utf-8")
    found = (ROOT / "docs").iterdir()
    pages = {page.name for page in found if page.is_dir() or page.suffix == ".md"} - {
        "README.md",
        "__pycache__",
    }
    assert set() == {name for name in pages if f"({name})" not in index}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_settings_on_a_page_are_ones_that_there_are(page: Path, tmp_path: Path) -> None:
    complaints: list[str] = []
    for block in blocks(page):
        if block.language in {"toml", "ini"}:
            name = "pyproject.toml" if block.language == "toml" else "mypy.ini"
            (tmp_path / name).write_text(block.text, encoding="utf-8")
            complaints += read_settings(str(tmp_path / name))[1]
    assert [] == complaints
