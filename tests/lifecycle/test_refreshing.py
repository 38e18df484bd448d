"""What makes a side-file stale, and what does not."""

from __future__ import annotations

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.lifecycle.clean import clean_run_of
from tests.lifecycle.modes import MODES, Run, dmypy_check, dmypy_from_cache, dmypy_recheck
from tests.lifecycle.project import CONFIG, Project

TOOLS = """\
from models import Place
from toolschema_runtime import tool

@tool
def go(place: Place) -> int:
    return place.size()
"""
MODELS = """\
from dataclasses import dataclass
from geo import Point

@dataclass
class Place:
    at: Point
    name: str = "x"

    def size(self) -> int:
        return 1
"""
GEO = """\
from dataclasses import dataclass

@dataclass
class Point:
    x: int = 1

def other() -> int:
    return 1
"""
SHELF = """\
from typing import Annotated, Generic, TypeVar
from annotated_types import Ge

T = TypeVar("T")

class Shelf(Generic[T]):
    def put(self, item: T) -> T:
        return item

shelf: Shelf[Annotated[int, Ge(1)]] = Shelf()
"""
SIDE_FILE = "tools.toolschema.json"


@pytest.fixture
def three(project: Project) -> Project:
    """Tools made of classes one and two imports away, checked once."""
    project.write("tools.py", TOOLS)
    project.write("models.py", MODELS)
    project.write("geo.py", GEO)
    project.write("uses.py", "from tools import go\n\nprint(go)\n")
    project.mypy(".")
    return project


@pytest.mark.parametrize(
    ("old", "new", "checked"),
    [
        ("    return 1\n", "    return 2\n", ["geo"]),
        ("def other() -> int:", "# A comment.\ndef other() -> int:", ["geo"]),
        ("x: int = 1", "x: int = 2", ["geo", "tools"]),
    ],
    ids=["body", "comment", "default"],
)
def test_only_what_a_schema_is_made_from_checks_tools_again(
    three: Project, old: str, new: str, checked: list[str]
) -> None:
    three.write("geo.py", GEO.replace(old, new))
    assert checked == three.checked(".")
    assert [] == three.checked(".")


def test_what_is_written_of_the_type_of_an_object_checks_its_tools_again(project: Project) -> None:
    tools = (
        "from shelves import shelf\nfrom toolschema_runtime import tool\n\nput = tool(shelf.put)\n"
    )
    project.write("tools.py", tools)
    project.write("shelves.py", SHELF)
    project.mypy(".")
    project.write("shelves.py", SHELF.replace("Ge(1)", "Ge(2)"))
    assert ["shelves", "tools"] == project.checked(".")


def test_the_body_of_a_method_of_a_contributing_class_checks_no_tools(three: Project) -> None:
    three.write("models.py", MODELS.replace("return 1", "return 2"))
    assert ["models"] == three.checked(".")


def test_a_touched_file_checks_nothing(three: Project) -> None:
    for name in ("tools.py", "models.py", "geo.py"):
        three.write(name, three.read(name))
    assert [] == three.checked(".")


def test_an_edit_of_equal_time_and_size_is_seen_by_the_next_that_is_not(three: Project) -> None:
    # mypy itself goes by whole seconds and size, so it sees nothing of the first edit.
    status = (three.root / "geo.py").stat()
    (three.root / "geo.py").write_text(GEO.replace("x: int = 1", "x: int = 2"))
    os.utime(three.root / "geo.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    three.mypy(".")
    three.touch("geo.py")
    three.mypy(".")
    assert '"default": 2' in three.read(SIDE_FILE)


def test_an_edit_within_the_second_is_seen_though_mypy_itself_does_not(three: Project) -> None:
    status = (three.root / "geo.py").stat()
    (three.root / "geo.py").write_text(GEO.replace("x: int = 1", "x: int = 2"))
    os.utime(three.root / "geo.py", ns=(status.st_atime_ns, status.st_mtime_ns + 1000))
    three.mypy(".")
    assert '"default": 2' in three.read(SIDE_FILE)


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "dmypy-run"])
def test_a_changed_setting_refreshes(three: Project, mode: str) -> None:
    run = MODES[mode]
    config = three.root / "pyproject.toml"
    config.write_text(CONFIG + '[tool.toolschema]\nrefs = "defs"\n')
    run(three)
    assert '"$defs"' in three.read(SIDE_FILE)
    config.write_text(CONFIG)
    run(three)
    assert '"$defs"' not in three.read(SIDE_FILE)


