"""Runs that are killed, that meet, or that cannot write: nothing torn, nothing lost, mended by the next."""

from __future__ import annotations

import ctypes
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from tests.lifecycle.clean import clean_run
from tests.lifecycle.project import Project
from tests.lifecycle.sources import Choices, render

Printed: TypeAlias = "subprocess.CompletedProcess[str]"

_KILLS = int(os.environ.get("TOOLSCHEMA_KILLS", "4"))
# The default that is out of bounds is an error that no type of a symbol tells of.
EDITS = [
    Choices(point_default="2.5", zone_value="eur"),
    Choices(bound=1, point_doc="Somewhere."),
    Choices(has_desk=False, limit=10),
    Choices(desk_has_tool=False, alias_doc="Labels.", has_cycle=False),
]
# mypy, where something is done to each side-file as soon as it is written.
OVERTAKEN = """\
import sys
from mypy.main import main
from toolschema_mypy.hooks import module_build

def overtaken(path, content, write=module_build.write):
    write(path, content)
    {then}

module_build.write = overtaken
sys.argv = ["mypy", "."]
main()
"""


def start(project: Project, *arguments: str) -> subprocess.Popen[str]:
    """Start mypy in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "mypy", *arguments],
        cwd=project.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def assert_whole(project: Project) -> None:
    """No side-file is torn, and each is one that some state of the sources has given."""
    for name, text in project.side_files().items():
        assert json.loads(text)["toolschema"] == 1, name


@pytest.mark.parametrize("arguments", [["."], ["-n", "2", "."], ["--no-sqlite-cache", "."]])
def test_after_a_kill_at_any_moment_a_run_leaves_what_a_clean_run_leaves(
    project: Project, arguments: list[str]
) -> None:
    moments = random.Random(7)
    project.update(render(Choices()))
    started = time.monotonic()
    assert "Success" in start(project, *arguments).communicate()[0]
    length = time.monotonic() - started
    for turn in range(_KILLS):
        choices = EDITS[turn % len(EDITS)]
        project.update(render(choices))
        running = start(project, *arguments)
        time.sleep(length * moments.uniform(0.3, 1.1))
        os.killpg(running.pid, signal.SIGKILL)
        running.communicate()
        assert_whole(project)
        outcome = project.mypy(*arguments)
        expected, files = clean_run(choices)
        assert files == project.side_files()
        assert expected == outcome
        assert not [*project.root.glob(".*.tmp")]


@pytest.mark.parametrize("arguments", [["."], ["-n", "2", "."], ["--cache-dir=/dev/null", "."]])
def test_what_a_killed_run_was_writing_goes_with_the_next(
    project: Project, arguments: list[str]
) -> None:
    project.update(render(Choices()))
    project.mypy(*arguments)
    project.update(render(EDITS[0]))
    # As a kill between writing and renaming leaves it.
    places = [project.root, *project.root.glob(".mypy_cache/*/toolschema/*")]
    left = [places[0] / ".shop.toolschema.json.680-0fe1c2d3.tmp"]
    left += [place / ".shop.state.json.680-0fe1c2d3.tmp" for place in places[1:]]
    for path in left:
        path.write_text('{"toolschema": 1, "too')
    project.mypy(*arguments)
    assert not [path for path in left if path.exists()]
    assert clean_run(EDITS[0])[1] == project.side_files()


@pytest.mark.parametrize("number", [2, 4])
def test_runs_at_once_leave_what_one_leaves(project: Project, number: int) -> None:
    choices = EDITS[0]
    project.update(render(Choices()))
    project.mypy(".")
    project.update(render(choices))
    runs = [start(project, ".") for _ in range(number)]
    outputs = [run.communicate()[0] for run in runs]
    assert [0] * number == [run.returncode for run in runs], outputs
    _, files = clean_run(choices)
    assert files == project.side_files()
    assert not [*project.root.glob(".*.tmp")]
    expected, _ = clean_run(choices)
    assert expected == project.mypy(".")
    assert files == project.side_files()


@pytest.mark.parametrize(
    "then", ["path.write_bytes(content.replace(b'Move', b'Mend'))", "path.unlink()"]
)
def test_what_another_run_does_right_after_a_write_is_undone_by_the_next(
    project: Project, then: str
) -> None:
    project.update(render(Choices()))
    overtaken = [sys.executable, "-B", "-c", OVERTAKEN.format(then=then)]
    subprocess.run(overtaken, cwd=project.root, stdout=subprocess.DEVNULL, check=True)
    expected, files = clean_run(Choices())
    assert files != project.side_files()
    assert expected == project.mypy(".")
    assert files == project.side_files()


def obey_permissions() -> None:
    """From the next program on let root, too, be stopped by the permissions of files (Linux)."""
    if sys.platform != "linux":
        return
    system = ctypes.CDLL(None)
    for capability in (1, 2):  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
        system.prctl(24, capability, 0, 0, 0)  # PR_CAPBSET_DROP


def run_limited(project: Project, limit: Callable[[], None], *arguments: str) -> Printed:
    """Run a program in a project's folder, under a limit of the system."""
    return subprocess.run(
        [sys.executable, "-B", *arguments],
        cwd=project.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=limit,
        check=False,
    )


