"""Finding and reading side-files: nothing of the user's runs, and damage is said, never met later."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import warnings
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.runtime.modules import Load, parameter, record, write_module
from toolschema_runtime import (
    DuplicateToolError,
    SideFileError,
    ToolCall,
    ToolNotFoundError,
    ToolRegistry,
    ToolSchemaError,
    ToolsOmittedWarning,
    ToolUsageError,
)
from toolschema_runtime.dialects import FORMATS

BOMB = "raise RuntimeError('imported')"
GOOD = json.dumps({"toolschema": 1, "tools": [record("go", parameter("a", "int"))]}, indent=2)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("name", ["bomb", "parent.bomb", "parent.child.bomb"])
def test_loading_imports_neither_the_module_nor_its_packages(folder: Path, name: str) -> None:
    write_module(folder, name, BOMB, record("go"))
    for package in folder.rglob("**/"):
        if package != folder and name.count(".") == 1:
            (package / "__init__.py").write_text(BOMB)
    tools = ToolRegistry.load(name)
    assert ("go",) == tools.names
    assert "openai" in tools.go.formats
    tools.schemas.format("openai")
    assert not {part for part in sys.modules if part.startswith(("bomb", "parent"))}


def test_a_package_has_its_side_file_inside(folder: Path) -> None:
    write_module(folder, "shop.__init__", BOMB, record("go"))
    assert ("go",) == ToolRegistry.load("shop").names


def test_a_zip_is_read_through_its_loader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "lib.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("zshop/__init__.py", BOMB)
        archive.writestr("zshop/tools.py", BOMB)
        archive.writestr("zshop/tools.toolschema.json", GOOD)
    monkeypatch.syspath_prepend(str(path))
    assert ("go",) == ToolRegistry.load("zshop.tools").names
    assert ("go",) == ToolRegistry.discover("zshop").names


def test_a_program_in_a_zip_has_its_side_file_inside(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "program.pyz", "w") as archive:
        archive.writestr(
            "__main__.py",
            "from toolschema_runtime import tool, ToolRegistry\n"
            "@tool\n"
            "def go(a): return a\n"
            "print(ToolRegistry.load('__main__').call('go', {'a': 1}), ToolRegistry([go]).names)\n",
        )
        archive.writestr("__main__.toolschema.json", GOOD)
    done = subprocess.run(
        [sys.executable, "program.pyz"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("1 ('go',)\n", "") == (done.stdout, done.stderr)


def test_discover_finds_all_modules_below_namespace_packages_included(folder: Path) -> None:
    write_module(folder, "shop.__init__", BOMB, record("top"))
    write_module(folder, "shop.tools", BOMB, record("one"))
    write_module(folder, "shop.deep.tools", BOMB, record("two"))
    assert ("top", "two", "one") == ToolRegistry.discover("shop").names


def test_a_directory_of_side_files_may_be_given(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "shop.tools.toolschema.json").write_text(GOOD)
    assert ("go",) == ToolRegistry.load("shop.tools", directory=str(out)).names
    assert ("go",) == ToolRegistry.discover("shop", directory=str(out)).names
    monkeypatch.setenv("TOOLSCHEMA_DIR", str(out))
    assert ("go",) == ToolRegistry.load("shop.tools").names


@pytest.mark.parametrize(
    "arguments", [["script.py"], ["-m", "script"]], ids=["as a file", "as a module"]
)
@pytest.mark.parametrize("name", ["__name__", "'script'"])
def test_the_running_program_is_never_imported_again(
    folder: Path, arguments: list[str], name: str
) -> None:
    source = f"""
        from toolschema_runtime import tool, ToolRegistry
        print("start")
        @tool
        def go(a): return globals()
        tools = ToolRegistry.load({name})
        assert tools.call("go", {{"a": 1}}) is globals()
        assert ToolRegistry([go]).call("go", {{"a": 1}}) is globals()
    """
    write_module(folder, "script", source, record("go", parameter("a", "int")))
    root = Path(__file__).parents[3]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={"PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("start\n", "") == (done.stdout, done.stderr)


def test_what_is_missing_is_said_with_what_to_look_at(folder: Path) -> None:
    (folder / "plain.py").write_text(BOMB)
    with pytest.raises(SideFileError, match="is the plugin on") as caught:
        ToolRegistry.load("plain")
    assert "plain.toolschema.json does not exist" in str(caught.value)
    (folder / "mypy.ini").write_text("[mypy]\nplugins = toolschema_mypy\n")
    with pytest.raises(SideFileError, match="was mypy run") as caught:
        ToolRegistry.load("plain")
    assert "is the plugin on" not in str(caught.value)
    for name in ("no_such_module", "plain.below", "sys"):
        with pytest.raises(SideFileError):
            ToolRegistry.load(name)


@pytest.mark.parametrize("name", ["", "a/b", "../x", "a..b", ".a", "a.", "a b", "a\0", "1a"])
def test_a_name_that_is_no_module_makes_no_path(name: str) -> None:
    with pytest.raises(SideFileError, match="not the name of a module"):
        ToolRegistry.load(name)
    with pytest.raises(SideFileError, match="not the name of a module"):
        ToolRegistry.discover(name)


@pytest.mark.parametrize("given", [["shop.tools"], print, ToolRegistry, 3])
def test_what_is_no_module_is_said_to_be_none(given: Any) -> None:
    for take in (ToolRegistry.load, ToolRegistry.discover):
        with pytest.raises(ToolUsageError, match="take modules, each by its name or as the object"):
            take(given)


def test_a_session_without_a_file_is_told_where_tools_go() -> None:
    program = "from toolschema_runtime import ToolRegistry; ToolRegistry.load(__name__)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(Path(__file__).parents[3])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "put its tools into a module, and run mypy over that" in done.stderr


def test_a_newer_format_says_so(load: Load) -> None:
    with pytest.raises(SideFileError, match="newer toolschema-mypy"):
        load("", toolschema=2)


def test_omitted_tools_are_warned_of_once_and_explained(load: Load) -> None:
    with pytest.warns(ToolsOmittedWarning, match="bad of desk") as caught:
        tools = load("", omitted=["bad", "worse"])
    assert 1 == len(caught)
    assert caught[0].filename.endswith("conftest.py")  # where it was loaded
    with pytest.raises(ToolNotFoundError, match="mypy found an error in bad, so desk was written"):
        tools["bad"]


def test_the_model_hears_nothing_of_omitted_tools_but_that_they_are_not_there(
    load: Load,
) -> None:
    with pytest.warns(ToolsOmittedWarning):
        tools = load(
            "from toolschema_runtime import tool\n@tool\ndef bard(): ...\n",
            record("bard"),
            omitted=["bad"],
        )
    [result] = tools.execute(ToolCall("bad"))
    assert 'there is no tool "bad"; did you mean "bard"?' == result.text
    reason = "mypy found an error in bad, so desk was written without it"
    assert f"{result.text} ({reason})" == str(result.error)
    assert str(result.error) == str(pickle.loads(pickle.dumps(result.error)))


def test_omitted_tools_of_an_object_are_warned_of_where_it_was_listed(load: Load) -> None:
    source = "from toolschema_runtime import tool\nclass Desk:\n    @tool\n    def bad(self): ...\n"
    with pytest.warns(ToolsOmittedWarning):
        load(source, omitted=["bad"])
    desk = __import__("importlib").import_module("desk").Desk()
    with pytest.warns(ToolsOmittedWarning, match="bad of desk") as caught:
        tools = ToolRegistry.for_instance(desk)
    assert __file__ == caught[0].filename
    with pytest.raises(ToolNotFoundError, match="mypy found an error in bad, so desk was written"):
        tools["bad"]


def test_a_damaged_schema_is_a_side_file_error(load: Load) -> None:
    damaged = {"type": "object", "properties": "x", "required": []}
    optional = parameter("a", "int", optional=True, null_is_default=True)
    tools = load("", {**record("go", optional), "strict": True, "parameters": damaged})
    for fmt in FORMATS:
        with suppress(SideFileError):
            tools.schemas.format(fmt)


@pytest.mark.parametrize(
    "state",
    [1, {}, [1], [{}], [{"name": "a", "qualname": "A.a", "returns": None, "binding": {}}]],
)
def test_damaged_state_is_refused(load: Load, state: object) -> None:
    with pytest.raises(SideFileError, match="state that is damaged"):
        load("", state=state)


def test_two_tools_of_one_name_name_both(folder: Path) -> None:
    write_module(folder, "one", "", record("go"))
    write_module(folder, "two", "", record("go"))
    with pytest.raises(DuplicateToolError) as caught:
        ToolRegistry.load("one", "two")
    assert ("go", ("one:go", "two:go")) == (caught.value.name, caught.value.origins)


def _attempt(folder: Path, data: bytes) -> None:
    (folder / "desk.py").write_text(BOMB)
    (folder / "desk.toolschema.json").write_bytes(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ToolsOmittedWarning)
            tools = ToolRegistry.load("desk")
        for fmt in ("openai", "anthropic"):
            tools.schemas.format(fmt)
    except ToolSchemaError:
        pass
    assert "desk" not in sys.modules


def test_every_truncation_is_a_side_file_error(folder: Path) -> None:
    data = GOOD.encode()
    (folder / "desk.py").write_text(BOMB)
    for end in range(0, len(data) - 1, 3):
        (folder / "desk.toolschema.json").write_bytes(data[:end])
        with pytest.raises(SideFileError):
            ToolRegistry.load("desk")


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_tampered_files_import_and_run_nothing(folder: Path, data: Any) -> None:
    raw = bytearray(GOOD.encode())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    _attempt(folder, bytes(raw))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_files_with_parts_replaced_import_and_run_nothing(folder: Path, data: Any) -> None:
    content = json.loads(GOOD)
    place: Any = content
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = data.draw(st.sampled_from(keys))
        if data.draw(st.booleans()) or not isinstance(place[key], (dict, list)):
            place[key] = data.draw(JSON)
            break
        place = place[key]
    _attempt(folder, json.dumps(content).encode())


@pytest.mark.parametrize(
    "data",
    [b"", b"null", b"[]", b"\xff", b"{}", b'{"toolschema": true, "tools": []}',
     b'{"toolschema": 0, "tools": []}', b'{"toolschema": 1}', b'{"toolschema": 1, "tools": [1]}',
     b"[" * 100_000, b'{"toolschema": 1, "tools": [], "omitted": [1]}', b"9" * 5000],
    ids=lambda data: data[:40],
)  # fmt: skip
def test_what_is_no_side_file_is_refused(folder: Path, data: bytes) -> None:
    (folder / "desk.py").write_text(BOMB)
    (folder / "desk.toolschema.json").write_bytes(data)
    with pytest.raises(SideFileError):
        ToolRegistry.load("desk")
