"""Anthropic, and Bedrock where it follows Anthropic."""

from __future__ import annotations

import pytest

from tests.unit.dialects.cases import LEAF, NODE, Case, labels, noted, outcome, root
from tests.unit.dialects.schemas import record, rewritten
from toolschema_runtime.dialects import anthropic, bedrock
from toolschema_runtime.dialects._anthropic_strict import (
    ALL_OF,
    ALL_OF_KEPT,
    ANNOTATION,
    BESIDE_UNION,
    BESIDE_UNION_KEPT,
    BOUND,
    COMPLEX_VALUES,
    FORMAT,
    NO_PROPERTIES,
    NO_TYPE,
    NOT_CLOSED,
    ONE_OF,
    OPEN,
    PATTERN,
    PATTERN_PROPERTIES,
    RECURSION,
    REFERENCE_WORDS,
    SIZE,
    TUPLE_OF_ONE,
    UNPROBED,
    UNTYPED,
)

A = {"type": "string"}
B = {"type": "integer"}
MAP = {"type": "object", "additionalProperties": A}


def strict(*rules: object, before: object, after: object) -> Case:
    return Case(rules, before, after, strict=True)  # type: ignore[arg-type]


CASES = [
    Case((), {"type": "object"}, {"type": "object"}),
    Case((), {"type": "array"}, {"type": "array"}),
    Case((), {"oneOf": [A, B], "minimum": 1}, {"oneOf": [A, B], "minimum": 1}),
    strict(
        NOT_CLOSED,
        before={"type": "object", "properties": {"a": A}},
        after={"type": "object", "properties": {"a": A}, "additionalProperties": False},
    ),
    strict(OPEN, before={"type": "object"}, after={"type": "object"}),
    strict(OPEN, before=MAP, after=MAP),
    strict(
        NO_PROPERTIES,
        before={"type": "object", "additionalProperties": False},
        after={"type": "object", "properties": {}, "additionalProperties": False},
    ),
    strict(
        PATTERN_PROPERTIES,
        before={"type": "object", "patternProperties": {"^x": A}},
        after={"type": "object", "patternProperties": {"^x": A}},
    ),
    strict(RECURSION, before={"$ref": "#/$defs/Node"}, after={"$ref": "#/$defs/Node"}),
    strict(
        BOUND,
        BOUND,
        before={**B, "description": "How many", "minimum": 1, "maximum": 9},
        after={**B, "description": "How many. From 1 to 9."},
    ),
    strict(
        BOUND, before={**A, "minLength": 1}, after={**A, "description": "At least 1 character."}
    ),
    strict(
        SIZE,
        before={"type": "array", "items": A, "minItems": 1, "maxItems": 3},
        after={"type": "array", "items": A, "minItems": 1, "description": "At most 3 items."},
    ),
    strict(
        SIZE,
        before={"type": "array", "items": A, "minItems": 2},
        after={"type": "array", "items": A, "description": "At least 2 items."},
    ),
    strict(
        PATTERN,
        before={**A, "pattern": r"\bx"},
        after={**A, "description": r"Matching the regular expression \bx."},
    ),
    strict(before={**A, "pattern": "^x{2,3}$"}, after={**A, "pattern": "^x{2,3}$"}),
    strict(FORMAT, before={**A, "format": "path"}, after={**A, "description": "A file path."}),
    strict(
        before={**A, "format": "uri", "default": "x"}, after={**A, "format": "uri", "default": "x"}
    ),
    strict(
        BESIDE_UNION,
        before={"type": "string", "anyOf": [{"const": "x"}, {"const": "y"}], "description": "d"},
        after={
            "anyOf": [{"type": "string", "const": "x"}, {"type": "string", "const": "y"}],
            "description": "d",
        },
    ),
    strict(
        BESIDE_UNION_KEPT,
        before={"type": "string", "anyOf": [{"type": "integer"}, {"type": "null"}]},
        after={"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "String."},
    ),
    strict(
        BESIDE_UNION,
        REFERENCE_WORDS,
        before={"type": "object", "anyOf": [A, {"$ref": "#/$defs/Leaf"}]},
        after=LEAF,
    ),
    strict(ONE_OF, before={"oneOf": [A, B]}, after={"anyOf": [A, B]}),
    strict(
        ALL_OF,
        before={"allOf": [{"$ref": "#/$defs/Leaf"}, {"title": "T"}]},
        after={"title": "T", **LEAF},
    ),
    strict(ALL_OF_KEPT, before={"allOf": [A, B]}, after={"allOf": [A, B]}),
    strict(
        REFERENCE_WORDS,
        before={"$ref": "#/$defs/Leaf", "description": "A leaf"},
        after={"description": "A leaf", **LEAF},
    ),
    strict(
        REFERENCE_WORDS,
        before={"$ref": "#/$defs/Leaf", "enum": ["x"]},
        after={**LEAF, "description": 'One of "x".'},
    ),
    strict(before={"$ref": "#/$defs/Leaf"}, after={"$ref": "#/$defs/Leaf"}),
    strict(
        TUPLE_OF_ONE,
        SIZE,
        SIZE,
        before={
            "type": "array",
            "prefixItems": [A, A],
            "items": False,
            "minItems": 2,
            "maxItems": 2,
        },
        after={"type": "array", "items": A, "description": "Exactly 2 items."},
    ),
    strict(
        UNPROBED,
        SIZE,
        SIZE,
        before={
            "type": "array",
            "prefixItems": [A, B],
            "items": False,
            "minItems": 2,
            "maxItems": 2,
        },
        after={
            "type": "array",
            "items": {"anyOf": [A, B]},
            "description": "Item 1: string; item 2: integer. Exactly 2 items.",
        },
    ),
    strict(
        UNPROBED,
        before={**A, "not": {"const": "x"}},
        after={**A, "description": 'Nothing by the schema {"const": "x"}.'},
    ),
    strict(NO_TYPE, before={"enum": [1, 2]}, after={"type": "integer", "enum": [1, 2]}),
    strict(UNTYPED, before={}, after={}),
    strict(
        COMPLEX_VALUES,
        before={"type": "array", "enum": [["x"], []]},
        after={"type": "array", "enum": [["x"], []]},
    ),
    strict(
        before={
            "type": "object",
            "properties": {},
            "additionalProperties": False,
            "unevaluatedProperties": False,
        },
        after={"type": "object", "properties": {}, "additionalProperties": False},
    ),
    strict(ANNOTATION, before={**A, "x-order": 1}, after=A),
]


@pytest.mark.parametrize("case", CASES, ids=labels(CASES))
def test_construct_becomes_what_anthropic_takes(case: Case) -> None:
    assert (case.after, list(case.rules)) == outcome("anthropic", case)


@pytest.mark.parametrize("case", CASES, ids=labels(CASES))
def test_bedrock_takes_the_same(case: Case) -> None:
    assert (case.after, list(case.rules)) == outcome("bedrock", case)


# What is shown by tests of their own below.
ELSEWHERE = {"AN02", "AN03", "AN17", "AN18"}


def test_every_rule_has_a_case() -> None:
    assert {r for r in anthropic.rules() if r.id not in ELSEWHERE} == noted("anthropic", CASES)


def test_root_union_becomes_one_object() -> None:
    schema = {"anyOf": [root(a=A), root(a=A, b=B)]}
    new, changes = rewritten("anthropic", schema)
    expected = {"properties": {"a": A, "b": B}, "required": ["a"], "additionalProperties": False}
    assert expected == {keyword: new[keyword] for keyword in expected}
    assert [("", "AN02 rewrite")] == changes


def test_parameter_name_is_checked_at_the_root_alone() -> None:
    schema = root(**{"$filter": root(**{"$top": B})})
    assert [("/properties/$filter", "AN03 reject")] == rewritten("anthropic", schema)[1]


def test_definition_that_nothing_uses_any_more_goes() -> None:
    schema = root(x={"$ref": "#/$defs/Leaf", "description": "A leaf"})
    assert "$defs" not in rewritten("anthropic", schema, strict=True)[0]


def test_strict_flag_stands_beside_the_schema_and_only_when_true() -> None:
    loose, tight = record(root(x=A)), record(root(x=A), strict=True)
    tool = {"name": "f", "description": "Does it.", "input_schema": root(x=A)}
    assert [tool, {**tool, "strict": True}] == anthropic.tools([loose, tight])


def test_recursive_strict_tool_is_sent_loose() -> None:
    schema = root(x={"$ref": "#/$defs/Node"})
    assert NODE == schema["$defs"]["Node"]
    tool = anthropic.tool(record(schema, strict=True))
    assert (schema, False) == (tool["input_schema"], "strict" in tool)


def test_strict_tools_of_a_request_have_a_budget() -> None:
    nullable = {"anyOf": [A, {"type": "null"}]}
    within = [record(root(x=nullable), name=f"t{i}", strict=True) for i in range(16)]
    assert [] == anthropic.check(within)
    over = [*within, record(root(x=nullable), name="last", strict=True)]
    assert [("", "AN17")] == [(c.pointer, c.rule.id) for c in anthropic.check(over)]
    loose = [*within, record(root(x=nullable), name="last")]
    assert [] == anthropic.check(loose)


def test_names_are_checked() -> None:
    tools = [record(root(x=A), name=name) for name in ("a.b", "a" * 65, "a" * 129)]
    found = [(c.pointer, f"{c.rule.id} {c.rule.action}") for c in anthropic.check(tools)]
    expected = [
        "/0/name AN18 reject",
        "/1/name AN18 warn",
        "/2/name AN18 reject",
        "/2/name AN18 warn",
    ]
    assert expected == sorted(f"{pointer} {rule}" for pointer, rule in found)


def test_bedrock_specification_has_the_flag_beside_the_schema() -> None:
    loose, tight = record(root(x=A), description=""), record(root(x=A), strict=True)
    assert [
        {"toolSpec": {"name": "f", "inputSchema": {"json": root(x=A)}}},
        {
            "toolSpec": {
                "name": "f",
                "description": "Does it.",
                "inputSchema": {"json": root(x=A)},
                "strict": True,
            }
        },
    ] == bedrock.tools([loose, tight])


def test_bedrock_checks_names_descriptions_and_the_budget() -> None:
    odd = record(root(x=A), name="a" * 65, description="")
    assert [("/0/name", "BD02"), ("/0/description", "BD02")] == [
        (c.pointer, c.rule.id) for c in bedrock.check([odd])
    ]
    many = [record(root(x=A), name=f"t{i}", strict=True) for i in range(21)]
    assert ("", "AN17") in [(c.pointer, c.rule.id) for c in bedrock.check(many)]
    assert {"BD01", "BD02", "BD04"} <= {rule.id for rule in bedrock.rules()}
    assert ("", "BD01 rewrite") in rewritten("bedrock", {"properties": {}})[1]
