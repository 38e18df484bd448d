"""What a host says wrongly about how calls are treated is told at once, before anything runs."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, record
from toolschema_runtime import Limits, ToolCall, ToolRegistry, ToolUsageError

SOURCE = """
    from toolschema_runtime import tool
    ran = []
    @tool
    def go(): ran.append(1)
"""


@pytest.fixture
def tools(load: Load) -> ToolRegistry:
    return load(SOURCE, record("go"))


@pytest.mark.parametrize(
    ("rule", "values", "words"),
    [
        ("on_error", ["Raise", "ignore", "", None, True, 1, RuntimeError()], '"report", "raise" or a function'),
        ("timeout", [0, -1, True, "5", float("nan"), float("inf")], "a number of seconds above 0 or None"),
        ("approval", [1, "yes", print], "True, False or None"),
        ("redact", [1, None, "yes"], "True or False"),
        ("limits", [5, {"depth": 3}, Limits], "Limits or None"),
    ],
)  # fmt: skip
def test_a_rule_that_means_nothing_is_refused(
    tools: ToolRegistry, rule: str, values: list[Any], words: str
) -> None:
    for value in values:
        with pytest.raises(ToolUsageError) as caught:
            tools.configured(**{rule: value})
        assert str(caught.value).startswith(f"{rule} is {words}, not ")


@pytest.mark.parametrize(
    ("rule", "values"),
    [
        ("on_error", ["report", "raise", str]),
        ("timeout", [None, 1, 0.5]),
        ("approval", [None, True, False]),
        ("redact", [True, False]),
        ("limits", [None, Limits(depth=2)]),
    ],
)
def test_a_rule_that_means_something_is_taken(
    tools: ToolRegistry, rule: str, values: list[Any]
) -> None:
    for value in values:
        assert value == getattr(tools.configured(**{rule: value}).go._rules, rule)


def test_a_slip_in_on_error_is_told_the_nearest(tools: ToolRegistry) -> None:
    with pytest.raises(ToolUsageError, match=r'not "Raise"; did you mean "raise"\?'):
        tools.configured(on_error="Raise")  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [0, -1, "5", True])
def test_the_time_of_a_call_is_looked_at_before_it_runs(tools: ToolRegistry, seconds: Any) -> None:
    with pytest.raises(ToolUsageError, match="a number of seconds above 0"):
        tools.call("go", timeout=seconds)
    with pytest.raises(ToolUsageError, match="a number of seconds above 0"):
        asyncio.run(tools.acall("go", timeout=seconds))
    assert [] == tools.go.handler.__globals__["ran"]


@pytest.mark.parametrize("keys", [{"depth": 0}, {"text": -1}, {"nodes": 1.5}, {"digits": True}])
def test_a_limit_is_a_number_above_nothing(keys: Any) -> None:
    with pytest.raises(ToolUsageError, match=f"{next(iter(keys))} is a whole number above 0, not "):
        Limits(**keys)


@pytest.mark.parametrize("limit", [0, -1, 1.5, "2", True])
def test_the_limit_of_a_round_is_a_number_above_nothing(tools: ToolRegistry, limit: Any) -> None:
    with pytest.raises(ToolUsageError, match="limit is a whole number above 0 or None, not "):
        asyncio.run(tools.aexecute(ToolCall("go"), limit=limit))
    assert [] == tools.go.handler.__globals__["ran"]


@pytest.mark.parametrize("approvals", [True, ["c1"], "c1"])
def test_approvals_are_a_mapping_or_a_function(tools: ToolRegistry, approvals: Any) -> None:
    for run in (tools.execute, lambda *a, **k: asyncio.run(tools.aexecute(*a, **k))):
        with pytest.raises(ToolUsageError, match="approvals is a mapping or a function, not "):
            run(ToolCall("go"), approvals=approvals)
    assert [] == tools.go.handler.__globals__["ran"]


@pytest.mark.parametrize("inject", [5, "user", [("user", 1)], lambda _: None])
def test_injected_values_are_a_mapping(tools: ToolRegistry, inject: Any) -> None:
    with pytest.raises(ToolUsageError, match="injected values are a mapping, not "):
        tools.call("go", inject=inject)
    assert [] == tools.go.handler.__globals__["ran"]


def test_values_to_bind_are_given_by_name(tools: ToolRegistry) -> None:
    with pytest.raises(ToolUsageError, match=r"bind takes values by name, bind\(name=…\), or a function"):  # fmt: skip
        tools.bind({"user": 1})  # type: ignore[arg-type]
