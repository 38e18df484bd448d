"""Mistral, Cohere and Ollama."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.dialects.cases import LEAF, NODE, Case, labels, noted, outcome, root
from tests.unit.dialects.schemas import record, rewritten
from toolschema_runtime.dialects import FORMATS, cohere, dialect, mistral, ollama, parameters_at
from toolschema_runtime.dialects._foreign import FOREIGN_RULES
from toolschema_runtime.dialects._formats import SchemaFormat

A = {"type": "string"}
B = {"type": "integer"}
NULL = {"type": "null"}

COHERE = [
    Case((cohere.ONE_OF,), {"oneOf": [A, B]}, {"anyOf": [A, B]}),
    Case((cohere.ALL_OF,), {"allOf": [A, {"title": "T"}]}, {"title": "T", **A}),
    Case((cohere.ALL_OF_LOOSE,), {"allOf": [A, B]}, {"allOf": [A, B]}),
    Case((cohere.ALL_OF_STRICT,), {"allOf": [A, B]}, {"allOf": [A, B]}, strict=True),
    Case((cohere.BOUND_LOOSE,), {**B, "minimum": 1}, {**B, "minimum": 1}),
    Case((cohere.BOUND,), {**B, "minimum": 1}, {**B, "description": "At least 1."}, strict=True),
    Case(
        (cohere.FORMAT,),
        {**A, "format": "email"},
        {**A, "description": "An email address."},
        strict=True,
    ),
    Case((), {**A, "format": "uuid"}, {**A, "format": "uuid"}, strict=True),
    Case(
        (cohere.PATTERN,),
        {**A, "pattern": "^x$"},
        {**A, "description": "Matching the regular expression ^x$."},
        strict=True,
    ),
    Case((), {**A, "pattern": "x+"}, {**A, "pattern": "x+"}, strict=True),
    Case((cohere.NOTHING_REQUIRED,), {"type": "object"}, {"type": "object"}, strict=True),
]
OPEN_LEAF = {key: value for key, value in LEAF.items() if key != "additionalProperties"}
OLLAMA = [
    Case(
        (ollama.REFERENCE, ollama.ANNOTATION, ollama.NESTED),
        {"$ref": "#/$defs/Leaf", "description": "A leaf"},
        {"description": "A leaf", **OPEN_LEAF},
    ),
    Case((ollama.CONST,), {**A, "const": "x"}, {**A, "enum": ["x"]}),
    Case(
        (ollama.UNION,),
        {"anyOf": [A, NULL], "description": "d"},
        {"type": ["string", "null"], "description": "d"},
    ),
    Case(
        (ollama.UNION_KEPT,),
        {"anyOf": [{"type": "array", "items": A}, NULL]},
        {"anyOf": [{"type": "array", "items": A}, NULL]},
    ),
    Case((ollama.ONE_OF, ollama.UNION), {"oneOf": [A, B]}, {"type": ["string", "integer"]}),
    Case((ollama.ALL_OF,), {"allOf": [A, {"description": "d"}]}, {"description": "d", **A}),
    Case(
        (ollama.MAP,),
        {"type": "object", "additionalProperties": A},
        {"type": "object", "description": "Values: string."},
    ),
    Case(
        (ollama.TUPLE, ollama.CONSTRAINT, ollama.CONSTRAINT),
        {"type": "array", "prefixItems": [A, B], "items": False, "minItems": 2, "maxItems": 2},
        {
            "type": "array",
            "items": {"type": ["string", "integer"]},
            "description": "Item 1: string; item 2: integer. Exactly 2 items.",
        },
    ),
    Case((ollama.CONSTRAINT,), {**B, "minimum": 1}, {**B, "description": "At least 1."}),
    Case((ollama.ANNOTATION,), {**A, "title": "T"}, A),
    Case((ollama.NO_TYPE,), {"enum": [1, 2]}, {"type": "integer", "enum": [1, 2]}),
]


@pytest.mark.parametrize("case", COHERE, ids=labels(COHERE))
def test_construct_becomes_what_cohere_takes(case: Case) -> None:
    assert (case.after, list(case.rules)) == outcome("cohere", case)


def test_every_rule_of_cohere_has_a_case() -> None:
    elsewhere = {"CO01", "CO02", "CO09"}
    assert {r for r in cohere.rules() if r.id not in elsewhere} == noted("cohere", COHERE)


def test_cohere_takes_no_strict_flag_in_a_tool() -> None:
    tool = record(root(x={**B, "minimum": 1}), strict=True)
    expected = {
        "type": "function",
        "function": {
            "name": "f",
            "description": "Does it.",
            "parameters": root(x={**B, "description": "At least 1."}),
        },
    }
    assert [expected] == cohere.tools([tool])
    assert ("", "CO02 drop") in rewritten("cohere", tool["parameters"], strict=True)[1]


def test_cohere_takes_200_fields_in_strict_tools() -> None:
    wide = root(**{f"p{i}": A for i in range(201)})
    ids = [[c.rule.id for c in cohere.check([record(wide, strict=s)])] for s in (True, False)]
    assert [["CO02", "CO09"], []] == ids


@pytest.mark.parametrize("case", OLLAMA, ids=labels(OLLAMA))
def test_construct_becomes_what_ollama_keeps(case: Case) -> None:
    assert (case.after, list(case.rules)) == outcome("ollama", case)


def test_ollama_writes_recursion_out_once() -> None:
    schema = root(x={"$ref": "#/$defs/Node"})
    assert NODE == schema["$defs"]["Node"]
    new, changes = rewritten("ollama", schema)
    below = {"type": "object", "description": "Of the same form as an object around it."}
    expected = {
        "type": "object",
        "properties": {"next": {"anyOf": [below, NULL]}},
        "required": ["next"],
    }
    assert {"type": "object", "properties": {"x": expected}, "required": ["x"]} == new
    assert ("/properties/x/properties/next/anyOf/0", "OL02 lower") in changes


def test_every_rule_of_ollama_has_a_case() -> None:
    elsewhere = {ollama.ROOT, ollama.RECURSION}
    assert set(ollama.rules()) - elsewhere == noted("ollama", OLLAMA)
    assert ("", "OL01 rewrite") in rewritten("ollama", {"properties": {}})[1]
    assert [("/0/parameters", "OL10")] == [
        (c.pointer, c.rule.id) for c in ollama.check([record(root(x=A))])
    ]


def test_mistral_takes_the_flag_and_every_keyword() -> None:
    schema = root(x={"oneOf": [A, B], "minimum": 1})
    function = {"name": "f", "description": "Does it.", "parameters": schema}
    assert [
        {"type": "function", "function": function},
        {"type": "function", "function": {**function, "strict": True}},
    ] == mistral.tools([record(schema), record(schema, strict=True)])
    assert [("/0/name", "MI02"), ("/0/parameters", "MI03")] == [
        (c.pointer, c.rule.id) for c in mistral.check([record(schema, name="a b", strict=True)])
    ]
    assert ("", "MI01 rewrite") in rewritten("mistral", {"properties": {}})[1]


FOREIGN: dict[str, dict[str, Any]] = {
    "JS01": {"type": "object", "properties": {"a": {"$ref": "https://example.com/x.json"}}},
    "JS02": {"type": "object", "properties": {"a": A, "b": {"$ref": "#/properties/a"}}},
    "JS03": {"type": "object", "properties": {"a": {"type": "array", "items": [A, B]}}},
    "JS06": {"type": "string"},
    "JS05": {
        "type": "object",
        "properties": {},
        "$schema": "http://json-schema.org/draft-07/schema#",
    },
}


@pytest.mark.parametrize("fmt", FORMATS)
def test_other_drafts_and_references_are_told(fmt: str) -> None:
    found = {c.rule.id for s in FOREIGN.values() for c in dialect(fmt).schema(s, strict=False)[1]}
    assert set(FOREIGN) <= found


def test_too_deep_a_schema_is_cut_off() -> None:
    schema: dict[str, Any] = A
    for _ in range(500):
        schema = {"type": "array", "items": schema}
    for fmt in FORMATS:
        changes = dialect(fmt).schema(
            {"type": "object", "properties": {"a": schema}}, strict=False
        )[1]
        assert "JS04" in {change.rule.id for change in changes}
    assert {f"JS0{number}" for number in range(1, 8)} == {rule.id for rule in FOREIGN_RULES}


def test_reference_without_target_asks_for_any_value() -> None:
    schema = root(a={"$ref": "#/$defs/Gone", "description": "d"})
    assert {"description": "d"} == rewritten("mistral", schema)[0]["properties"]["a"]


def test_reference_to_another_place_becomes_a_definition() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "array", "items": {"$ref": "#"}},
            "b": {"$ref": "#/properties/a"},
        },
    }
    new, _ = rewritten("mistral", schema)
    again = {"type": "array", "items": {"$ref": "#/$defs/root"}}
    properties = {"a": again, "b": {"$ref": "#/$defs/a"}}
    assert {
        "type": "object",
        "properties": properties,
        "$defs": {"root": {"type": "object", "properties": properties}, "a": again},
    } == new


def test_formats_are_the_same_everywhere() -> None:
    assert list(FORMATS) == [fmt.value for fmt in SchemaFormat]
    assert dialect("openai") is dialect(SchemaFormat.OPENAI)
    assert "mcp" == f"{SchemaFormat.MCP}"
    with pytest.raises(ValueError, match="openai, openai_responses"):
        dialect("opnai")


def test_change_is_about_the_parameters_that_meet_it() -> None:
    wrapper = {"type": "object", "properties": {"inner": {"$ref": "#/$defs/Leaf"}}}
    properties: dict[str, Any] = {"a/b": {"$ref": "#/$defs/Leaf"}, "c": wrapper, "d": A}
    schema = root(**properties)
    pointers = [
        "/properties/a~1b/items",
        "/$defs/Leaf/properties/a",
        "/properties/d",
        "",
        "/$defs/Leaf",
    ]
    expected = [["a/b"], ["a/b", "c"], ["d"], [], ["a/b", "c"]]
    assert expected == [parameters_at(schema, pointer) for pointer in pointers]