def test_the_files_go_along_when_output_changes(three: Project) -> None:
    config = three.root / "pyproject.toml"
    text = three.read(SIDE_FILE)
    for output in ("schemas", "elsewhere/schemas"):
        config.write_text(CONFIG + f'[tool.toolschema]\noutput = "{output}"\n')
        three.mypy(".")
        assert {f"{output}/{SIDE_FILE}": text} == three.side_files()
    config.write_text(CONFIG)
    three.mypy(".")
    assert {SIDE_FILE: text} == three.side_files()


def test_a_module_has_one_side_file_also_where_output_changes_and_nothing_is_remembered(
    three: Project,
) -> None:
    shutil.rmtree(three.root / ".mypy_cache")
    (three.root / "models.toolschema.json").write_text('{"mine": 1}')
    three.configure(CONFIG + '[tool.toolschema]\noutput = "schemas"\n')
    three.mypy(".")
    assert ["models.toolschema.json", "schemas/tools.toolschema.json"] == [*three.side_files()]


def test_a_folder_of_sources_may_be_the_one_for_side_files(project: Project) -> None:
    project.configure(CONFIG + '[tool.toolschema]\noutput = "pack"\n')
    project.write("pack/__init__.py", "")
    tools = "from toolschema_runtime import tool\n\n@tool\ndef go() -> None: ...\n"
    project.write("pack/tools.py", tools)
    project.write("tools.py", tools)
    for _ in range(2):
        project.mypy(".")
        files = [*project.side_files()]
        assert ["pack/pack.tools.toolschema.json", "pack/tools.toolschema.json"] == files


@pytest.mark.parametrize("mode", ["mypy", "parallel-2"])
def test_what_a_single_module_takes_for_true_refreshes(three: Project, mode: str) -> None:
    run = MODES[mode]
    three.write("geo.py", CONDITIONAL)
    module = '[[tool.mypy.overrides]]\nmodule = "geo"\n'
    found = []
    for setting in ('always_true = ["LONG"]', 'always_false = ["LONG"]'):
        three.configure(f"{CONFIG}{module}{setting}\n")
        run(three)
        found.append('"default": 2' in three.read(SIDE_FILE))
    assert [True, False] == found


@pytest.mark.parametrize("mode", ["mypy", "dmypy-run"])
def test_what_a_module_itself_takes_for_true_refreshes(three: Project, mode: str) -> None:
    found = []
    for setting in ("always-true=LONG", "always-false=LONG"):
        three.write("geo.py", f"\ufeff# mypy: {setting}\n{CONDITIONAL}")
        MODES[mode](three)
        found.append('"default": 2' in three.read(SIDE_FILE))
    assert [True, False] == found


CONDITIONAL = GEO.replace("    x: int = 1\n", "    x: int = SIZE\n").replace(
    "@dataclass", "LONG = False\nif LONG:\n    SIZE = 2\nelse:\n    SIZE = 1\n\n@dataclass"
)


def test_a_module_that_goes_takes_its_file_in_output_along(three: Project) -> None:
    (three.root / "pyproject.toml").write_text(CONFIG + '[tool.toolschema]\noutput = "schemas"\n')
    three.mypy(".")
    assert [f"schemas/{SIDE_FILE}"] == [*three.side_files()]
    three.delete("tools.py", "uses.py")
    three.mypy(".")
    assert {} == three.side_files()


