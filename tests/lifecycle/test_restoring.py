"""Side-files that are missing, edited, or left over are put right by the next run, whatever is cached."""

from __future__ import annotations

import shutil

import pytest

from tests.lifecycle.clean import clean_run_of
from tests.lifecycle.modes import MODES, dmypy_check, dmypy_recheck
from tests.lifecycle.project import CONFIG, Project

TOOLS = """\
from toolschema_runtime import tool

@tool
def send(to: str) -> int:
    return 1
"""
PLAIN = "def send(to: str) -> int:\n    return 1\n"
USES = "import mail\n\nvalue: int = mail.send('x')\n"
SIDE_FILE = "mail.toolschema.json"


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "dmypy-run", "dmypy-from-cache"])
def test_a_side_file_that_was_deleted_or_edited_is_put_back(project: Project, mode: str) -> None:
    run = MODES[mode]
    project.write("mail.py", TOOLS)
    project.write("uses.py", USES)
    run(project)
    written = project.side_files()
    project.delete(SIDE_FILE)
    run(project)
    assert written == project.side_files()
    (project.root / SIDE_FILE).write_text("{}")
    run(project)
    assert written == project.side_files()
    # The daemon has seen nothing to check in between.
    project.delete(SIDE_FILE)
    run(project)
    assert written == project.side_files()


@pytest.mark.parametrize("mode", ["dmypy-check", "dmypy-recheck"])
def test_it_is_put_back_with_the_next_edit_where_nobody_says_that_a_run_begins(
    project: Project, mode: str
) -> None:
    run = {"dmypy-check": dmypy_check, "dmypy-recheck": dmypy_recheck}[mode]
    project.write("mail.py", TOOLS)
    project.write("post.py", TOOLS)
    project.write("uses.py", USES)
    run(project)
    written = project.side_files()
    project.delete(SIDE_FILE)
    (project.root / "post.toolschema.json").write_text("{}")
    project.write("uses.py", f"{USES}more: int = 1\n")
    run(project)
    assert written == project.side_files()


WRONG = {
    "class": "from toolschema_runtime import tool\n\n@tool\nclass Send: ...\n",
    "overloads": """\
from typing import overload
from toolschema_runtime import tool

@overload
def send(to: str) -> int: ...
@overload
def send(to: int) -> str: ...
@tool
def send(to: object) -> object:
    return to
""",
}


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "files-cache"])
@pytest.mark.parametrize("wrong", WRONG)
def test_one_that_only_says_what_was_left_out_is_put_back_also_without_memory(
    project: Project, mode: str, wrong: str
) -> None:
    run = MODES[mode]
    project.write("mail.py", WRONG[wrong])
    first = run(project)
    written = project.side_files()
    assert [SIDE_FILE] == [*written]
    project.delete(SIDE_FILE)
    for memory in (project.root / ".mypy_cache").glob("*/toolschema"):
        shutil.rmtree(memory)
    assert first == run(project)
    assert written == project.side_files()


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "dmypy-run"])
@pytest.mark.parametrize("source", [TOOLS, WRONG["class"]])
def test_one_that_could_not_be_written_is_written_as_soon_as_it_can_be(
    project: Project, mode: str, source: str
) -> None:
    run = MODES[mode]
    project.write("mail.py", source)
    (project.root / SIDE_FILE).mkdir()
    assert "could not be written: Is a directory" in " ".join(run(project).lines)
    (project.root / SIDE_FILE).rmdir()
    project.write("uses.py", "value = 1\n")
    if mode == "dmypy-run":
        project.touch("mail.py")
    outcome = run(project)
    expected, files = clean_run_of({"mail.py": source, "uses.py": "value = 1\n"})
    assert files == project.side_files()
    assert expected == outcome


@pytest.mark.parametrize("mode", ["mypy", "dmypy-run"])
@pytest.mark.parametrize("name", ["tool", "sees"])
def test_it_goes_again_where_the_tools_were_lost_through_another_module(
    project: Project, mode: str, name: str
) -> None:
    run = MODES[mode]
    on = f"from toolschema_runtime import {name} as given\n"
    off = "from typing import TypeVar\nT = TypeVar('T')\ndef given(f: T) -> T:\n    return f\n"
    source = {"tool": "@given\ndef go(n: int) -> None: ...\n"}.get(name, STATE)
    project.write("mail.py", f"from hub import given\n{source}")
    project.write("hub.py", on)
    run(project)
    written = project.side_files()
    assert [SIDE_FILE] == [*written]
    project.write("hub.py", off)
    run(project)
    assert {} == project.side_files()
    project.write("hub.py", on)
    project.mypy(".")  # beside the daemon
    assert written == project.side_files()
    project.write("hub.py", off)
    run(project)
    assert {} == project.side_files()
    (project.root / SIDE_FILE).write_text(written[SIDE_FILE])
    run(project)
    assert {} == project.side_files()


