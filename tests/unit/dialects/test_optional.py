"""Anthropic's strict form: what is optional may be left out, and null no longer stands for the default."""

from __future__ import annotations

from typing import Any

import pytest

from toolschema_runtime.dialects import dialect

LEAF = {
    "type": "object",
    "properties": {"n": {"type": ["integer", "null"]}, "m": {"type": "string"}},
    "required": ["n", "m"],
    "additionalProperties": False,
}
LEAF_PLAN = {
    "type": "object",
    "family": "dataclass",
    "class": ":Leaf",
    "fields": [
        {"name": "n", "plan": "int", "optional": True, "null_is_default": True},
        {"name": "m", "plan": "str"},
    ],
}
RELAXED = {
    **LEAF,
    "properties": {"n": {"type": "integer"}, "m": {"type": "string"}},
    "required": ["m"],
}
NULL = {"type": "null"}


def record(schema: dict[str, Any], *fields: dict[str, Any], **binding: Any) -> dict[str, Any]:
    return {
        "name": "go",
        "description": "Go.",
        "strict": True,
        "parameters": {**schema, "additionalProperties": False},
        "binding": {"parameters": [{"kind": "keyword_only", **each} for each in fields], **binding},
    }


def asked(given: dict[str, Any], fmt: str) -> Any:
    envelope = dialect(fmt).tool(given)
    if fmt == "bedrock":
        return envelope["toolSpec"]["inputSchema"]["json"]
    return envelope["input_schema"]


@pytest.mark.parametrize("fmt", ["anthropic", "bedrock"])
@pytest.mark.parametrize(
    ("node", "plan", "expected"),
    [
        ({"type": ["integer", "null"]}, "int", {"type": "integer"}),
        ({"anyOf": [LEAF, NULL], "description": "d"}, LEAF_PLAN, {**RELAXED, "description": "d"}),
        (
            {"anyOf": [{"type": "array", "items": LEAF}, NULL]},
            {"type": "list", "items": LEAF_PLAN},
            {"type": "array", "items": RELAXED},
        ),
        (
            {"anyOf": [{"type": "integer"}, {"type": "string"}, NULL]},
            {"type": "union", "arms": ["int", "str"]},
            {"anyOf": [{"type": "integer"}, {"type": "string"}]},
        ),
    ],
)
def test_optional_key_may_be_left_out(
    fmt: str, node: dict[str, Any], plan: Any, expected: dict[str, Any]
) -> None:
    given = record(
        {"type": "object", "properties": {"x": node}, "required": ["x"]},
        {"name": "x", "plan": plan, "optional": True, "null_is_default": True},
    )
    made = asked(given, fmt)
    assert expected == made["properties"]["x"]
    assert "required" not in made


@pytest.mark.parametrize("fmt", ["anthropic", "bedrock"])
def test_null_of_the_type_itself_stays(fmt: str) -> None:
    given = record(
        {"type": "object", "properties": {"x": {"type": ["integer", "null"]}}, "required": ["x"]},
        {"name": "x", "plan": {"type": "optional", "of": "int"}, "optional": True},
    )
    made = asked(given, fmt)
    assert {"x": {"type": ["integer", "null"]}} == made["properties"]
    assert "required" not in made


def test_definitions_are_relaxed_where_they_stand() -> None:
    given = record(
        {
            "type": "object",
            "properties": {"x": {"$ref": "#/$defs/Leaf"}, "y": {"$ref": "#/$defs/Leaf"}},
            "required": ["x", "y"],
            "$defs": {"Leaf": LEAF},
        },
        {"name": "x", "plan": {"type": "ref", "name": "Leaf"}},
        {"name": "y", "plan": {"type": "ref", "name": "Leaf"}},
        definitions={"Leaf": LEAF_PLAN},
    )
    made = asked(given, "anthropic")
    assert {"Leaf": RELAXED} == made["$defs"]
    assert ["x", "y"] == made["required"]


def test_record_is_not_changed_and_openai_still_asks_for_every_key() -> None:
    given = record(
        {"type": "object", "properties": {"x": {"type": ["integer", "null"]}}, "required": ["x"]},
        {"name": "x", "plan": "int", "optional": True, "null_is_default": True},
    )
    asked(given, "anthropic")
    function = dialect("openai").tool(given)["function"]
    assert given["parameters"] == function["parameters"]
