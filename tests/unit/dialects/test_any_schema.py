"""What holds for every schema in every dialect."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tests.unit.dialects.schemas import Schema, any_schemas, nodes, our_schemas, record, values
from toolschema_runtime.dialects import FORMATS, dialect, gemini, parameters_at
from toolschema_runtime.dialects._gemini_schema import as_json_schema

formats = pytest.mark.parametrize("fmt", FORMATS)
modes = pytest.mark.parametrize("strict", [False, True], ids=["loose", "strict"])
# A fifth of the profile's examples: there are eighty tests of one kind.
steady = settings(
    deadline=None,
    max_examples=settings().max_examples // 5,
    suppress_health_check=list(HealthCheck),
)

_TYPES: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
    "array": list,
    "object": dict,
}


def _has_type(value: Any, kind: str) -> bool:
    return isinstance(value, _TYPES[kind]) and not (isinstance(value, bool) and kind != "boolean")


def assert_sound(schema: Schema) -> None:
    json.dumps(schema)
    Draft202012Validator.check_schema(schema)
    definitions = schema.get("$defs", {})
    for node in nodes(schema):
        if "$ref" in node:
            assert node["$ref"].startswith("#/$defs/"), node
            assert node["$ref"].removeprefix("#/$defs/") in definitions, node
        kinds = node.get("type")
        if kinds is not None and ("enum" in node or "const" in node):
            kinds = kinds if isinstance(kinds, list) else [kinds]
            for value in node.get("enum", [node.get("const")]):
                assert any(_has_type(value, kind) for kind in kinds), node


@formats
@modes
@steady
@given(schema=our_schemas())
def test_our_schema_stays_sound(fmt: str, strict: bool, schema: Schema) -> None:
    before = copy.deepcopy(schema)
    new, _ = dialect(fmt).schema(schema, strict=strict)
    assert before == schema
    assert_sound(new)


@formats
@modes
@steady
@given(schema=any_schemas())
def test_foreign_schema_becomes_sound(fmt: str, strict: bool, schema: Schema) -> None:
    before = copy.deepcopy(schema)
    new, _ = dialect(fmt).schema(schema, strict=strict)
    assert before == schema
    assert_sound(new)


# What Gemini takes as `parameters` is no JSON Schema to start from.
def _closed(parameter: Any, **more: Any) -> Schema:
    return {
        "type": "object",
        "properties": {"a": parameter},
        "required": ["a"],
        "additionalProperties": False,
        **more,
    }


# Schemas that are `true` or `false`, wherever one may stand.
BOOLEANS = [
    _closed(True),
    {"type": "object", "properties": {"a": True, "default": False}},
    _closed(False),
    _closed({"$ref": "#/$defs/N"}, **{"$defs": {"N": True}}),
    _closed({"$ref": "#/$defs/N"}, **{"$defs": {"N": False}}),
    _closed({"$ref": "#/$defs/N"}, **{"$defs": {"N": {"type": "string"}, "Other": False}}),
    _closed({"anyOf": [False, {"type": "string"}]}),
    _closed({"anyOf": [True, {"type": "string"}], "description": "Any."}),
    _closed({"oneOf": [False, {"type": "string"}]}),
    _closed({"allOf": [True, {"type": "string"}]}),
    _closed({"not": False}),
    _closed({"type": "object", "additionalProperties": True}),
    _closed({"type": "array", "items": True}),
    _closed({"type": "array", "items": False, "maxItems": 3}),
    _closed({"type": ["array", "null"], "items": False}),
    _closed({"type": "array", "prefixItems": [True, False], "items": False, "minItems": 2}),
    _closed({"type": "array", "items": False, "minItems": 0, "maxItems": 0}),
]


@formats
@modes
@pytest.mark.parametrize("schema", BOOLEANS, ids=str)
def test_boolean_schemas_are_understood(fmt: str, strict: bool, schema: Schema) -> None:
    given = record(schema, strict=strict)
    before = copy.deepcopy(given)
    dialect(fmt).tools([given])
    dialect(fmt).check([given])
    assert before == given
    new, changes = dialect(fmt).schema(schema, strict=strict)
    assert_sound(new)
    for change in changes:
        parameters_at(schema, change.pointer)
    for node in nodes(new):
        assert node.get("items") is not False or "prefixItems" in node


@pytest.mark.parametrize("fmt", [fmt for fmt in FORMATS if fmt != "gemini"])
@modes
@steady
@given(schema=our_schemas() | any_schemas())
def test_rewriting_is_idempotent(fmt: str, strict: bool, schema: Schema) -> None:
    once, changes = dialect(fmt).schema(schema, strict=strict)
    assume(all(change.rule.action != "reject" for change in changes))
    assert once == dialect(fmt).schema(once, strict=strict)[0]


@formats
@steady
@given(schema=our_schemas(), value=st.dictionaries(st.sampled_from("ab"), values, max_size=2))
def test_no_value_is_lost(fmt: str, schema: Schema, value: Any) -> None:
    """What the canonical schema admits, the provider's schema lets the model send."""
    if not Draft202012Validator(schema).is_valid(value):
        value = example(schema, schema.get("$defs", {}), 0)
    assume(Draft202012Validator(schema).is_valid(value))
    new, _ = dialect(fmt).schema(schema, strict=False)
    if fmt == "gemini" and gemini.form(schema)[0] == "parameters":
        new = as_json_schema(new)
        assert_sound(new)
    assert Draft202012Validator(new).is_valid(value)


def example(schema: Schema, definitions: dict[str, Schema], depth: int) -> Any:
    """Some value that the schema may admit."""
    if depth > 8:
        return None
    match schema:
        case {"$ref": str(reference)}:
            return example(definitions[reference.removeprefix("#/$defs/")], definitions, depth + 1)
        case {"const": value} | {"enum": [value, *_]}:
            return value
        case {"anyOf": [arm, *_]}:
            return example(arm, definitions, depth + 1)
        case {"type": "object"}:
            properties = schema.get("properties", {})
            found = {
                name: example(child, definitions, depth + 1) for name, child in properties.items()
            }
            if isinstance(schema.get("additionalProperties"), dict):
                found["a"] = example(schema["additionalProperties"], definitions, depth + 1)
            return found
        case {"type": "array", "prefixItems": items}:
            return [example(item, definitions, depth + 1) for item in items]
        case {"type": "array", "maxItems": 0}:
            return []
        case {"type": "array"}:
            return [example(schema["items"], definitions, depth + 1)]
        case {"type": "string"}:
            return "xx"
        case {"type": "integer"}:
            return 0
        case {"type": "number"}:
            return 1.5
        case {"type": "boolean"}:
            return True
        case _:
            return None


@formats
def test_a_tool_is_encoded_with_plain_data(fmt: str) -> None:
    tools = dialect(fmt).tools(
        [record({"type": "object", "properties": {}, "additionalProperties": False})]
    )
    assert tools == json.loads(json.dumps(tools))


@formats
def test_every_rule_says_where_it_is_from(fmt: str) -> None:
    for rule in dialect(fmt).rules():
        assert rule.source.startswith("https://"), rule
        assert rule.confidence in "ABCDU", rule
        assert not (rule.action == "reject" and rule.confidence in "DU"), rule
