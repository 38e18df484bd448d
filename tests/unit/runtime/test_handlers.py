"""A side-file is data: what it names is checked before it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, parameter, record, write_module
from toolschema_runtime import InvalidToolArgumentError, SideFileError, ToolRegistry

SOURCE = """
    import functools, enum
    from dataclasses import dataclass
    from typing import NamedTuple
    from toolschema_runtime import tool
    @tool
    def go(a, b=2, *, c="x"): return a, b, c
    def not_given(a): raise AssertionError
    @dataclass
    class Pair:
        left: int
        right: int = 0
    class Plain:
        def __init__(self, a): self.a = a
    class Late:
        def __init__(self, a, new): self.a = a
    class Color(enum.Enum):
        RED = 1
    class Point(NamedTuple):
        x: int
    evil = __import__("os").system
    class Desk:
        @tool
        def method(self, a): return a
        @classmethod
        @tool
        def inner(cls, a): return cls.__name__, a
        @tool
        @classmethod
        def outer(cls, a): return cls.__name__, a
        @staticmethod
        @tool
        def plain(a): return a
        @tool
        @staticmethod
        def static(a): return a
    def add(x, y): return x, y
    bound = tool(functools.partial(add, y=2))
    class Runner:
        __hash__ = None
        def __call__(self, a): return a
    run = tool(Runner())
    length = tool(len)
    desk = Desk()
    refund = tool(desk.method)
