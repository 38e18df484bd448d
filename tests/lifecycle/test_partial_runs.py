"""A run touches the side-files of those modules whose errors it shows, and no others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.lifecycle.clean import clean_run_of
from tests.lifecycle.modes import MODES
from tests.lifecycle.project import CONFIG, Project

ONE = """\
from toolschema_runtime import tool
from two import Thing

@tool
def one(thing: Thing) -> int:
    return 1
"""
TWO = """\
from dataclasses import dataclass
from toolschema_runtime import tool

@dataclass
class Thing:
    size: int = 1

@tool
def two(size: int) -> int:
    return 1
"""
NESTED = """\
from toolschema_runtime import tool

def make() -> None:
    @tool
    def inner() -> None: ...
"""
SKIPPED = f"""\
{CONFIG}
[[tool.mypy.overrides]]
module = "toolschema_runtime.*"
follow_imports = "skip"
"""
SOURCES = ["one.py", "two.py", "registry.py"]
BOTH = ["one.toolschema.json", "two.toolschema.json"]


@pytest.fixture
def two(project: Project) -> Project:
    """Two modules with tools, the first importing the second."""
    project.write("one.py", ONE)
    project.write("two.py", TWO)
    return project


def test_following_normally_writes_what_is_followed_too(two: Project) -> None:
    two.mypy("one.py")
    assert BOTH == [*two.side_files()]


@pytest.mark.parametrize("warmed", [False, True], ids=["cold", "warm"])
def test_following_silently_writes_only_what_was_named(two: Project, *, warmed: bool) -> None:
    if warmed:
        two.mypy(".")
        two.delete(*BOTH)
    two.mypy("--follow-imports=silent", "one.py")
    assert BOTH[:1] == [*two.side_files()]
    two.mypy(".")
    assert BOTH == [*two.side_files()]


@pytest.mark.parametrize(
    "text",
    [
        TWO.replace("size: int)", "size: str)"),
        TWO.replace("@tool\n", ""),
        "class Thing:\n    pass\n",
    ],
    ids=["changed", "no tool", "nothing"],
)
def test_what_was_followed_silently_is_written_by_the_next_full_run(
    two: Project, tmp_path: Path, text: str
) -> None:
    two.mypy(".")
    stale = two.side_files()
    two.write("two.py", text)
    for _ in range(2):
        two.mypy("--follow-imports=silent", "one.py")
        assert stale[BOTH[1]] == two.side_files()[BOTH[1]]
    two.mypy(".")
    clean = Project(tmp_path / "clean")
    clean.update({"one.py": ONE, "two.py": text})
    clean.mypy(".")
    assert clean.side_files() == two.side_files()


def test_a_module_that_is_followed_silently_is_checked_once(two: Project) -> None:
    (two.root / BOTH[1]).write_text('{"toolschema": 1, "tools": []}')
    two.mypy("--follow-imports=silent", "one.py")
    assert [] == two.checked("--follow-imports=silent", "one.py")


def test_skipped_modules_are_left_alone(two: Project) -> None:
    two.mypy(".")
    before = two.side_files()[BOTH[1]]
    two.mypy("--follow-imports=skip", "one.py")
    assert before == two.side_files()[BOTH[1]]
    two.mypy(".")
    assert BOTH == [*two.side_files()]
    assert '"size"' in two.side_files()[BOTH[0]]


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "parallel"])
@pytest.mark.parametrize("follow", ["skip", "error"])
def test_where_tool_itself_is_not_followed_the_side_file_stays_and_it_is_said(
    two: Project, follow: str, workers: tuple[str, ...]
) -> None:
    two.mypy(".")
    before = two.side_files()
    two.write("one.py", ONE.replace("def one(thing", "def one(item"))
    for _ in "cold", "warm":
        printed = two.output(f"--follow-imports={follow}", *workers, "one.py")
        assert "no tool of one is seen, since mypy does not follow toolschema_runtime" in printed
        assert before == two.side_files()
    two.mypy(".")
    assert '"item"' in two.side_files()[BOTH[0]]


def test_a_part_of_the_runtime_alone_is_followed_like_all(project: Project) -> None:
    project.write("part.py", "from toolschema_runtime.dialects._wording import phrase as phrase\n")
    (project.root / "part.toolschema.json").write_text('{"toolschema": 1, "tools": []}')
    assert "Success: no issues found in 1 source file\n" == project.output(".")
    assert {} == project.side_files()


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "parallel"])
def test_it_stays_too_where_tool_comes_from_another_module_that_does_not_follow_it(
    two: Project, workers: tuple[str, ...]
) -> None:
    two.write("registry.py", "from toolschema_runtime import tool as tool\n")
    two.write("two.py", TWO.replace("toolschema_runtime", "registry"))
    two.mypy(".")
    before = two.side_files()
    two.configure(SKIPPED)
    for size in "int", "str":
        two.write("two.py", two.read("two.py").replace("two(size: int", f"two(size: {size}"))
        for _ in "first", "again":
            assert "side-files stay as they are" in two.output(*workers, ".")
            assert before == two.side_files()
    two.configure(CONFIG)
    two.mypy(*workers, ".")
    assert clean_run_of({name: two.read(name) for name in SOURCES})[1] == two.side_files()
    assert before != two.side_files()


def test_a_module_whose_errors_are_ignored_has_none(two: Project) -> None:
    config = two.root / "pyproject.toml"
    config.write_text(CONFIG + '[[tool.mypy.overrides]]\nmodule = "two"\nignore_errors = true\n')
    two.mypy(".")
    assert BOTH[:1] == [*two.side_files()]
    assert [] == two.checked(".")
    config.write_text(CONFIG)
    two.mypy(".")
    assert BOTH == [*two.side_files()]


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "no-cache", "dmypy-run"])
def test_one_that_comes_to_ignore_its_errors_keeps_no_old_side_file(
    two: Project, mode: str
) -> None:
    run = MODES[mode]
    run(two)
    two.write("two.py", "# mypy: ignore-errors\n" + TWO.replace("two(size", "two(length"))
    run(two)
    assert BOTH[:1] == [*two.side_files()]
    two.write("two.py", "# mypy: ignore-errors\n" + TWO.replace("@tool\n", ""))
    (two.root / BOTH[1]).write_text(two.read(BOTH[0]))
    run(two)
    assert BOTH[:1] == [*two.side_files()]
    two.write("two.py", TWO)
    run(two)
    assert BOTH == [*two.side_files()]


def test_errors_of_another_project_are_ignored_in_one_run_alone(
    project: Project, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    (other / "shipped").mkdir(parents=True)
    (other / "shipped/__init__.py").write_text(TWO)
    side_file = other / "shipped/__init__.toolschema.json"
    side_file.write_text('{"toolschema": 1, "tools": []}')
    project.configure(
        CONFIG + '[[tool.mypy.overrides]]\nmodule = "shipped.*"\nignore_errors = true\n'
    )
    project.write("uses.py", "import shipped\n")
    for _ in range(2):
        project.mypy_with({"MYPYPATH": str(other)}, ".")
        assert side_file.exists()


def test_an_installed_package_keeps_what_it_ships(two: Project, tmp_path: Path) -> None:
    site = tmp_path / "environment/lib/site-packages/shipped"
    site.mkdir(parents=True)
    (site / "py.typed").write_text("")
    (site / "__init__.py").write_text(TWO)
    (site / "plain.py").write_text("x = 1\n")
    for name in ("__init__", "plain", "gone"):
        (site / f"{name}.toolschema.json").write_text('{"toolschema": 1, "tools": []}')
    two.write("uses.py", "import shipped\nimport shipped.plain\n")
    before = {path.name: path.read_bytes() for path in site.iterdir() if path.is_file()}
    for _ in range(2):
        two.mypy_with({"MYPYPATH": str(site.parent)}, ".")
        after = {path.name: path.read_bytes() for path in site.iterdir() if path.is_file()}
        assert before == after


def test_a_package_installed_in_place_keeps_what_it_has(two: Project, tmp_path: Path) -> None:
    # As an editable install puts it on the path: its folder is not called site-packages.
    other = tmp_path / "elsewhere/src/shipped"
    other.mkdir(parents=True)
    (other / "py.typed").write_text("")
    (other / "__init__.py").write_text(TWO)
    (other / "plain.py").write_text("def plain(x: int) -> int:\n    return x\n")
    for name in ("__init__", "plain", "gone"):
        (other / f"{name}.toolschema.json").write_text('{"toolschema": 1, "tools": []}')
    two.write("uses.py", "import shipped\nimport shipped.plain\n")
    before = {path.name: path.read_bytes() for path in other.iterdir() if path.is_file()}
    path = os.pathsep.join(filter(None, [str(other.parent), os.environ.get("PYTHONPATH")]))
    for _ in range(3):
        two.mypy_with({"PYTHONPATH": path}, ".")
        after = {path.name: path.read_bytes() for path in other.iterdir() if path.is_file()}
        assert before == after


def test_code_on_the_command_line_has_no_side_file(two: Project) -> None:
    two.mypy("-c", TWO)
    assert {} == two.side_files()


@pytest.mark.parametrize("arguments", [["-m", "one", "-m", "two"], ["one.py", "two.py"], ["."]])
def test_naming_modules_and_files_is_the_same(two: Project, arguments: list[str]) -> None:
    two.mypy(*arguments)
    assert BOTH == [*two.side_files()]
    assert [] == two.checked(".")


def test_a_package_by_its_name(project: Project) -> None:
    project.write("pack/__init__.py", "")
    project.write("pack/two.py", TWO)
    project.mypy("-p", "pack")
    assert ["pack/two.toolschema.json"] == [*project.side_files()]


def test_in_a_folder_of_its_own_a_side_file_stays_where_its_source_has_moved(
    project: Project,
) -> None:
    project.configure(CONFIG + '[tool.toolschema]\noutput = "schemas"\n')
    project.write("src/two.py", TWO)
    project.write("src/other.py", "x = 1\n")
    project.mypy("--python-version", "3.12", ".")
    (project.root / "lib").mkdir()
    project.rename("src/two.py", "lib/two.py")
    project.mypy(".")
    before = project.side_files()
    assert ["schemas/two.toolschema.json"] == [*before]
    # This memory knows only the place where the source was.
    project.mypy("--python-version", "3.12", "src/other.py")
    assert before == project.side_files()
    project.delete("lib/two.py")
    project.mypy(".")
    assert {} == project.side_files()


def test_a_shadowed_run_writes_nothing_and_leaves_no_trace(two: Project) -> None:
    two.write("other.txt", TWO.replace("def two", "def three"))
    arguments = ("--shadow-file", "two.py", "other.txt", ".")
    two.mypy(*arguments)
    assert {} == two.side_files()
    two.mypy(".")
    before = two.side_files()
    assert BOTH == [*before]
    two.mypy(*arguments)
    assert before == two.side_files()
    two.mypy(".")
    assert before == two.side_files()


@pytest.mark.parametrize("more", [[], ["-n", "2"], ["--no-sqlite-cache"]])
def test_what_only_a_shadowed_run_has_checked_is_written_by_the_next(
    two: Project, more: list[str]
) -> None:
    two.write("nested.py", NESTED)
    two.write("other.py", "other = 1\n")
    two.write("other.txt", "other = 2\n")
    shadowed = two.mypy(*more, "--shadow-file", "other.py", "other.txt", ".")
    assert {} == two.side_files()
    outcome = two.mypy(*more, ".")
    assert BOTH == [*two.side_files()]
    assert clean_run_of({"one.py": ONE, "two.py": TWO, "nested.py": NESTED})[0] == outcome
    assert outcome == shadowed


def test_a_shadowed_run_after_an_ordinary_one_checks_no_tools_again(
    two: Project,
) -> None:
    two.write("other.py", "other = 1\n")
    two.write("other.txt", "other = 2\n")
    arguments = ("--shadow-file", "other.py", "other.txt", ".")
    two.mypy(".")
    two.mypy(*arguments)
    assert [] == two.checked(*arguments)
    assert not two.mypy("--shadow-file", "gone.py", "other.txt", ".").has_errors


def test_words_of_a_shadowed_file_are_those_of_the_other_one(project: Project) -> None:
    # mypy itself has no reason to check the tools again: the types are the same.
    limit = "from typing import Annotated\nfrom annotated_types import Le\nSize = Annotated[int, Le({})]\n"
    tools = "from limits import Size\nfrom toolschema_runtime import tool\n\n@tool\ndef go(size: Size) -> None: ...\n"
    project.write("limits.py", limit.format(5))
    project.write("other.txt", limit.format("int('5')"))
    project.write("tools.py", tools)
    assert not project.mypy(".").has_errors
    shadow = ("--shadow-file", "limits.py", "other.txt", ".")
    assert project.mypy(*shadow).has_errors
    assert not project.mypy(".").has_errors


def test_of_a_shadowed_file_the_other_one_is_reported(two: Project) -> None:
    two.write("other.txt", TWO.replace("size: int) ", "size: complex) "))
    arguments = ("--shadow-file", "two.py", "other.txt", ".")
    [error, *_] = two.mypy(*arguments).lines
    assert error.startswith('two.py:9: error: "size" of tool "two" has type "complex"')
    assert not two.mypy(".").has_errors
    assert BOTH == [*two.side_files()]


def test_one_file_under_two_names_is_written_for_each_run(project: Project) -> None:
    project.write("pack/__init__.py", "")
    project.write("pack/two.py", TWO)
    project.mypy("-p", "pack")
    before = project.side_files()
    project.mypy_in("pack", "two.py", "--explicit-package-bases")
    assert before == project.side_files()
    project.mypy("-p", "pack")
    assert before == project.side_files()


def test_two_modules_of_one_name_in_two_folders_do_not_touch_one_another(project: Project) -> None:
    project.write("a/tools.py", TWO)
    project.write("b/tools.py", TWO.replace("def two", "def three"))
    project.mypy("a/tools.py")
    before = project.side_files()
    project.mypy("b/tools.py")
    after = project.side_files()
    assert ["a/tools.toolschema.json", "b/tools.toolschema.json"] == [*after]
    assert before["a/tools.toolschema.json"] == after["a/tools.toolschema.json"]


def test_namespace_packages_and_several_roots(project: Project) -> None:
    (project.root / "pyproject.toml").write_text(
        CONFIG + 'mypy_path = ["src", "lib"]\nexplicit_package_bases = true\n'
    )
    project.write("src/space/one.py", ONE.replace("from two", "from space.two"))
    project.write("lib/space/two.py", TWO)
    project.mypy("src", "lib")
    names = ["lib/space/two.toolschema.json", "src/space/one.toolschema.json"]
    assert names == [*project.side_files()]
    project.write("lib/space/two.py", TWO.replace("size: int = 1", "size: int = 2"))
    project.mypy("src")
    assert '"default": 2' in project.read(names[1])


def test_a_link_to_the_project_changes_nothing(two: Project, tmp_path: Path) -> None:
    two.mypy(".")
    before = two.side_files()
    os.symlink(two.root, tmp_path / "link")
    two.mypy_in("../link", ".")
    assert before == two.side_files()