STATE = """\
class Mail:
    @property
    @given
    def unread(self) -> int:
        return 1
"""


def test_a_project_that_was_moved_with_its_cache_is_at_home_after_a_run(project: Project) -> None:
    project.write("mail.py", TOOLS)
    project.write("post.py", TOOLS)
    project.mypy(".")
    moved = project.root.with_name("moved")
    project.root.rename(moved)
    project.root = moved
    project.mypy(".")
    assert [] == project.checked(".")
    project.delete("mail.py")
    project.mypy(".")
    assert ["post.toolschema.json"] == [*project.side_files()]


def test_a_run_in_a_copy_leaves_the_original_alone(project: Project) -> None:
    project.write("mail.py", TOOLS)
    project.mypy(".")
    original, copy = project.root, project.root.with_name("copy")
    shutil.copytree(original, copy)
    project.rename("mail.py", "mail.py.orig")
    project.root = copy
    project.mypy(".")
    project.root = original
    assert [SIDE_FILE] == [*project.side_files()]


def test_words_are_read_where_a_module_is_now_and_not_where_it_was_cached(project: Project) -> None:
    # mypy's trees keep the path from which they were cached: here another folder's.
    project.write("models.py", MODELS.format(99))
    project.write("sub/__init__.py", "")
    project.write("sub/models.py", MODELS.format(5))
    tools = SENT.replace("models", "sub.models")
    project.write("sub/tools.py", tools)
    project.mypy(".")
    written = project.side_files()
    project.touch("sub/models.py")
    assert not project.mypy_in("sub", ".").has_errors
    project.touch("sub/tools.py")
    assert not project.mypy(".").has_errors
    assert written == project.side_files()
    assert not project.mypy_in("sub", ".").has_errors
    assert written == project.side_files()


MODELS = """\
from dataclasses import dataclass
from typing import Annotated
from annotated_types import Le

@dataclass
class Place:
    x: Annotated[int, Le({})]
"""
SENT = """\
from models import Place
from toolschema_runtime import tool

@tool
def send(to: Place) -> None: ...
"""


def test_a_daemon_from_a_cache_reads_a_module_where_it_has_moved(project: Project) -> None:
    sources = {"models.py": MODELS.format(5), "mail.py": SENT}
    project.update(sources)
    project.mypy("--cache-fine-grained", ".")
    MODES["dmypy-from-cache"](project)
    moved = {"models/__init__.py": MODELS.format(9), "mail.py": SENT}
    project.update(moved)
    outcome = dmypy_check(project)
    expected, files = clean_run_of(moved)
    assert files == project.side_files()
    assert expected == outcome


def test_a_run_in_another_folder_with_the_same_cache_removes_nothing_there(
    project: Project,
) -> None:
    project.write("mail.py", TOOLS)
    project.write("sub/other.py", "x = 1\n")
    project.mypy(".")
    (project.root / "sub/mail.toolschema.json").write_text('{"mine": 1}')
    project.mypy_in("sub", "other.py")
    assert [SIDE_FILE, "sub/mail.toolschema.json"] == [*project.side_files()]
    project.delete("mail.py")
    project.mypy(".")
    assert ["sub/mail.toolschema.json"] == [*project.side_files()]


@pytest.mark.parametrize("mode", ["mypy", "no-cache", "dmypy-run", "dmypy-check"])
def test_the_side_file_goes_with_the_last_tool(project: Project, mode: str) -> None:
    run = MODES[mode]
    project.write("mail.py", TOOLS)
    run(project)
    assert [SIDE_FILE] == [*project.side_files()]
    project.write("mail.py", PLAIN)
    run(project)
    assert {} == project.side_files()


@pytest.mark.parametrize("mode", ["dmypy-run", "dmypy-check"])
def test_a_daemon_removes_what_another_run_wrote_for_code_that_was_taken_back(
    project: Project, mode: str
) -> None:
    run = MODES[mode]
    project.write("mail.py", PLAIN)
    project.write("post.py", TOOLS)
    project.write("uses.py", USES)
    run(project)
    project.write("mail.py", TOOLS)
    project.mypy(".")
    assert [SIDE_FILE, "post.toolschema.json"] == [*project.side_files()]
    project.write("mail.py", PLAIN)
    if mode == "dmypy-check":
        project.write("uses.py", f"{USES}more: int = 1\n")
    run(project)
    assert ["post.toolschema.json"] == [*project.side_files()]


@pytest.mark.parametrize("emptied", ["", "x = 1\n", PLAIN])
def test_the_side_file_goes_with_the_last_tool_where_imports_are_followed_silently(
    project: Project, emptied: str
) -> None:
    with (project.root / "pyproject.toml").open("a") as config:
        config.write('follow_imports = "silent"\n')
    project.write("mail.py", TOOLS)
    project.mypy(".")
    assert [SIDE_FILE] == [*project.side_files()]
    project.write("mail.py", emptied)
    project.mypy(".")
    assert {} == project.side_files()


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "no-cache", "dmypy-run"])
def test_the_side_file_goes_with_its_module(project: Project, mode: str) -> None:
    """C95."""
    run = MODES[mode]
    project.write("mail.py", TOOLS)
    project.write("other.py", "x = 1\n")
    run(project)
    project.delete("mail.py")
    run(project)
    assert {} == project.side_files()


