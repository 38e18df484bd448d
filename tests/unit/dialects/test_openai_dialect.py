"""OpenAI, both APIs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.dialects.cases import Case, labels, noted, outcome, root
from tests.unit.dialects.schemas import record, rewritten
from toolschema_runtime.dialects import openai, openai_responses
from toolschema_runtime.dialects._openai_schema import (
    ALL_OF,
    ALL_OF_KEPT,
    ANNOTATION,
    BOUND_OF_TEXT,
    CONDITIONAL,
    CONSTRAINT,
    DEFAULT,
    EXAMPLES,
    FORMAT,
    NO_ITEMS,
    NO_ITEMS_STRICT,
    NO_PROPERTIES,
    NO_TYPE,
    NOT_CLOSED,
    ONE_OF,
    OPEN,
    PATTERN,
    PATTERN_PROPERTIES,
    REFERENCE_WORDS,
    TUPLE,
    TUPLE_OF_ONE,
    UNTYPED,
)

A = {"type": "string"}
B = {"type": "integer"}
CLOSED = {
    "type": "object",
    "properties": {"a": A},
    "required": ["a"],
    "additionalProperties": False,
}
MAP = {"type": "object", "additionalProperties": A}
PAIR = {"type": "array", "prefixItems": [A, B], "items": False, "minItems": 2, "maxItems": 2}
TWINS = {"type": "array", "prefixItems": [A, A], "items": False, "minItems": 2, "maxItems": 2}

CASES = [
    Case((NO_PROPERTIES,), {"type": "object"}, {"type": "object", "properties": {}}),
    Case((NO_PROPERTIES,), MAP, {**MAP, "properties": {}}),
    Case((NO_ITEMS,), {"type": "array"}, {"type": "array", "items": {}}),
    Case((), {"const": "x", "default": "x"}, {"const": "x", "default": "x"}),
    Case((NO_ITEMS_STRICT,), {"type": "array"}, {"type": "array"}, strict=True),
    Case(
        (NO_TYPE,),
        {"enum": ["x", 1]},
        {"type": ["string", "integer"], "enum": ["x", 1]},
        strict=True,
    ),
    Case((UNTYPED,), {}, {}, strict=True),
    Case((UNTYPED,), {"description": "any"}, {"description": "any"}, strict=True),
    Case(
        (NOT_CLOSED,),
        {"type": "object", "properties": {"a": A}, "required": ["a"]},
        CLOSED,
        strict=True,
    ),
    Case((OPEN,), {"type": "object"}, {"type": "object"}, strict=True),
    Case((OPEN,), MAP, MAP, strict=True),
    Case(
        (OPEN,),
        {**CLOSED, "additionalProperties": True},
        {**CLOSED, "additionalProperties": True},
        strict=True,
    ),
    Case(
        (DEFAULT,),
        {"type": "string", "description": "Who", "default": "me"},
        {"type": "string", "description": 'Who. Default "me".'},
        strict=True,
    ),
    Case((ONE_OF,), {"oneOf": [A, B]}, {"anyOf": [A, B]}, strict=True),
    Case(
        (ALL_OF,), {"allOf": [A, {"minLength": 1}]}, {"type": "string", "minLength": 1}, strict=True
    ),
    Case(
        (ALL_OF, REFERENCE_WORDS),
        {"allOf": [{"$ref": "#/$defs/Leaf"}], "description": "A leaf"},
        {"anyOf": [{"$ref": "#/$defs/Leaf"}], "description": "A leaf"},
        strict=True,
    ),
    Case((ALL_OF_KEPT,), {"allOf": [A, B]}, {"allOf": [A, B]}, strict=True),
    Case(
        (CONDITIONAL,),
        {**A, "not": {"const": "x"}},
        {**A, "not": {"type": "string", "const": "x"}},
        strict=True,
    ),
    Case(
        (REFERENCE_WORDS,),
        {"$ref": "#/$defs/Leaf", "description": "A leaf"},
        {"anyOf": [{"$ref": "#/$defs/Leaf"}], "description": "A leaf"},
        strict=True,
    ),
    Case(
        (REFERENCE_WORDS, CONSTRAINT),
        {"$ref": "#/$defs/Leaf", "minProperties": 1},
        {**CLOSED, "description": "At least 1 key."},
        strict=True,
    ),
    Case(
        (REFERENCE_WORDS,),
        {"$ref": "#/$defs/Node", "minProperties": 1},
        {"anyOf": [{"$ref": "#/$defs/Node"}], "description": "At least 1 key."},
        strict=True,
    ),
    Case(
        (TUPLE_OF_ONE,),
        TWINS,
        {"type": "array", "items": A, "minItems": 2, "maxItems": 2},
        strict=True,
    ),
    Case((TUPLE,), PAIR, PAIR, strict=True),
    Case((FORMAT,), {**A, "format": "uri"}, {**A, "description": "A URI."}, strict=True),
    Case((), {**A, "format": "date"}, {**A, "format": "date"}, strict=True),
    Case(
        (PATTERN,),
        {**A, "pattern": "^(?!x)"},
        {**A, "description": "Matching the regular expression ^(?!x)."},
        strict=True,
    ),
    Case(
        (),
        {**A, "pattern": "^x$", "minLength": 1},
        {**A, "pattern": "^x$", "minLength": 1},
        strict=True,
    ),
    Case((BOUND_OF_TEXT,), {**A, "minimum": 1}, {**A, "description": "At least 1."}, strict=True),
    Case(
        (CONSTRAINT,),
        {"type": "array", "items": A, "uniqueItems": True},
        {"type": "array", "items": A, "description": "No two items alike."},
        strict=True,
    ),
    Case(
        (PATTERN_PROPERTIES,),
        {"type": "object", "patternProperties": {"^x": A}},
        {"type": "object", "patternProperties": {"^x": A}},
        strict=True,
    ),
    Case((ANNOTATION,), {**A, "x-order": 1}, A, strict=True),
    Case(
        (EXAMPLES,),
        {**A, "examples": ["a", "b"]},
        {**A, "description": 'For example "a", "b".'},
        strict=True,
    ),
]


@pytest.mark.parametrize("case", CASES, ids=labels(CASES))
def test_construct_becomes_what_openai_takes(case: Case) -> None:
    assert (case.after, list(case.rules)) == outcome("openai", case)


# What is shown by tests of their own below.
ELSEWHERE = {"OA01", "OA05", "OA21", "OA22", "OA23", "OA24"}


def test_every_rule_has_a_case() -> None:
    assert {r for r in openai.rules() if r.id not in ELSEWHERE} == noted("openai", CASES)


ROOTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    (
        {"properties": {"a": A}},
        {"type": "object", "properties": {"a": A}},
    ),
    (
        {"$ref": "#/$defs/Leaf", "$defs": {"Leaf": CLOSED}},
        CLOSED,
    ),
    (
        {
            "allOf": [
                {"type": "object", "properties": {"a": A}},
                {"properties": {"b": B}, "required": ["b"]},
            ]
        },
        {"type": "object", "properties": {"a": A, "b": B}, "required": ["b"]},
    ),
    (
        {
            "type": "object",
            "oneOf": [
                {"properties": {"kind": {"const": "a"}, "a": A}, "required": ["kind", "a"]},
                {"properties": {"kind": {"const": "b"}}, "required": ["kind"]},
            ],
        },
        {
            "type": "object",
            "properties": {"kind": {"anyOf": [{"const": "a"}, {"const": "b"}]}, "a": A},
            "required": ["kind"],
            "description": "Give either kind and a, or kind.",
        },
    ),
    (
        {
            "type": "object",
            "properties": {"a": A, "b": B},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        },
        {
            "type": "object",
            "properties": {"a": A, "b": B},
            "description": "Give either a, or b.",
        },
    ),
    (
        {"type": "object", "properties": {}, "not": {"required": ["a"]}},
        {
            "type": "object",
            "properties": {},
            "description": 'Nothing by the schema {"required": ["a"]}.',
        },
    ),
]


@pytest.mark.parametrize(("before", "after"), ROOTS)
def test_root_becomes_a_plain_object(before: dict[str, Any], after: dict[str, Any]) -> None:
    new, changes = rewritten("openai", before)
    assert after == {keyword: new[keyword] for keyword in after}
    assert ("", "OA01 rewrite") in changes


def test_optional_property_is_required_when_null_will_do() -> None:
    nullable = {"anyOf": [A, {"type": "null"}]}
    schema = {**root(a=nullable, b=A), "required": ["b"]}
    expected = root(a=nullable, b=A)
    assert (expected, [("/properties/a", "OA05 rewrite")]) == rewritten(
        "openai", schema, strict=True
    )


def test_strict_object_without_keys_requires_none() -> None:
    closed = {"type": "object", "properties": {}, "additionalProperties": False}
    expected = ({**closed, "required": []}, [("", "OA05 rewrite")])
    assert expected == rewritten("openai", closed, strict=True)


def test_optional_property_that_may_not_be_null_stays_optional_in_a_loose_tool() -> None:
    schema = {**root(a=A), "required": []}
    assert [("/properties/a", "OA05 reject")] == rewritten("openai", schema, strict=True)[1]
    function = openai.tool(record(schema, strict=True))["function"]
    assert (schema, False) == (function["parameters"], "strict" in function)


@pytest.mark.parametrize(
    "schema",
    [
        root(**{f"p{i}": A for i in range(5_001)}),
        root(x={"type": "integer", "enum": list(range(1_001))}),
        root(x={"type": "string", "enum": ["v" * 120_001]}),
        root(x={"type": "string", "enum": [f"{number:060}" for number in range(251)]}),
    ],
    ids=["properties", "values", "characters", "an enum's characters"],
)
def test_strict_schema_has_limits(schema: dict[str, Any]) -> None:
    assert ("", "OA21 reject") in rewritten("openai", schema, strict=True)[1]


def test_an_enum_of_few_long_or_many_short_texts_is_strict() -> None:
    few = root(x={"type": "string", "enum": [f"{number:060}" for number in range(250)]})
    many = root(x={"type": "string", "enum": [f"{number:03}" for number in range(999)]})
    for schema in (few, many):
        assert ("", "OA21 reject") not in rewritten("openai", schema, strict=True)[1]


def test_strict_schema_has_ten_levels_at_most() -> None:
    def nested(depth: int) -> dict[str, Any]:
        return root(x=nested(depth - 1)) if depth else A

    assert ("", "OA21 reject") not in rewritten("openai", nested(10), strict=True)[1]
    assert ("", "OA21 reject") in rewritten("openai", nested(11), strict=True)[1]


def test_strict_flag_stands_in_the_function_and_only_when_true() -> None:
    loose, strict = record(root(x=A)), record(root(x=A), strict=True)
    function = {"name": "f", "description": "Does it.", "parameters": root(x=A)}
    assert [
        {"type": "function", "function": function},
        {"type": "function", "function": {**function, "strict": True}},
    ] == openai.tools([loose, strict])


def test_responses_are_flat_and_always_say_strict() -> None:
    loose, strict = record(root(x=A)), record(root(x=A), strict=True)
    flat = {"type": "function", "name": "f", "description": "Does it.", "parameters": root(x=A)}
    assert [{**flat, "strict": False}, {**flat, "strict": True}] == openai_responses.tools(
        [loose, strict]
    )


def test_keywords_as_property_names_are_data() -> None:
    names = ["id", "title", "type", "$ref", "properties", "items", "default", "format", "enum"]
    schema = root(**dict.fromkeys(names, A))
    assert schema is openai.schema(schema, strict=False)[0]
    assert (schema, []) == rewritten("openai", schema)
    assert (schema, []) == rewritten("openai", schema, strict=True)


def test_recursion_is_kept_and_a_description_does_not_expand_it() -> None:
    schema = root(x={"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}], "description": "head"})
    assert (schema, []) == rewritten("openai", schema, strict=True)


def test_set_is_checked_as_a_whole() -> None:
    tools = [record(root(x=A), name=f"tool_{i}") for i in range(128)]
    assert [] == openai.check(tools)
    odd = record(root(x=A), name="a b", description="d" * 1_025)
    found = [(c.pointer, c.rule.id) for c in openai.check([*tools, odd])]
    assert [("/128/name", "OA22"), ("/128/description", "OA24"), ("", "OA23")] == found
