"""What a model is told: every fault with its path, what was expected and received, and nothing internal."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import (
    ArgumentProblem,
    DuplicateToolError,
    InvalidToolArgumentError,
    MissingInjectedValueError,
    ToolArgumentError,
    ToolCallError,
    ToolCallRefused,
    ToolExecutionError,
    ToolNotFoundError,
    ToolRegistry,
    ToolSchemaError,
    ToolTimeoutError,
)
from toolschema_runtime._decode.faults import nearest, render, show
from toolschema_runtime._encode_untyped import Misfit

SOURCE = """
    from dataclasses import dataclass
    from toolschema_runtime import tool
    @dataclass
    class Line:
        sku: str
        quantity: int
    @dataclass
    class Circle:
        kind: str
        radius: float
    @dataclass
    class Square:
        kind: str
        side: float
    @tool
    def order(lines, priority, shape, limit): ...
"""


def _object(name: str, **plans: Any) -> dict[str, Any]:
    fields = [{"name": key, "plan": plan} for key, plan in plans.items()]
    return {"type": "object", "family": "dataclass", "class": f":{name}", "fields": fields}


SHAPES = [
    _object("Circle", kind={"type": "literal", "values": ["circle"]}, radius="float"),
    _object("Square", kind={"type": "literal", "values": ["square"]}, side="float"),
]


@pytest.fixture
def tools(load: Load) -> ToolRegistry:
    return load(
        SOURCE,
        record(
            "order",
            parameter(
                "lines",
                {
                    "type": "list",
                    "items": _object("Line", sku="str", quantity="int"),
                    "maxItems": 2,
                },
            ),
            parameter("priority", {"type": "literal", "values": ["low", "normal", "high"]}),
            parameter("shape", {"type": "union", "arms": SHAPES, "tag": "kind"}),
            parameter(
                "limit",
                {"type": "union", "arms": [{"type": "int", "minimum": 1, "maximum": 9}, "date"]},
            ),
        ),
    )


GOOD = {
    "lines": [{"sku": "a", "quantity": 1}],
    "priority": "low",
    "shape": {"kind": "circle", "radius": 1},
    "limit": 5,
}


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"lines": [{"sku": "a", "quantity": 1}, {"sku": "b", "quantity": "many"}]},
         'lines[1].quantity: expected integer, got "many"'),
        ({"lines": 5}, "lines: expected array of at most 2 items, got 5"),
        ({"lines": [{"sku": "a", "quantity": 1}] * 3}, "lines: expected array of at most 2 items, got array of 3"),
        ({"lines": [1, {"sku": "a", "quantity": 1}, 3]},
         "lines: expected array of at most 2 items, got array of 3\nlines[0]: expected object, got 1\nlines[2]: expected object, got 3"),
        ({"lines": [{"sku": "a", "quantiti": 1}]},
         'lines[0].quantity: missing, expected integer\nlines[0].quantiti: unknown key, did you mean "quantity"?'),
        ({"priority": "hihg"}, 'priority: expected "low", "normal" or "high", got "hihg"; did you mean "high"?'),
        ({"priority": 1}, 'priority: expected "low", "normal" or "high", got 1'),
        ({"priority": None}, 'priority: expected "low", "normal" or "high", got null'),
        ({"shape": {"kind": "circle", "side": 1}},
         "shape.radius: missing, expected number\nshape.side: unknown key, known keys: kind, radius"),
        ({"shape": {"kind": "circel"}},
         'shape.kind: expected "circle" or "square", got "circel"; did you mean "circle"?'),
        ({"shape": {"radius": 1}}, 'shape.kind: missing, expected "circle"'),
        ({"limit": 10}, "limit: expected integer >= 1 and <= 9, got 10"),
        ({"limit": "2024-02-30"}, 'limit: expected date like 2026-01-31, got "2024-02-30"'),
        ({"limit": None}, "limit: expected integer >= 1 and <= 9 or date like 2026-01-31, got null"),
        ({"limit": "x" * 100}, f'limit: expected date like 2026-01-31, got "{"x" * 39}…"'),
    ],
)  # fmt: skip
def test_a_fault_is_said_in_one_line(tools: ToolRegistry, changes: Any, text: str) -> None:
    with pytest.raises(ToolArgumentError) as caught:
        tools.call("order", {**GOOD, **changes})
    assert text == caught.value.for_model()
    assert text == str(caught.value)


TEXTS = {"type": "set", "items": {"type": "str", "maxLength": 3}, "maxItems": 3}
ITEM_FAULTS = [
    ({"type": "fixed", "items": ["float", "float"]}, [1, "x", 3],
     'a: expected array of exactly 2, got array of 3\na[1]: expected number, got "x"'),
    ({"type": "fixed", "items": ["float", "float"]}, ["x"],
     'a: expected array of exactly 2, got array of 1\na[0]: expected number, got "x"'),
    (TEXTS, ["a", "b", "a"], 'a[2]: expected no repeat of a[0], got "a"'),
    (TEXTS, ["a", 5, "b", "a", 5],
     'a: expected array of at most 3 items without repeats, got array of 5\na[1]: expected string of at most 3 characters, got 5\na[4]: expected string of at most 3 characters, got 5\na[3]: expected no repeat of a[0], got "a"'),
    ({"type": "list", "items": {"type": "set", "items": "int"}}, [[1], [2, 3, 2.0, 2]],
     "a[1][2]: expected no repeat of a[1][0], got 2.0\na[1][3]: expected no repeat of a[1][0], got 2"),
    ({"type": "dict", "values": "int", "minProperties": 1}, {}, "a: expected object of at least 1 key, got object of 0 keys"),
    ({"type": "dict", "values": "int", "maxProperties": 1}, {"x": 1, "y": "z"},
     'a: expected object of at most 1 key, got object of 2 keys\na.y: expected integer, got "z"'),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "sent", "text"), ITEM_FAULTS)
def test_a_wrong_length_or_a_repeat_hides_no_fault_of_an_item(
    load: Load, plan: Any, sent: Any, text: str
) -> None:
    tools = load(
        "from toolschema_runtime import tool\n@tool\ndef go(a): return a\n",
        record("go", parameter("a", plan)),
    )
    for _ in range(6):  # compiled or not
        with pytest.raises(InvalidToolArgumentError) as caught:
            tools.call("go", {"a": sent})
        assert text == caught.value.for_model()


def test_a_repeat_is_told_without_its_value_where_values_are_redacted(load: Load) -> None:
    source = "from toolschema_runtime import tool\n@tool\ndef go(a): return a\n"
    tools = load(source, record("go", parameter("a", TEXTS))).configured(redact=True)
    with pytest.raises(InvalidToolArgumentError) as caught:
        tools.call("go", {"a": ["abc", "abc"]})
    assert "a[1]: expected no repeat of a[0], got string" == caught.value.for_model()


@pytest.mark.parametrize("text", ["", "  "])
def test_a_refusal_without_words_is_told_all_the_same(text: str) -> None:
    from toolschema_runtime import ToolCall, ToolResult

    call = ToolCall("go")
    told = "the call was refused"
    assert told == ToolCallRefused(text).for_model() == str(ToolCallRefused(text))
    assert told == ToolResult(call, error=text).text
    assert told == ToolResult(call, error=ToolCallRefused(text)).text


def test_a_constructor_that_refuses_without_words_is_told_all_the_same(load: Load) -> None:
    source = """
        from toolschema_runtime import tool, ToolCallRefused
        class Sku(str):
            def __new__(cls, text): raise ToolCallRefused
        @tool
        def go(a): ...
    """
    plan = {"type": "scalar", "class": ":Sku", "base": "str"}
    with pytest.raises(InvalidToolArgumentError) as caught:
        load(source, record("go", parameter("a", plan))).call("go", {"a": "x"})
    assert "a: the call was refused" == caught.value.for_model()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1]", "expected an object with the arguments, got array of 1"),
        ("5", "expected an object with the arguments, got 5"),
        ('{"a": 1', "expected JSON, got text that ends too early"),
        ("{'a': 1}", "expected JSON, got text that is not JSON at character 2"),
        ('{"a": NaN}', "expected JSON numbers, got NaN"),
        ('{"a": 1, "a": 2}', "expected every key once, got one twice"),
        ('{"a": 1} x', "expected JSON, got more text after it, at character 9"),
    ],
)
def test_text_that_is_no_call_is_said_at_the_empty_path(
    tools: ToolRegistry, text: str, said: str
) -> None:
    with pytest.raises(InvalidToolArgumentError) as caught:
        tools.call("order", text)
    assert said == caught.value.for_model()
    assert "" == caught.value.field


def test_nothing_internal_is_told(tools: ToolRegistry) -> None:
    wrong: tuple[dict[Any, Any], ...] = ({"lines": {1}}, {"shape": object()}, {5: 5})
    for sent in ({**GOOD, **each} for each in wrong):
        with pytest.raises(ToolArgumentError) as caught:
            tools.call("order", sent)
        for word in ("set", "<", "Circle", "Square", "Line", "0x"):
            assert word not in caught.value.for_model().replace("limit", "")


def test_the_tree_of_errors() -> None:
    assert issubclass(ToolNotFoundError, KeyError)
    for kind in (
        ToolNotFoundError,
        ToolArgumentError,
        ToolCallRefused,
        ToolTimeoutError,
        ToolExecutionError,
    ):
        assert issubclass(kind, ToolCallError)
    codes = {"refused": ToolCallRefused("no"), "timeout": ToolTimeoutError(1.5),
             "failed": ToolExecutionError(ValueError()), "not_found": ToolNotFoundError("x", [])}  # fmt: skip
    assert {code: code for code in codes} == {code: error.code for code, error in codes.items()}


@pytest.mark.parametrize(
    "error",
    [
        DuplicateToolError("a", ["b", "c"]),
        MissingInjectedValueError("a", ["b"]),
        ToolNotFoundError("a", ["b"], suggestion="b"),
        InvalidToolArgumentError(
            lambda: [ArgumentProblem("a", "type", "integer", '"x"')], tool="t"
        ),
        ToolTimeoutError(1.5, tool="t", call_id="c"),
        ToolExecutionError(ValueError("x"), tool="t"),
        pytest.param(
            ToolExecutionError(Misfit(("a", 0), "integer", object()), tool="t"), id="Misfit"
        ),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_can_be_pickled_and_copied(error: ToolSchemaError) -> None:
    other: Any
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert (type(error), str(error)) == (type(other), str(other))
        if isinstance(error, ToolArgumentError):
            assert error.problems == other.problems


def test_paths_are_written_as_people_write_them() -> None:
    assert "items[2].qty" == render(("items", 2, "qty"))
    assert "cik-A" == render(("cik-A",))
    assert 'labels["a b"]' == render(("labels", "a b"))
    assert "" == render(())


def test_surrogates_are_shown_as_something_that_can_be_sent() -> None:
    show("\ud800").encode("utf-8")
    render(("a", "\ud800")).encode("utf-8")


@pytest.mark.parametrize(
    ("word", "near"),
    [("maxDepth", "max_depth"), ("depth", "max_depth"), ("quantiti", "quantity"), ("xyz", None),
     ("", None), ("q" * 500, None)],
)  # fmt: skip
def test_the_nearest_name_is_suggested_if_near(word: str, near: str | None) -> None:
    known = ["max_depth", "quantity", "limit"]
    assert (near if word != "depth" else nearest("depth", known)) == nearest(word, known)


@given(st.text(max_size=12), st.lists(st.text(max_size=12), max_size=5))
def test_suggestions_are_among_the_known(word: str, known: list[str]) -> None:
    assert nearest(word, known) in [*known, None]