"""
A = parameter("a", "int")


def _only(load: Load, *parameters: Any, name: str = "go", **keys: Any) -> ToolRegistry:
    return load(SOURCE, {**record("go", *parameters, **keys), "qualname": name})


GO = [
    parameter("a", "int"),
    parameter("b", "int", optional=True, default=2),
    parameter("c", "str", kind="keyword_only", optional=True, default="x"),
]


def test_a_record_that_fits_is_called(load: Load) -> None:
    assert (1, 2, "x") == _only(load, *GO).call("go", {"a": 1})


@pytest.mark.parametrize(
    "parameters",
    [
        GO[:2],
        [parameter("renamed", "int"), *GO[1:]],
        [GO[0], parameter("b", "int", optional=True, default=3), GO[2]],
        [GO[0], parameter("b", "int", optional=True, default=2.0), GO[2]],
        [parameter("a", "int", optional=True), *GO[1:]],
        [parameter("a", "int", kind="positional_only"), *GO[1:]],
        [*GO, parameter("kw", "int", kind="var_keyword")],
        [GO[1], GO[0], GO[2]],
    ],
)
def test_other_parameters_or_defaults_are_stale(load: Load, parameters: Any) -> None:
    tools = _only(load, *parameters)
    with pytest.raises(SideFileError, match="older than the code, run mypy"):
        tools.call("go", {"a": 1})


@pytest.mark.parametrize(
    "name", ["not_given", "evil", "gone", "Desk.gone", "Pair", "tool", "go.__call__"]
)
def test_only_what_was_given_to_tool_is_called(load: Load, name: str) -> None:
    tools = _only(load, A, name=name)
    with pytest.raises(SideFileError):
        tools.call("go", {"a": 1})


@pytest.mark.parametrize(
    ("name", "receiver", "value"),
    [
        ("Desk.inner", "classmethod", ("Desk", 1)),
        ("Desk.outer", "classmethod", ("Desk", 1)),
        ("Desk.plain", "staticmethod", 1),
        ("Desk.static", "staticmethod", 1),
        ("run", "value", 1),
        ("refund", "value", 1),
    ],
)
def test_every_receiver_is_called(load: Load, name: str, receiver: str, value: Any) -> None:
    tools = _only(load, A, name=name, receiver=receiver)
    for _ in range(6):
        assert value == tools.call("go", {"a": 1})


def test_partials_and_builtins_are_called_by_keyword(load: Load) -> None:
    tools = load(
        SOURCE,
        {**record("bound", parameter("x", "int"), receiver="value")},
        {**record("length", parameter("obj", "str", kind="positional_only"), receiver="value")},
    )
    for _ in range(6):
        assert (1, 2) == tools.call("bound", {"x": 1})
        assert 3 == tools.call("length", {"obj": "abc"})


def _object(family: str, reference: str, *names: str, **keys: Any) -> dict[str, Any]:
    fields = [{"name": name, "plan": "int"} for name in names]
    return {"type": "object", "family": family, "class": reference, "fields": fields, **keys}


GOOD = [
    (_object("dataclass", ":Pair", "left", "right"), {"left": 1, "right": 2}),
    (_object("plain", ":Plain", "a"), {"a": 1}),
    ({"type": "enum", "class": ":Color", "members": {"RED": 1}}, 1),
    ({"type": "fixed", "class": ":Point", "items": ["int"]}, [1]),
]


@pytest.mark.parametrize(("plan", "sent"), GOOD)
def test_classes_that_fit_are_built(load: Load, plan: Any, sent: Any) -> None:
    tools = _only(load, parameter("a", plan), *GO[1:])
    assert type(tools.call("go", {"a": sent})[0]).__module__ == "desk"


@pytest.mark.parametrize(
    "plan",
    [
        _object("attrs", ":Pair", "left"),
        _object("plain", ":Pair", "left"),
        _object("dataclass", ":Plain", "a"),
        _object("dataclass", ":Pair", "right"),
        _object("dataclass", ":Pair", "left", "gone"),
        _object("dataclass", ":Gone", "left"),
        _object("dataclass", "desk.gone:Pair", "left"),
        _object("plain", ":Late", "a"),
        _object("plain", ":evil", "command"),
        _object("plain", "subprocess:Popen", "args"),
        _object("plain", "os:system", "command"),
        _object("typeddict", ":Pair", "left"),
        _object("typeddict", "builtins:dict", "left"),
        _object("nonsense", ":Pair", "left"),
        _object("dataclass", "Pair", "left"),
        {"type": "enum", "class": ":Color", "members": {"BLUE": 1}},
        {"type": "enum", "class": ":Pair", "members": {}},
        {"type": "fixed", "class": ":Pair", "items": ["int"]},
        {"type": "fixed", "class": "builtins:tuple", "items": ["int"]},
        {"type": "fixed", "class": ":Point", "items": ["int", "int"]},
        {"type": "scalar", "class": ":Pair", "base": "str"},
        {"type": "scalar", "class": "builtins:int", "base": "str"},
        {"type": "scalar", "class": ":Desk.method", "base": "str"},
    ],
)
def test_a_class_must_be_of_the_recorded_name_family_and_constructor(load: Load, plan: Any) -> None:
    tools = _only(load, parameter("a", plan), *GO[1:])
    with pytest.raises(SideFileError):
        tools.call("go", {"a": {"left": 1, "right": 2, "a": 1}})


MODELS = "from dataclasses import dataclass\n@dataclass\nclass Order:\n    a: int\n"
TOOLS = "from toolschema_runtime import tool\n@tool\ndef go(a): return a\n"


@pytest.mark.parametrize("family", ["dataclass", "plain"])
def test_a_module_under_another_name_than_mypys_is_told_so(folder: Path, family: str) -> None:
    write_module(folder, "src.lib.models", MODELS)
    plan = _object(family, "lib.models:Order", "a")
    write_module(folder, "src.lib.tools", TOOLS, record("go", parameter("a", plan)))
    with pytest.raises(SideFileError, match=r"was src\.lib\.tools loaded by the name") as caught:
        ToolRegistry.load("src.lib.tools").call("go", {"a": {"a": 1}})
    assert "run mypy" not in str(caught.value)


def test_a_module_of_a_class_that_lacks_another_is_told_so(folder: Path) -> None:
    write_module(folder, "models", f"import gone_for_good\n{MODELS}")
    plan = _object("dataclass", "models:Order", "a")
    write_module(folder, "desk", TOOLS, record("go", parameter("a", plan)))
    with pytest.raises(
        SideFileError, match=r"cannot be imported: No module named 'gone_for_good'$"
    ):
        ToolRegistry.load("desk").call("go", {"a": {"a": 1}})


def test_a_tool_that_is_made_under_a_condition_may_be_absent(load: Load) -> None:
    source = """
        from toolschema_runtime import tool
        try:
            import gone_for_good
            @tool
            def go(): return 1
        except ImportError:
            pass
    """
    with pytest.raises(SideFileError, match="made there under a condition, as by an import") as caught:  # fmt: skip
        load(source, record("go")).call("go")
    assert '"go" is not in desk: ' in str(caught.value)


@pytest.mark.parametrize(
    "plan",
    [
        None, 1, [], {}, "nonsense", {"type": None}, {"type": "list"}, {"type": "union", "arms": []},
        {"type": "ref", "name": "gone"}, {"type": "ref"}, {"type": "literal", "values": [[]]},
        {"type": "literal", "values": [float("inf")]}, {"type": "int", "minimum": "1"},
        {"type": "int", "multipleOf": 0}, {"type": "str", "pattern": "("},
        {"type": "str", "pattern": 5}, {"type": "str", "minLength": -1}, {"type": "int", "exact": 1},
        {"type": "date", "minimum": "x"}, {"type": "dict", "keys": "bool", "values": "any"},
        {"type": "object", "family": "typeddict", "class": ":X", "fields": [1]},
        {"type": "object", "fields": []}, {"type": "enum", "class": 5, "members": {}},
        {"type": "enum", "class": "../x:Y", "members": {}},
    ],
    ids=str,
)  # fmt: skip
def test_a_damaged_plan_is_a_side_file_error(load: Load, plan: Any) -> None:
    tools = _only(load, {**A, "plan": plan}, *GO[1:])
    with pytest.raises(SideFileError):
        tools.call("go", {"a": 1})


def test_a_plan_nested_deeply_is_read_as_far_as_python_goes(load: Load) -> None:
    plan: Any = "int"
    for _ in range(400):
        plan = {"type": "list", "items": plan}
    tools = _only(load, {**A, "plan": plan}, *GO[1:])
    for _ in range(6):
        with pytest.raises(InvalidToolArgumentError):
            tools.call("go", {"a": [[1]]})


@pytest.mark.parametrize(
    "changes",
    [{"parameters": None}, {"parameters": [1]}, {"receiver": "thing"}, {"definitions": []},
     {"parameters": [{"name": "a", "kind": "x", "plan": "int"}]},
     {"parameters": [{"name": "a b", "kind": "keyword_only", "plan": "int"}]},
     {"parameters": [A, A]}, {"parameters": [{**A, "unpack": True}]}],
    ids=str,
)  # fmt: skip
def test_a_damaged_binding_is_a_side_file_error(load: Load, changes: Any) -> None:
    damaged = record("go", *GO)
    damaged["binding"].update(changes)
    tools = load(SOURCE, damaged)
    with pytest.raises(SideFileError):
        tools.call("go", {"a": 1})


@pytest.mark.parametrize("wraps", ["", "self.__wrapped__ = function"])
def test_an_object_in_place_of_the_function_is_named_with_what_puts_it_there(
    load: Load, wraps: str
) -> None:
    source = f"""
        from toolschema_runtime import tool
        class FunctionTool:
            def __init__(self, function):
                self.name = "go"
                {wraps}
        @FunctionTool
        @tool
        def go(a): return a
    """
    tools = load(source, record("go", A))
    wanted = r'"go" of desk is a FunctionTool when the program runs: if a decorator above @tool .*decorator.go. below'
    with pytest.raises(SideFileError, match=wanted):
        tools.call("go", {"a": 1})
