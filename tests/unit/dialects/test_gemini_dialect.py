"""Gemini, in both forms."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.dialects.cases import LEAF, Case, labels, root
from tests.unit.dialects.schemas import record
from toolschema_runtime.dialects import gemini
from toolschema_runtime.dialects._gemini_composition import (
    ALL_OF_KEPT,
    BESIDE_UNION,
    BESIDE_UNION_KEPT,
    RECURSION,
    REFERENCE,
)
from toolschema_runtime.dialects._gemini_json import (
    ALL_OF_JSON,
    BARE_OBJECT_JSON,
    KEYS_JSON,
    NO_ITEMS_JSON,
    RECURSION_JSON,
    RECURSION_REQUIRED,
    REFERENCE_WORDS,
    TUPLE_LENGTH,
    TYPES_JSON,
    UNTYPED_JSON,
)
from toolschema_runtime.dialects._gemini_rules import (
    ALL_OF,
    ANNOTATION,
    BOUND,
    CONDITIONAL,
    CONST,
    ENCODING,
    EXAMPLES,
    EXCLUSIVE,
    NO_TYPE,
    ONE_OF,
)
from toolschema_runtime.dialects._gemini_schema import as_json_schema
from toolschema_runtime.dialects._rewriting import Rule
from toolschema_runtime.dialects.gemini import (
    BARE_OBJECT,
    CLOSED,
    DEFAULT,
    DEFAULT_NULL,
    EMPTY_VALUE,
    FORMAT,
    KEYS,
    MAP,
    NO_ITEMS,
    NULLABLE,
    TUPLE,
    TUPLE_OF_ONE,
    TYPES,
    UNDECLARED,
    UNIQUE,
    UNTYPED,
    VALUES,
)

A = {"type": "string"}
B = {"type": "integer"}
NULL = {"type": "null"}
OPEN_LEAF = {key: value for key, value in LEAF.items() if key != "additionalProperties"}

# Sent as `parameters`.
PARAMETERS = [
    Case((REFERENCE, CLOSED), {"$ref": "#/$defs/Leaf", "description": "A leaf"}, {"description": "A leaf", **OPEN_LEAF}),
    Case((TYPES,), {"type": ["string", "null"]}, {"type": "string", "nullable": True}),
    Case((TYPES,), {"type": ["string", "integer"], "minLength": 1}, {"anyOf": [{**A, "minLength": 1}, B]}),
    Case((TYPES,), {"type": ["string", "null"], "enum": ["x", None]}, {"type": "string", "enum": ["x"], "nullable": True}),
    Case((NULLABLE,), {"anyOf": [A, NULL]}, {**A, "nullable": True}),
    Case((NULLABLE,), {"anyOf": [A, B, NULL]}, {"anyOf": [A, B], "nullable": True}),
    Case((BESIDE_UNION,), {"type": "string", "anyOf": [{"minLength": 1}, {"maxLength": 0}]},
         {"anyOf": [{"minLength": 1, **A}, {"maxLength": 0, **A}]}),
    Case((BESIDE_UNION,), {"type": "integer", "anyOf": [A, {"minimum": 1}]}, {**B, "minimum": 1}),
    Case((CONST,), {"type": "string", "const": "x"}, {"type": "string", "enum": ["x"]}),
    Case((NO_TYPE,), {"enum": ["x"]}, {"type": "string", "enum": ["x"]}),
    Case((ONE_OF,), {"oneOf": [A, B]}, {"anyOf": [A, B]}),
    Case((ALL_OF,), {"allOf": [A, {"minLength": 1}]}, {**A, "minLength": 1}),
    Case((CONDITIONAL,), {**A, "not": {"const": "x"}}, {**A, "description": 'Nothing by the schema {"const": "x"}.'}),
    Case((CLOSED,), LEAF, OPEN_LEAF),
    Case((TUPLE_OF_ONE,), {"type": "array", "prefixItems": [A, A], "items": False, "minItems": 2, "maxItems": 2},
         {"type": "array", "items": A, "minItems": 2, "maxItems": 2}),
    Case((EXCLUSIVE, EXCLUSIVE), {**B, "exclusiveMinimum": 0, "exclusiveMaximum": 9}, {**B, "minimum": 1, "maximum": 8}),
    Case((BOUND,), {"type": "number", "exclusiveMinimum": 0}, {"type": "number", "description": "More than 0."}),
    Case((UNIQUE,), {"type": "array", "items": A, "uniqueItems": True},
         {"type": "array", "items": A, "description": "No two items alike."}),
    Case((FORMAT,), {**A, "format": "date"}, {**A, "description": "A date, YYYY-MM-DD."}),
    Case((), {**A, "format": "date-time", "minLength": 1, "pattern": "^x"},
         {**A, "format": "date-time", "minLength": 1, "pattern": "^x"}),
    Case((ENCODING,), {**A, "contentEncoding": "base64"}, {**A, "description": "Base64 text."}),
    Case((ANNOTATION,), {**A, "x-order": 1}, A),
    Case((EXAMPLES,), {**A, "examples": ["x"]}, {**A, "description": 'For example "x".'}),
    Case((UNDECLARED,), {"type": "object", "properties": {"a": A}, "required": ["a", "b"]},
         {"type": "object", "properties": {"a": A}, "required": ["a"], "description": "With b too."}),
    Case((DEFAULT,), {**B, "description": "How many", "default": 3}, {**B, "description": "How many. Default 3."}),
    Case((NULLABLE, DEFAULT_NULL), {"anyOf": [A, NULL], "default": None}, {**A, "nullable": True}),
]  # fmt: skip
# Sent as `parametersJsonSchema`: the first rules say why.
JSON_SCHEMA = [
    Case((BARE_OBJECT, BARE_OBJECT_JSON), {"type": "object"}, {"type": "object"}),
    Case((RECURSION, RECURSION_JSON), {"$ref": "#/$defs/Node"}, {"$ref": "#/$defs/Node"}),
    Case((RECURSION, REFERENCE_WORDS), {"$ref": "#/$defs/Node", "title": "T"},
         {"anyOf": [{"$ref": "#/$defs/Node"}], "title": "T"}),
    Case((RECURSION, RECURSION_JSON), {"$ref": "#/$defs/Node", "description": "d"},
         {"$ref": "#/$defs/Node", "description": "d"}),
    Case((VALUES,), {"type": "integer", "enum": [1, 2]}, {"type": "integer", "enum": [1, 2]}),
    Case((CONST, VALUES, CONST), {"type": "boolean", "const": True}, {"type": "boolean", "enum": [True]}),
    Case((EMPTY_VALUE,), {"type": "string", "enum": ["", "x"]}, {"type": "string", "enum": ["", "x"]}),
    Case((MAP,), {"type": "object", "additionalProperties": A}, {"type": "object", "additionalProperties": A}),
    Case((KEYS, KEYS_JSON), {"type": "object", "additionalProperties": A, "propertyNames": {"enum": ["a"]}},
         {"type": "object", "additionalProperties": A, "description": 'Each key one of "a".'}),
    Case((KEYS, KEYS_JSON),
         {"type": "object", "patternProperties": {"^x": A}, "additionalProperties": False},
         {"type": "object", "additionalProperties": A, "description": "Each key matching the regular expression ^x."}),
    Case((TUPLE, TUPLE_LENGTH), {"type": "array", "prefixItems": [A, B], "items": False, "minItems": 2, "maxItems": 2},
         {"type": "array", "prefixItems": [A, B], "minItems": 2, "maxItems": 2}),
    Case((NO_ITEMS, NO_ITEMS_JSON), {"type": "array"}, {"type": "array"}),
    Case((UNTYPED, UNTYPED_JSON), {}, {}),
    Case((ALL_OF_KEPT, UNTYPED, ALL_OF_JSON, UNTYPED_JSON), {"allOf": [A, B]},
         {"description": 'By all of the schemas [{"type": "string"}, {"type": "integer"}].'}),
    Case((BESIDE_UNION_KEPT,), {**A, "pattern": "^x", "anyOf": [{"pattern": "y$"}, {"minLength": 1}]},
         {**A, "pattern": "^x", "anyOf": [{"pattern": "y$"}, {"minLength": 1}]}),
    Case((VALUES, TYPES_JSON), {"type": ["string", "integer"], "enum": ["x", 1]},
         {"anyOf": [{"type": "string", "enum": ["x"]}, {"type": "integer", "enum": [1]}]}),
]  # fmt: skip


def outcome(case: Case) -> tuple[str, Any, list[Rule]]:
    field, new, changes = gemini.form(root(x=case.before))
    return field, new["properties"]["x"], [c.rule for c in changes if c.pointer == "/properties/x"]


@pytest.mark.parametrize("case", PARAMETERS, ids=labels(PARAMETERS))
def test_parameters_can_say_it(case: Case) -> None:
    assert ("parameters", case.after, list(case.rules)) == outcome(case)


@pytest.mark.parametrize("case", JSON_SCHEMA, ids=labels(JSON_SCHEMA))
def test_json_schema_is_needed(case: Case) -> None:
    field, new, changes = gemini.form(root(x=case.before))
    assert ("parametersJsonSchema", case.after) == (field, new["properties"]["x"])
    assert set(case.rules) <= {change.rule for change in changes}


# What is shown by tests of their own below.
ELSEWHERE = {"GE01", "GE03", "GE27", "GE28", "GE29", "GE30"}


def test_every_rule_has_a_case() -> None:
    shown = {rule for case in (*PARAMETERS, *JSON_SCHEMA) for rule in case.rules}
    assert {rule for rule in gemini.rules() if rule.id not in ELSEWHERE} - {
        RECURSION_REQUIRED
    } == shown


def test_key_on_a_cycle_is_not_required() -> None:
    node = root(next={"$ref": "#/$defs/Node"}, label=A)
    schema = {**root(x={"$ref": "#/$defs/Node"}), "$defs": {"Node": node}}
    _, new, changes = gemini.form(schema)
    assert ("/$defs/Node", RECURSION_REQUIRED) in changes
    assert (["x"], ["label"]) == (new["required"], new["$defs"]["Node"]["required"])
    assert "With next too." == new["$defs"]["Node"]["description"]


def test_tool_without_parameters_has_no_field_for_them() -> None:
    expected = [{"functionDeclarations": [{"name": "f", "description": "Does it."}]}]
    assert expected == gemini.tools([record(root())])


def test_tools_are_one_tool_of_declarations() -> None:
    first, second = (
        record(root(x=A)),
        record(root(x={"type": "object", "additionalProperties": B}), name="g"),
    )
    [tool] = gemini.tools([first, second])
    assert [
        {
            "name": "f",
            "description": "Does it.",
            "parameters": {"type": "object", "properties": {"x": A}, "required": ["x"]},
        },
        {
            "name": "g",
            "description": "Does it.",
            "parametersJsonSchema": root(x={"type": "object", "additionalProperties": B}),
        },
    ] == tool["functionDeclarations"]


def test_no_tools_are_no_tool() -> None:
    assert [] == gemini.tools([])


def test_tool_of_further_keys_goes_as_json_schema() -> None:
    schema = {"type": "object", "properties": {}, "additionalProperties": B}
    assert ("parametersJsonSchema", schema) == gemini.form(schema)[:2]


def test_references_that_grow_too_large_are_not_written_out() -> None:
    """Each level doubles: 2 ** 40 nodes when written out."""
    definitions: dict[str, Any] = {"D40": A}
    for level in range(40):
        below = {"$ref": f"#/$defs/D{level + 1}"}
        definitions[f"D{level}"] = root(a=below, b=below)
    schema = {**root(x={"$ref": "#/$defs/D0"}), "$defs": definitions}
    field, new, changes = gemini.form(schema)
    assert ("parametersJsonSchema", schema) == (field, new)
    assert RECURSION in [change.rule for change in changes]


def test_property_names_are_checked_at_every_depth() -> None:
    schema = root(x=root(**{"a-b": A}))
    found = [(c.pointer, c.rule.id) for c in gemini.schema(schema, strict=False)[1]]
    assert ("/properties/x/properties/a-b", "GE27") in found


def test_set_is_checked_as_a_whole() -> None:
    def ids(tools: list[dict[str, Any]]) -> set[tuple[str, str]]:
        return {(c.pointer, f"{c.rule.id} {c.rule.action}") for c in gemini.check(tools)}

    many = [record(root(), name=f"t{i}") for i in range(129)]
    assert ("", "GE29 warn") in ids(many)
    assert ("", "GE29 reject") in ids(many * 4)
    odd = ids([record(root(), name="1st"), record(root(), name="a" * 65, description="")])
    assert {
        ("/0/name", "GE28 reject"),
        ("/1/name", "GE28 warn"),
        ("/1/description", "GE30 rewrite"),
    } <= odd


def test_tool_without_description_has_its_title_or_name() -> None:
    named = record(root(), description="")
    titled = {**named, "title": "The tool"}
    assert ["f", "The tool"] == [gemini.tool(tool)["description"] for tool in (named, titled)]


def test_root_union_becomes_one_object() -> None:
    _, new, changes = gemini.form({"anyOf": [root(a=A), root(b=B)]})
    assert {"a": A, "b": B} == new["properties"]
    assert ("", "GE03") == (changes[0].pointer, changes[0].rule.id)


def test_schema_of_geminis_own_is_read_as_json_schema() -> None:
    schema = {
        "type": "OBJECT",
        "properties": {
            "q": {"type": "STRING", "nullable": True, "description": "What", "min_length": "1"},
            "n": {"type": "INTEGER", "format": "enum", "enum": ["1", "2"]},
            "u": {
                "anyOf": [{"type": "STRING"}, {"type": "NUMBER", "format": "double"}],
                "nullable": True,
            },
            "l": {"type": "ARRAY", "items": {"type": "STRING", "example": "x"}, "maxItems": "3"},
            "any": {"type": "TYPE_UNSPECIFIED"},
        },
        "required": ["q"],
        "propertyOrdering": ["n", "q"],
    }
    number = {"type": "number"}
    assert {
        "type": "object",
        "properties": {
            "q": {"anyOf": [{**A, "minLength": 1}, NULL], "description": "What"},
            "n": {"type": "integer", "enum": [1, 2]},
            "u": {"anyOf": [A, number, NULL]},
            "l": {"type": "array", "items": {**A, "examples": ["x"]}, "maxItems": 3},
            "any": {},
        },
        "required": ["q"],
    } == as_json_schema(schema)