@pytest.mark.parametrize("cache", [".mypy_cache", os.devnull])
def test_a_folder_that_cannot_be_written_is_an_error_that_names_it(
    project: Project, cache: str
) -> None:
    arguments = ("-m", "mypy", f"--cache-dir={cache}", ".")
    project.update(render(Choices()))
    project.mypy(*arguments[2:])
    before = project.side_files()
    project.update(render(EDITS[0]))
    project.root.chmod(0o555)
    try:
        if run_limited(project, obey_permissions, "-c", "open('new', 'w')").returncode == 0:
            pytest.skip("this system lets root write everywhere")
        for _ in range(2):
            ran = run_limited(project, obey_permissions, *arguments)
            assert 1 == ran.returncode
            assert 'shop.toolschema.json" could not be written: Permission' in ran.stdout
        assert before == project.side_files()
    finally:
        project.root.chmod(0o755)
    project.mypy(*arguments[2:])
    assert clean_run(EDITS[0])[1] == project.side_files()


def test_a_cache_that_cannot_be_written_costs_no_side_file(project: Project) -> None:
    project.update(render(Choices()))
    project.mypy("--no-sqlite-cache", ".")
    folders = [project.root / ".mypy_cache", *(project.root / ".mypy_cache").rglob("*")]
    folders = [folder for folder in folders if folder.is_dir()]
    for choices in EDITS[:2]:
        project.update(render(choices))
        for folder in folders:
            folder.chmod(0o555)
        try:
            ran = run_limited(project, obey_permissions, "-m", "mypy", "--no-sqlite-cache", ".")
        finally:
            for folder in folders:
                folder.chmod(0o755)
        expected, files = clean_run(choices)
        assert files == project.side_files()
        assert all(line in ran.stdout for line in expected.lines)
    project.mypy("--no-sqlite-cache", ".")
    assert clean_run(EDITS[1])[1] == project.side_files()


def test_a_full_disk_tears_nothing_and_is_mended_by_the_next_run(project: Project) -> None:
    project.update(render(Choices()))
    project.mypy("--cache-dir=/dev/null", ".")
    before = project.side_files()
    project.update(render(EDITS[0]))

    def no_space() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = run_limited(project, no_space, "-m", "mypy", "--cache-dir=/dev/null", ".")
    assert 1 == done.returncode
    assert 'shop.toolschema.json" could not be written: File too large' in done.stdout
    assert before["shop.toolschema.json"] == project.side_files()["shop.toolschema.json"]
    assert not [*project.root.glob(".*.tmp")]
    project.mypy("--cache-dir=/dev/null", ".")
    assert clean_run(EDITS[0])[1] == project.side_files()


def test_what_cannot_be_removed_is_said_and_goes_with_a_later_run(project: Project) -> None:
    project.update(render(Choices()))
    project.mypy(".")
    # A folder in place of the file cannot be unlinked, by root neither.
    side_file = project.root / "desk.toolschema.json"
    side_file.unlink()
    (side_file / "x").mkdir(parents=True)
    project.delete("desk.py")
    assert "cannot remove" in project.output(".")
    (side_file / "x").rmdir()
    side_file.rmdir()
    assert "cannot remove" not in project.output(".")


def test_a_syntax_error_anywhere_leaves_all_side_files_as_they_were(
    project: Project, tmp_path: Path
) -> None:
    project.update(render(Choices()))
    project.mypy(".")
    before = project.side_files()
    project.write("wrong.py", "def broken(:\n")
    assert project.mypy(".").has_errors
    assert before == project.side_files()
    project.delete("wrong.py")
    project.mypy(".")
    assert before == project.side_files()