def test_another_version_of_ours_refreshes(three: Project, tmp_path: Path) -> None:
    """C89."""
    ours = tmp_path / "ours"
    for package in ("toolschema_mypy", "toolschema_runtime"):
        spec = find_spec(package)
        assert spec is not None
        assert spec.origin is not None
        shutil.copytree(Path(spec.origin).parent, ours / package)
    path = {"PYTHONPATH": str(ours)}
    three.mypy_with(path, ".")
    side_file = ours / "toolschema_mypy/emit/side_file.py"
    side_file.write_text(
        side_file.read_text().replace('"name": tool.name', '"name": "x" + tool.name')
    )
    three.mypy_with(path, ".")
    assert '"name": "go"' in three.read(SIDE_FILE), "without another version nobody can know"
    init = ours / "toolschema_mypy/__init__.py"
    init.write_text(init.read_text().replace('__version__ = "', '__version__ = "99.'))
    three.mypy_with(path, ".")
    assert '"name": "xgo"' in three.read(SIDE_FILE)


def test_another_version_of_a_library_whose_classes_are_read_refreshes(
    project: Project, tmp_path: Path
) -> None:
    site = tmp_path / "site-packages"
    library = site / "geo"
    library.mkdir(parents=True)
    (library / "py.typed").write_text("")
    (library / "__init__.py").write_text(GEO)
    project.write("tools.py", TOOLS)
    project.write("models.py", MODELS)
    path = {"MYPYPATH": str(site)}
    project.mypy_with(path, ".")
    before = project.read(SIDE_FILE)
    (library / "__init__.py").write_text(GEO.replace("x: int = 1", "x: int = 2"))
    os.utime(library / "__init__.py", (1_800_000_000, 1_800_000_000))
    project.mypy_with(path, ".")
    assert before.replace('"default": 1', '"default": 2') == project.read(SIDE_FILE)


@pytest.mark.parametrize("is_new", [False, True])
@pytest.mark.parametrize("update", [dmypy_recheck, dmypy_check])
def test_a_daemon_from_a_cache_knows_the_words_that_it_begins_with(
    project: Project, update: Run, *, is_new: bool
) -> None:
    # An update comes to the other module with tools before it comes to the models.
    sources = {"models.py": MODELS, "geo.py": GEO, "tools.py": TOOLS, "t2.py": TOOLS}
    project.update({**sources} if not is_new else {**sources, "t2.py": ""})
    project.mypy("--cache-fine-grained", ".")
    dmypy_from_cache(project)
    sources["models.py"] = MODELS.replace('"x"', '"y"')
    sources["t2.py"] = TOOLS + "# touched\n"
    project.update(sources)
    update(project)
    assert clean_run_of(sources)[1] == project.side_files()


@pytest.mark.parametrize("rubbish", [b"", b"\0\1", b"{}", b"[]", b"null", b'{"stamp": "', b"[[]]"])
def test_rubbish_in_the_memory_costs_a_check_and_no_more(three: Project, rubbish: bytes) -> None:
    before = three.side_files()
    states = [*(three.root / ".mypy_cache").rglob("*.state.json")]
    assert states
    for state in states:
        state.write_bytes(rubbish)
    three.delete(SIDE_FILE)
    three.mypy(".")
    assert before == three.side_files()
    assert [] == three.checked(".")


@pytest.mark.parametrize(
    "option",
    [
        "--no-local-partial-types",
        "--no-native-parser",
        "--cache-fine-grained",
        "--no-sqlite-cache",
        "--no-fixed-format-cache",
    ],
)
def test_a_second_run_checks_nothing(three: Project, option: str) -> None:
    three.write("nested.py", "from toolschema_runtime import tool\n\n" + NESTED)
    three.mypy(option, ".")
    before = (three.root / SIDE_FILE).stat().st_mtime_ns
    assert [] == three.checked(option, ".")
    assert before == (three.root / SIDE_FILE).stat().st_mtime_ns


NESTED = """\
def make() -> None:
    @tool
    def inner() -> None: ...
"""
