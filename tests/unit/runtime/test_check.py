"""`registry.check` says what a provider does to a set of tools, and to which."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from toolschema_runtime import FormatChange, ToolRegistry, ToolUsageError
from toolschema_runtime.dialects import FORMATS


def tool(name: str, strict: bool = False, **properties: Any) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {
        "type": "function",
        "function": {"name": name, "description": "Does.", "parameters": schema, "strict": strict},
    }


def refusals(tools: ToolRegistry, fmt: str) -> list[FormatChange]:
    return [change for change in tools.check(fmt) if change.is_refusal]


TEXT = {"type": "string"}


@pytest.mark.parametrize("fmt", FORMATS)
def test_plain_tools_are_refused_by_nobody(fmt: str) -> None:
    assert [] == refusals(ToolRegistry([tool("go", a=TEXT)]), fmt)


def test_the_tool_and_the_parameter_are_named() -> None:
    pair = {"type": "array", "prefixItems": [TEXT, {"type": "integer"}], "items": False}
    lines = {"type": "array", "items": {"type": "object", "properties": {"of/two": pair}, "required": ["of/two"], "additionalProperties": False}}  # fmt: skip
    tools = ToolRegistry([tool("fine", a=TEXT), tool("bad", strict=True, lines=lines)])
    (found,) = refusals(tools, "openai")
    assert ("openai", "bad", "lines[].of/two", "OA14") == (
        found.format, found.tool, found.path, found.rule,
    )  # fmt: skip
    assert "reject" == found.action
    assert found.text.startswith("prefixItems (a tuple): ")
    assert found.source.startswith("https://")


def test_names_are_checked() -> None:
    (found,) = refusals(ToolRegistry([tool("fine", a=TEXT), tool("not.so", a=TEXT)]), "openai")
    assert ("not.so", "") == (found.tool, found.path)


@pytest.mark.parametrize(("fmt", "most"), [("openai", 128), ("gemini", 512)])
def test_number_of_tools_is_about_all_of_them(fmt: str, most: int) -> None:
    many = [tool(f"t{i}", a=TEXT) for i in range(most + 1)]
    assert [] == refusals(ToolRegistry(many[:most]), fmt)
    (found,) = refusals(ToolRegistry(many), fmt)
    assert (None, "") == (found.tool, found.path)


def test_strict_budgets_of_anthropic_are_about_all_of_them() -> None:
    many = [tool(f"t{i}", strict=True, a=TEXT) for i in range(21)]
    assert [] == refusals(ToolRegistry(many[:20]), "anthropic")
    assert [None] == [each.tool for each in refusals(ToolRegistry(many), "anthropic")]


def test_totals_of_openai_are_counted() -> None:
    properties = {f"p{i}": TEXT for i in range(5001)}
    found = refusals(ToolRegistry([tool("large", strict=True, **properties)]), "openai")
    assert ["large"] == [each.tool for each in found]


def test_what_is_lowered_is_no_refusal() -> None:
    tools = ToolRegistry([tool("go", strict=True, a={"type": "integer", "minimum": 1})])
    found = [change for change in tools.check("anthropic") if change.action == "lower"]
    assert [("go", "a", False)] == [(each.tool, each.path, each.is_refusal) for each in found]


def test_unknown_format_is_the_hosts_mistake() -> None:
    with pytest.raises(ToolUsageError, match="no format 'telex'"):
        ToolRegistry([]).check("telex")


def test_changes_are_values() -> None:
    tools = ToolRegistry([tool("not.so", a=TEXT)])
    first, again = tools.check("openai")[0], tools.check("openai")[0]
    assert first == again == pickle.loads(pickle.dumps(first))
    assert 1 == len({first, again})
    with pytest.raises(AttributeError, match="frozen"):
        first.tool = "x"
