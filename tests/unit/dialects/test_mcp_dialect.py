"""MCP, version by version."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.dialects.cases import LEAF, root
from tests.unit.dialects.schemas import record, rewritten
from toolschema_runtime.dialects import mcp

A = {"type": "string"}
OLD, NEW = "2025-11-25", "2026-07-28"


def test_schema_stays_as_it_is() -> None:
    schema = {**root(x={"oneOf": [A], "minLength": 1, "examples": ["x"]}), "title": "T"}
    assert (schema, []) == rewritten("mcp", schema)


@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ({"properties": {"a": A}}, {"type": "object", "properties": {"a": A}}, "MC01 rewrite"),
        ({"type": ["object", "null"]}, {"type": "object"}, "MC01 rewrite"),
        ({"type": "string"}, {"type": "object", "properties": {}}, "JS06 reject"),
        ({"type": "object", "anyOf": [LEAF]}, {"type": "object", "anyOf": [LEAF]}, "MC07 warn"),
    ],
)
def test_root_is_an_object(before: dict[str, Any], after: dict[str, Any], rule: str) -> None:
    new, changes = rewritten("mcp", before)
    assert after == new
    assert ("", rule) in changes


def test_what_hosts_pass_on_to_openai_is_told() -> None:
    schema = root(
        a={"type": "object"}, b={"type": "array"}, c={"type": "object", "additionalProperties": A}
    )
    expected = [("/properties/a", "MC07 warn"), ("/properties/b", "MC07 warn")]
    assert (schema, expected) == rewritten("mcp", schema)


@pytest.mark.parametrize(
    ("returns", "old", "new"),
    [
        (LEAF, LEAF, LEAF),
        (
            {"type": "array", "items": A},
            {
                "type": "object",
                "properties": {"result": {"type": "array", "items": A}},
                "required": ["result"],
                "additionalProperties": False,
            },
            {"type": "array", "items": A},
        ),
        (
            {"anyOf": [{"$ref": "#/$defs/Leaf"}, A], "$defs": {"Leaf": LEAF}},
            {
                "type": "object",
                "properties": {"result": {"anyOf": [{"$ref": "#/$defs/Leaf"}, A]}},
                "required": ["result"],
                "additionalProperties": False,
                "$defs": {"Leaf": LEAF},
            },
            {"anyOf": [{"$ref": "#/$defs/Leaf"}, A], "$defs": {"Leaf": LEAF}},
        ),
        ({"type": "null"}, None, None),
        (None, None, None),
    ],
    ids=["object", "array", "union with definitions", "nothing", "unknown"],
)
def test_result_is_an_object_up_to_2025_11_25(returns: Any, old: Any, new: Any) -> None:
    assert (old, new) == (
        mcp.output_schema(returns, version=OLD),
        mcp.output_schema(returns, version=NEW),
    )


@pytest.mark.parametrize(
    ("returns", "is_wrapped"),
    [
        ({"anyOf": [LEAF, {"type": "null"}]}, True),
        ({"anyOf": [A, {"anyOf": [LEAF, {"type": "null"}]}]}, True),
        ({"type": ["object", "null"], "properties": {}}, True),
        ({"enum": ["a", None]}, True),
        ({"const": None}, True),
        ({}, True),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"type": ["string", "null"]}}}, True),
        ({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}, True),
        ({"$ref": "#/$defs/A", "$defs": {"A": LEAF}}, False),
        ({"anyOf": [A, LEAF, {"enum": ["a", 1]}]}, False),
        ({"type": ["string", "integer"]}, False),
        ({"type": "array", "items": {"type": "null"}}, False),
    ],
)
def test_result_that_may_be_null_is_an_object_in_every_version(
    returns: Any, is_wrapped: bool
) -> None:
    assert is_wrapped == mcp.wraps_result(returns, version=NEW)
    assert mcp.wraps_result(returns, version=OLD)
    promised = mcp.output_schema(returns, version=NEW)
    assert is_wrapped == (promised is not None and "result" in promised.get("properties", {}))


def test_older_versions_know_less() -> None:
    tool = record(root(x=A), title="T", returns=LEAF, annotations={"readOnlyHint": True})
    assert [
        ["name", "description", "inputSchema"],
        ["name", "description", "inputSchema", "annotations"],
        ["name", "title", "description", "inputSchema", "outputSchema", "annotations"],
    ] == [list(mcp.tool(tool, version=v)) for v in ("2024-11-05", "2025-03-26", "2025-06-18")]


def test_annotations_are_only_what_was_said() -> None:
    assert "annotations" not in mcp.tool(record(root(x=A)))


def test_names_and_results_are_checked() -> None:
    tools = [
        record(root(x=A), name="a b"),
        record(root(x=A), name="a.b", returns={"type": "array", "items": A}),
        record(root(x=A), returns={"type": "null"}),
    ]
    found = [(c.pointer, c.rule.id) for c in mcp.check(tools)]
    assert {
        ("/0/name", "MC04"),
        ("/0/name", "MC05"),
        ("/1/name", "MC05"),
        ("/1/returns", "MC02"),
        ("/2/returns", "MC03"),
    } == set(found)
    assert {"MC01", "MC02", "MC03", "MC04", "MC05", "MC07"} == {rule.id for rule in mcp.rules()}