def test_the_side_files_of_a_folder_that_is_gone_go(project: Project) -> None:
    project.write("post/__init__.py", "")
    project.write("post/mail.py", TOOLS)
    project.write("other.py", "x = 1\n")
    project.mypy(".")
    project.delete("post/mail.py", "post/__init__.py")
    project.mypy(".")
    assert {} == project.side_files()


@pytest.mark.parametrize("mode", ["mypy", "no-cache", "dmypy-run", "dmypy-check"])
def test_a_renamed_module_takes_its_side_file_along(project: Project, mode: str) -> None:
    run = MODES[mode]
    project.write("mail.py", TOOLS)
    run(project)
    written = project.read(SIDE_FILE)
    project.rename("mail.py", "post.py")
    run(project)
    assert {"post.toolschema.json": written} == project.side_files()


@pytest.mark.parametrize("mode", ["mypy", "dmypy-run"])
def test_a_package_that_becomes_a_module_and_back(project: Project, mode: str) -> None:
    run = MODES[mode]
    project.write("mail/__init__.py", TOOLS)
    run(project)
    written = project.read("mail/__init__.toolschema.json")
    project.rename("mail/__init__.py", "mail.py")
    run(project)
    assert {SIDE_FILE: written} == project.side_files()
    project.rename("mail.py", "mail/__init__.py")
    run(project)
    assert {"mail/__init__.toolschema.json": written} == project.side_files()


# Not in the daemon: mypy's own does not look at a source again when the stub beside it goes.
@pytest.mark.parametrize("mode", ["mypy", "no-cache"])
def test_a_stub_beside_the_source_hides_its_tools(project: Project, mode: str) -> None:
    run = MODES[mode]
    project.write("mail.py", TOOLS)
    run(project)
    written = project.side_files()
    project.write("mail.pyi", "def send(to: str) -> int: ...\n")
    run(project)
    assert {} == project.side_files()
    project.delete("mail.pyi")
    run(project)
    assert written == project.side_files()


def test_files_of_other_people_are_left_alone(project: Project) -> None:
    project.write("mail.py", TOOLS)
    others = {
        "a-sample.toolschema.json": '{"toolschema": 1, "tools": []}',
        "sample.toolschema.json": '{"something": "else"}',
        "torn.toolschema.json": '{"toolschema": 1, "to',
    }
    for name, text in others.items():
        (project.root / name).write_text(text)
    project.mypy(".")
    assert {*others, SIDE_FILE} == {*project.side_files()}


def test_a_side_file_of_a_module_without_tools_goes(project: Project) -> None:
    project.write("mail.py", PLAIN)
    project.mypy(".")
    (project.root / SIDE_FILE).write_text('{"toolschema": 1, "tools": []}')
    project.mypy(".")
    assert {} == project.side_files()


def test_a_daemon_writes_nothing_for_modules_that_are_gone_together(project: Project) -> None:
    # mypy checks the second again because the first is gone, and only then sees that it is too.
    project.write("ring/__init__.py", "")
    project.write("ring/one.py", TOOLS + "\nclass One: ...\n")
    project.write("ring/two.py", "from ring.one import One\n" + TOOLS.replace("str", "One"))
    dmypy_check(project)
    project.delete("ring/one.py", "ring/two.py", *project.side_files())
    dmypy_check(project)
    assert {} == project.side_files()


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "dmypy-run"])
def test_in_a_folder_of_their_own_a_module_that_changes_its_name_leaves_nothing(
    project: Project, mode: str
) -> None:
    run = MODES[mode]
    project.configure(f'{CONFIG}\n[tool.toolschema]\noutput = "schemas"\n')
    project.write("pack/mail.py", TOOLS)
    run(project)
    assert ["schemas/mail.toolschema.json"] == [*project.side_files()]
    project.write("pack/__init__.py", "")
    run(project)
    assert ["schemas/pack.mail.toolschema.json"] == [*project.side_files()]
    project.delete("pack/__init__.py")
    run(project)
    assert ["schemas/mail.toolschema.json"] == [*project.side_files()]


@pytest.mark.parametrize("source", [TOOLS, PLAIN])
@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "dmypy-run"])
def test_a_module_that_a_package_hides_has_no_side_file(
    project: Project, mode: str, source: str
) -> None:
    run = MODES[mode]
    project.write("mail.py", TOOLS)
    run(project)
    project.write("mail/__init__.py", source)
    run(project)
    expected = ["mail/__init__.toolschema.json"] if source == TOOLS else []
    assert expected == [*project.side_files()]
