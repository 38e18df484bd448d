"""Hostile calls by the thousand: accepted by the schema or refused, and nothing else is ever raised."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import ToolArgumentError, ToolCallError

SOURCE = """
    from dataclasses import dataclass
    from toolschema_runtime import tool
    RAN = []
    @dataclass
    class Line:
        sku: str
        quantity: int = 1
    @tool
    def order(lines, day, note=None, *, user="safe"): RAN.append((lines, day, note, user))
    @tool
    def open_kw(a, /, **kw): RAN.append((a, kw))
    @tool
    def anything(value): RAN.append(value)
"""
LINE = {
    "type": "object", "family": "dataclass", "class": ":Line",
    "fields": [{"name": "sku", "plan": {"type": "str", "maxLength": 5}}, {"name": "quantity", "plan": "int", "optional": True}],
}  # fmt: skip
RECORDS = [
    record(
        "order",
        parameter("lines", {"type": "list", "items": LINE}),
        parameter("day", "date"),
        parameter("note", {"type": "optional", "of": "str"}, optional=True, default=None),
        parameter("user", None, kind="keyword_only", inject={"required": False}),
    ),
    record(
        "open_kw",
        parameter("a", "int", kind="positional_only", key="wire"),
        parameter("kw", {"type": "union", "arms": ["int", "str"]}, kind="var_keyword"),
    ),
    record("anything", parameter("value", "any")),
]
NAMES = st.sampled_from(
    ["lines", "day", "note", "user", "wire", "a", "kw", "value", "self", "cls", "__class__", "__init__",
     "__proto__", "sku", "quantity", "", "\0", "\ud800", "ﬁne", "lines ", "LINES"]
)  # fmt: skip
LEAVES = st.one_of(
    st.just(5000).map(lambda digits: 10**digits),
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), NAMES,
    st.sampled_from(["2024-02-29", "2024-02-30", -(10**400), float("nan"), 2.0**53, 1e308]),
    st.sampled_from([b"x", (1,), {1}, object(), 1j]),
)  # fmt: skip
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(NAMES, inner, max_size=4)
        | st.fixed_dictionaries({"sku": inner}, optional={"quantity": inner})
    ),
    max_leaves=10,
)
GOOD = st.fixed_dictionaries(
    {"lines": st.lists(st.fixed_dictionaries({"sku": st.text(max_size=6)})) | VALUES,
     "day": st.sampled_from(["2024-02-29", "x"])}
)  # fmt: skip
ARGUMENTS = st.one_of(VALUES, st.dictionaries(NAMES, VALUES, max_size=5), GOOD)


@st.composite
def _texts(draw: st.DrawFn) -> str:
    try:
        text = json.dumps(draw(ARGUMENTS))
    except (TypeError, ValueError):
        text = draw(st.text(alphabet='{}[]":,0123456789.eE+-truefalsn \\u"', max_size=40))
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, max(len(text) - 1, 0)))
        text = (
            text[:place]
            + draw(st.sampled_from(['"', "{", "]", ",", "", "NaN", "\\", text]))
            + text[place + 1 :]
        )
    return text


@settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_nothing_else_is_raised_and_no_body_runs_on_a_refused_call(load: Load, data: Any) -> None:
    if not hasattr(load, "tools"):
        load.tools = load(SOURCE, *RECORDS)  # type: ignore[attr-defined]
    tools = load.tools  # type: ignore[attr-defined]
    name = data.draw(st.sampled_from(["order", "open_kw", "anything", "nothing"]))
    arguments = data.draw(ARGUMENTS | _texts())
    ran = tools.order.handler.__globals__["RAN"]
    ran.clear()
    registry = data.draw(st.sampled_from([tools, tools.lenient()]))
    try:
        registry.call(name, arguments)
    except ToolCallError as error:
        assert [] == ran
        error.for_model().encode("utf-8")
    else:
        assert 1 == len(ran)
        if name == "order":
            assert "safe" == ran[0][3]


def test_huge_integer_for_a_decimal_is_refused_by_a_lenient_registry_too(load: Load) -> None:
    tools = load(
        "from toolschema_runtime import tool\n@tool\ndef pay(a, b=1): return a",
        record("pay", parameter("a", "decimal"),
               parameter("b", {"type": "int", "multipleOf": 0.5}, optional=True, default=1)),
    )  # fmt: skip
    for registry in (tools, tools.lenient()):
        for arguments in ({"a": 10**5000}, {"a": "1", "b": 10**5000}):
            with pytest.raises(ToolArgumentError):
                registry.call("pay", arguments)


def test_what_the_model_is_told_can_always_be_sent(load: Load) -> None:
    tools = load(
        "from toolschema_runtime import tool, ToolCallRefused\n@tool\ndef find(a): raise ToolCallRefused(f'no {a}')",
        record("find", parameter("a", "str")),
    )
    for name in ("find", "\ud800"):
        with pytest.raises(ToolCallError) as caught:
            tools.call(name, {"a": "\ud800"})
        assert "\\ud800" in caught.value.for_model().encode("utf-8").decode()
