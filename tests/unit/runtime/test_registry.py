"""Reading, cutting and joining registries, and encoding them."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, parameter, record, write_module
from toolschema_runtime import (
    DuplicateToolError,
    SchemaFormat,
    SideFileError,
    ToolDefinition,
    ToolNotFoundError,
    ToolRegistry,
    ToolUsageError,
    UnboundToolError,
)

SOURCE = """
    from toolschema_runtime import tool
    @tool
    def one(a): return a
    @tool
    def two(): return 2
    class Desk:
        def __init__(self, n): self.n = n
        @tool
        def add(self, a): return self.n + a
        @tool
        def __hidden(self): return "hidden"
        @staticmethod
        @tool
        def static(): return "static"
    class Special(Desk):
        def add(self, a): return -a
        @tool
        def more(self): return "more"
    class Made:
        @classmethod
        @tool
        def make(cls): return cls.__name__
    class MadeBelow(Made): ...
    value = tool(two)
"""
ONE = record(
    "one",
    parameter("a", "int"),
    title="One",
    tags=["x"],
    formats=["openai"],
    annotations={"readOnlyHint": True},
)
TWO = record("two")
ADD = {**record("add", parameter("a", "int"), receiver="method"), "qualname": "Desk.add"}
HIDDEN = {**record("hidden", receiver="method"), "qualname": "Desk.__hidden"}
STATIC = {**record("static", receiver="staticmethod"), "qualname": "Desk.static"}
MORE = {**record("more", receiver="method"), "qualname": "Special.more"}


@pytest.fixture
def tools(load: Load) -> ToolRegistry:
    return load(SOURCE, ONE, TWO, ADD, HIDDEN, STATIC, MORE)


def test_a_method_that_was_asked_of_a_module_says_where_it_is(load: Load) -> None:
    tools = load("class Desk:\n    def add(self, a): ...\n", ADD)
    assert () == tools.names
    way = r"\(it is a method of Desk: ToolRegistry.for_instance\(…\) has it\)"
    with pytest.raises(ToolNotFoundError, match=f'there is no tool "add" {way}'):
        tools["add"]
    with pytest.raises(ToolNotFoundError, match=way):
        (tools + ToolRegistry()).call("add", {"a": 1})


def test_a_registry_is_read_like_a_mapping_of_definitions(tools: ToolRegistry) -> None:
    assert ("one", "two", "static") == tools.names
    assert 3 == len(tools)
    assert "one" in tools
    assert "add" not in tools
    assert ["one", "two", "static"] == [definition.name for definition in tools]
    assert tools["one"] is tools.one is tools.get("one")
    assert tools.get("gone") is None
    assert 5 == tools.get("gone", 5)
    assert {"one", "two", "call", "load"} <= set(dir(tools))
    assert "<ToolRegistry of 3: one, two, static>" == repr(tools)
    with pytest.raises(AttributeError):
        _ = tools.gone
    with pytest.raises(KeyError):
        tools["gone"]


def test_names_of_the_registry_itself_are_never_tools(load: Load) -> None:
    tools = load("", record("call"), record("_private"))
    assert not isinstance(tools.call, ToolDefinition)
    assert "call" == tools["call"].name
    with pytest.raises(AttributeError):
        _ = tools._private


def test_a_definition_has_what_the_record_says(tools: ToolRegistry) -> None:
    one = tools.one
    assert ("one", "One", "Does one.", "one") == (
        one.name,
        one.title,
        one.description,
        one.qualname,
    )
    assert ONE["parameters"] == one.parameters
    assert (False, False, False) == (one.strict, one.is_async, one.approval)
    assert (("openai",), ("x",), {"readOnlyHint": True}) == (one.formats, one.tags, one.annotations)
    assert 9 == len(tools.two.formats)
    assert 1 == one.handler(1)
    assert one.returns is None


def test_a_definition_is_a_mapping_of_its_openai_envelope(tools: ToolRegistry) -> None:
    envelope = tools.schemas.format("openai")[0]
    assert envelope == dict(tools.one) == tools.one.format("openai") == tools.one
    assert "function" == tools.one["type"]
    assert hash(tools.one) == hash(tools.only("one").one)


def test_encoded_tools_are_fresh_copies(tools: ToolRegistry) -> None:
    first = tools.schemas.format("openai")
    first[0]["function"]["parameters"]["properties"].clear()
    first.clear()
    again = tools.schemas.format(SchemaFormat.OPENAI)
    assert 3 == len(again)
    assert {"a"} == set(again[0]["function"]["parameters"]["properties"])
    tools.one.parameters.clear()
    assert ONE["parameters"] == tools.one.parameters


def test_an_unknown_format_is_a_usage_error(tools: ToolRegistry) -> None:
    for ask in (tools.schemas.format, tools.one.format, tools.supporting):
        with pytest.raises(ToolUsageError, match="openai_responses"):
            ask("nonsense")


def test_cutting_and_joining_give_new_registries(tools: ToolRegistry) -> None:
    assert ("two", "one") == tools.only("two", "one").names
    assert ("one", "static") == tools.without("two").names
    assert ("one",) == tools.filter(lambda d: "x" in d.tags).names
    assert ("p_one", "p_two", "p_static") == tools.prefixed("p_").names
    assert ("eins", "two", "static") == tools.renamed({"one": "eins"}).names
    assert ("two", "static") == tools.supporting("anthropic").names
    assert ("one", "two", "static") == tools.names
    renamed = tools.renamed({"one": "eins"})
    assert 1 == renamed.call("eins", {"a": 1})
    assert "eins" == renamed.schemas.format("openai")[0]["function"]["name"]
    assert ("one", "eins") == (tools.only("one") + renamed.only("eins")).names
    assert ("one", "two", "static") == tools.extend(tools.only("two")).names
    with pytest.raises(DuplicateToolError):
        _ = tools + tools.only("two")


@pytest.mark.parametrize("change", [
    lambda t: t.only("gone"), lambda t: t.without("gone"), lambda t: t.renamed({"gone": "x"}),
], ids=["only", "without", "renamed"])  # fmt: skip
def test_an_unknown_name_is_an_error_everywhere(tools: ToolRegistry, change: Any) -> None:
    with pytest.raises(ToolNotFoundError):
        change(tools)


@pytest.mark.parametrize("name", ["", "1a", "a b", "ä", "x" * 65])
def test_a_new_name_must_be_one_that_providers_take(tools: ToolRegistry, name: str) -> None:
    with pytest.raises(ToolUsageError):
        tools.renamed({"one": name})


def test_an_instance_binds_its_methods_and_an_override_replaces_them(tools: ToolRegistry) -> None:
    module = __import__("importlib").import_module("desk")
    desk = ToolRegistry.for_instance(module.Desk(5))
    assert ("add", "hidden", "static") == desk.names
    special = ToolRegistry.for_instance(module.Special(5))
    assert ("more", "add", "hidden", "static") == special.names
    for _ in range(6):
        assert 6 == desk.call("add", {"a": 1})
        assert -1 == special.call("add", {"a": 1})
        assert "hidden" == desk.call("hidden")
        assert "static" == desk.call("static")
    assert () == desk.unbound


def test_a_class_method_gets_the_class_that_was_asked_for(load: Load) -> None:
    make = {**record("make", receiver="classmethod"), "qualname": "Made.make"}
    tools = load(SOURCE, make)
    module = __import__("importlib").import_module("desk")
    for _ in range(6):
        assert "Made" == tools.call("make")
        assert "MadeBelow" == ToolRegistry.for_instance(module.MadeBelow()).call("make")
        assert "MadeBelow" == ToolRegistry.for_instance(module.MadeBelow).call("make")


def test_a_class_lists_its_methods_unbound(tools: ToolRegistry) -> None:
    module = __import__("importlib").import_module("desk")
    desk = ToolRegistry.for_instance(module.Desk)
    assert ("add", "hidden") == desk.unbound
    assert ["static"] == [tool["function"]["name"] for tool in desk.schemas.format("openai")]
    assert "static" == desk.call("static")
    with pytest.raises(UnboundToolError):
        desk.call("add", {"a": 1})
    with pytest.raises(SideFileError):
        ToolRegistry.for_instance(object())


def test_a_generic_tool_is_not_taken_for_that_of_a_class_that_names_the_type(load: Load) -> None:
    source = """
        from typing import Generic, TypeVar
        from toolschema_runtime import tool
        T = TypeVar("T", bound=int)
        class Repo(Generic[T]):
            @tool
            def save(self, row: T) -> None: ...
        class Raw(Repo): ...
        class Still(Repo[T]): ...
        class Named(Repo[bool]): ...
        class Below(Named): ...
    """
    row = parameter("row", "int")
    load(
        source, {**record("save", row, receiver="method", is_generic=True), "qualname": "Repo.save"}
    )
    module = __import__("importlib").import_module("desk")
    for fits in (module.Repo(), module.Raw(), module.Still(), module.Repo):
        assert ("save",) == ToolRegistry.for_instance(fits).names
    for named in (module.Named(), module.Below(), module.Repo[bool](), module.Named):
        with pytest.raises(ToolUsageError, match=r"write save = tool\(Repo\.save\) in a class"):
            ToolRegistry.for_instance(named)
    with pytest.raises(ToolUsageError):
        ToolRegistry([module.Named().save])


def test_functions_and_bound_methods_find_their_records(tools: ToolRegistry) -> None:
    module = __import__("importlib").import_module("desk")
    mixed = ToolRegistry([module.one, module.Desk(5).add, tools.static, tools.only("two")])
    assert ("one", "add", "static", "two") == mixed.names
    assert 6 == mixed.call("add", {"a": 1})
    with pytest.raises(ToolUsageError, match="was not given to tool"):
        ToolRegistry([print])
    with pytest.raises(ToolUsageError, match="int is no tool"):
        ToolRegistry([5])
    with pytest.raises(SideFileError, match="was mypy run"):
        ToolRegistry([__import__("toolschema_runtime").tool(lambda: 1)])


def test_rules_travel_with_the_tools(tools: ToolRegistry) -> None:
    guarded = tools.configured(approval=True)
    joined = guarded.only("one") + tools.only("two")
    assert (True, False) == (joined.one.approval, joined.two.approval)


def test_many_threads_load_encode_and_call_at_once(folder: Path) -> None:
    write_module(folder, "desk", SOURCE, ONE, TWO)
    shared = ToolRegistry.load("desk")
    start = threading.Barrier(16)
    seen: list[Any] = []

    def work() -> None:
        start.wait()
        own = ToolRegistry.load("desk")
        for registry in (own, shared):
            seen.extend(
                (registry.schemas.format("openai"), registry.call("one", {"a": 1}))
                for _ in range(10)
            )

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert 16 * 20 == len(seen)
    assert all(seen[0] == each for each in seen)
