"""What a registry is made of: what wraps a tool, what mypy refused, and what was meant where it is neither."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, parameter, record, write_module
from toolschema_runtime import (
    DuplicateToolError,
    SideFileError,
    ToolRegistry,
    ToolsOmittedWarning,
    ToolUsageError,
)

SOURCE = """
    import functools
    from toolschema_runtime import tool, toolkit
    def loud(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs): return f"{function(*args, **kwargs)}!"
        return wrapper
    @loud
    @tool
    def wrapped(a): return a
    @functools.lru_cache
    @tool
    def cached(a): return object()
    @loud
    @loud
    @tool
    def twice(a): return a
    @tool
    def inner(a): return a
    @tool
    def bad(a): ...
    def plain(a): ...
    @toolkit(prefix="desk_")
    class Desk:
        @tool
        def add(self, a): return a
        @tool
        def __hidden(self): ...
        @staticmethod
        @loud
        @tool
        def static(a): return a
        @tool
        def worse(self): ...
    class Clean:
        @tool
        def clean(self, a): return a
    class Plain: ...
    length = tool(len)
"""
A = parameter("a", "int")


def method(name: str, *parameters: Any, **keys: Any) -> Any:
    made = {**record(f"desk_{name}", *parameters, receiver="method", **keys), "prefix": "desk_"}
    return {**made, "qualname": f"Desk.{name}"}


RECORDS = [
    *(record(name, A) for name in ("wrapped", "cached", "twice", "inner")),
    record("length", parameter("obj", {"array": {"items": "any"}}, kind="positional_only"), receiver="value"),
    method("add", A),
    {**method("hidden"), "qualname": "Desk.__hidden"},
    {**record("desk_static", A, receiver="staticmethod"), "qualname": "Desk.static", "prefix": "desk_"},
    {**record("clean", A, receiver="method"), "qualname": "Clean.clean"},
]  # fmt: skip


@pytest.fixture
def desk(load: Load) -> Any:
    load(SOURCE, *RECORDS)
    return importlib.import_module("desk")


@pytest.fixture
def refused(load: Load) -> Any:
    """The module, two tools of which mypy has refused."""
    with pytest.warns(ToolsOmittedWarning):
        load(SOURCE, *RECORDS, omitted=["bad", "desk_worse"])
    return importlib.import_module("desk")


# -- what wraps a tool -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "value"), [("wrapped", "1!"), ("twice", "1!!")])
def test_what_wraps_a_tool_is_called(desk: Any, name: str, value: str) -> None:
    tools = ToolRegistry([getattr(desk, name)])
    assert (name,) == tools.names
    assert [value] * 6 == [tools.call(name, {"a": 1}) for _ in range(6)]


def test_a_cache_of_a_tool_is_asked(desk: Any) -> None:
    tools = ToolRegistry([desk.cached])
    assert 1 == len({id(tools.call("cached", {"a": 1})) for _ in range(6)})


def test_a_wrapper_that_no_module_has_is_called_all_the_same(desk: Any) -> None:
    @functools.wraps(desk.inner)
    def quiet(**arguments: Any) -> Any:
        return "quiet", desk.inner(**arguments)

    tools = ToolRegistry([quiet])
    assert [("quiet", 1)] * 6 == [tools.call("inner", {"a": 1}) for _ in range(6)]


def test_what_wraps_a_static_method_is_called(desk: Any) -> None:
    assert "1!" == ToolRegistry([desk.Desk.static]).call("desk_static", {"a": 1})


# -- what mypy refused -----------------------------------------------------------------------------


@pytest.mark.parametrize("pick", [lambda m: m.bad, lambda m: m.Desk().worse], ids=["function", "method"])  # fmt: skip
def test_a_tool_that_mypy_refused_is_said_to_be_refused(refused: Any, pick: Any) -> None:
    with pytest.raises(SideFileError, match=r"mypy found an error in \w+, so desk was written without it"):  # fmt: skip
        ToolRegistry([pick(refused)])


def test_a_tool_that_mypy_has_not_seen_needs_a_run(desk: Any) -> None:
    with pytest.raises(SideFileError, match="the side-file of desk has no tool bad: run mypy"):
        ToolRegistry([desk.bad])


def test_an_object_warns_of_what_its_own_class_lacks(refused: Any) -> None:
    with pytest.warns(ToolsOmittedWarning) as caught:
        ToolRegistry.for_instance(refused.Desk())
    assert ["left out because mypy found an error in them: desk_worse of desk"] == [
        str(each.message) for each in caught
    ]
    assert ("clean",) == ToolRegistry.for_instance(
        refused.Clean()
    ).names  # warnings are errors here


def test_an_object_warns_of_all_where_a_tool_has_a_name_of_its_own(load: Load) -> None:
    with pytest.warns(ToolsOmittedWarning):
        load(SOURCE, *RECORDS, omitted=["bad", "renamed"])
    module = importlib.import_module("desk")
    with pytest.warns(ToolsOmittedWarning, match="bad of desk, renamed of desk"):
        ToolRegistry.for_instance(module.Desk())


def test_state_that_was_left_out_belongs_to_its_class(load: Load) -> None:
    with pytest.warns(ToolsOmittedWarning):
        load(SOURCE, *RECORDS, omitted=["Clean.lines"])
    module = importlib.import_module("desk")
    with pytest.warns(ToolsOmittedWarning, match="Clean.lines of desk"):
        ToolRegistry.for_instance(module.Clean())


# -- what was meant --------------------------------------------------------------------------------


def said(make: Callable[[], object], kind: type[Exception] = ToolUsageError) -> str:
    with pytest.raises(kind) as caught:
        make()
    return str(caught.value)


@pytest.mark.parametrize("items", ["desk", ["desk"]])
def test_the_name_of_a_module_is_for_load(items: Any) -> None:
    assert 'ToolRegistry.load("desk")' in said(lambda: ToolRegistry(items))


def test_other_text_is_no_tool() -> None:
    assert "is no tool" in said(lambda: ToolRegistry(["a b"]))


def test_a_module_is_for_load(desk: Any) -> None:
    assert "ToolRegistry.load(desk)" in said(lambda: ToolRegistry([desk]))


def test_an_object_with_tools_is_for_for_instance(desk: Any) -> None:
    below = type("Below", (desk.Desk,), {})
    for item, hint in ((desk.Desk(), "a Desk"), (desk.Desk, "Desk"), (below(), "a Below")):
        assert f"{hint} has tools but is none itself: use ToolRegistry.for_instance(…)" in said(
            functools.partial(ToolRegistry, [item])
        )
    assert "for_instance" not in said(lambda: ToolRegistry([desk.Plain()]))
    assert "for_instance" not in said(lambda: ToolRegistry([desk.Plain]))
    assert "for_instance" not in said(lambda: ToolRegistry([SimpleNamespace(name="x")]))


def test_a_function_without_tool_is_told_what_it_lacks(desk: Any) -> None:
    expected = "plain was not given to tool: put @tool above it and run mypy"
    assert expected == said(lambda: ToolRegistry([desk.plain]))
    expected = "print was not given to tool: write print = tool(…) in a module and run mypy"
    assert expected == said(lambda: ToolRegistry([print]))


def test_one_tool_is_given_in_a_list(desk: Any) -> None:
    definition = ToolRegistry([desk.inner]).inner
    one: Any
    for one in (desk.inner, definition, dict(definition), 5):
        assert "ToolRegistry takes a list" in said(functools.partial(ToolRegistry, one))


@pytest.mark.parametrize("path", ["mail/tools.py", "./mail/tools.py", "mail\\tools.py", "mail/tools/", "mail.tools.py/"])  # fmt: skip
def test_a_path_is_told_the_name_of_its_module(path: str) -> None:
    told = said(lambda: ToolRegistry.load(path), SideFileError)
    assert told.endswith('is not the name of a module; did you mean "mail.tools"?')


@pytest.mark.usefixtures("folder")
def test_a_module_with_its_suffix_is_told_its_name(folder: Path) -> None:
    write_module(folder, "mail.tools", "", record("go"))
    told = said(lambda: ToolRegistry.load("mail.tools.py"), SideFileError)
    assert told.endswith('on sys.path; did you mean "mail.tools"?')


def test_a_folder_of_modules_is_for_discover(folder: Path) -> None:
    write_module(folder, "mail.tools", "", record("go"))
    assert 'ToolRegistry.discover("mail")' in said(lambda: ToolRegistry.load("mail"), SideFileError)
    (folder / "mail" / "__init__.py").touch()
    assert 'ToolRegistry.discover("mail")' in said(lambda: ToolRegistry.load("mail"), SideFileError)
    assert "discover" not in said(lambda: ToolRegistry.load("sys"), SideFileError)


def test_a_package_without_side_files_is_said_to_have_none(folder: Path) -> None:
    (folder / "mail").mkdir()
    (folder / "mail" / "__init__.py").touch()
    told = said(lambda: ToolRegistry.discover("mail"), SideFileError)
    assert told.startswith('no module of "mail" has a side-file')


def test_one_tool_given_twice_is_said_to_be_one(desk: Any) -> None:
    for make in (
        lambda: ToolRegistry.load("desk", "desk"),
        lambda: ToolRegistry([desk.inner, desk.inner]),
        lambda: ToolRegistry.load("desk") + ToolRegistry.for_instance(desk.Desk()),
    ):
        told = said(make, DuplicateToolError)
        assert "is there twice" in told
        assert "two tools" not in told


def test_a_slip_in_an_attribute_is_told_the_nearest(desk: Any) -> None:
    tools = ToolRegistry.load("desk")
    for slip, meant in (("schmeas", "schemas"), ("wraped", "wrapped"), ("exceute", "execute")):
        with pytest.raises(AttributeError, match=f'no tool "{slip}"; did you mean "{meant}"?'):
            getattr(tools, slip)
    with pytest.raises(AttributeError, match=r'no tool "nonsense"$'):
        _ = tools.nonsense
    assert not hasattr(tools, "_schemas")
