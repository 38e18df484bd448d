"""The canonical JSON Schema of every kind of value."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.unit.specs import definition, field, parameter, record, ref, tool, union, value
from toolschema_mypy.emit.json_schema import render_parameters, render_returns
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Bounds,
    Container,
    EnumMember,
    EnumSchema,
    IntegerSchema,
    Length,
    LiteralSchema,
    MapSchema,
    NullSchema,
    NumberSchema,
    ScalarClassSchema,
    SchemaSpec,
    StringSchema,
    Text,
    TextSchema,
    TupleSchema,
    UnionSchema,
    Words,
)
from toolschema_mypy.model.settings import Nullable, Settings
from toolschema_mypy.model.tool import ParameterKind, ToolSpec

TEXT, WHOLE, NULL, ANY = StringSchema(), IntegerSchema(), NullSchema(), AnySchema()
PRIO = EnumSchema("m:Prio", (EnumMember("LOW", 1), EnumMember("HIGH", 2)))


def rendered(schema: SchemaSpec, **settings: Any) -> dict[str, Any]:
    """The schema of a result, which is rendered like that of a parameter."""
    result = render_returns(tool(returns=schema), Settings(**settings))
    assert result is not None
    Draft202012Validator.check_schema(result)
    return result


def root(spec: ToolSpec, **settings: Any) -> dict[str, Any]:
    result = render_parameters(spec, Settings(**settings))
    Draft202012Validator.check_schema(result)
    return result


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (ANY, {}),
        (NULL, {"type": "null"}),
        (BooleanSchema(), {"type": "boolean"}),
        (WHOLE, {"type": "integer"}),
        (
            IntegerSchema(Bounds(minimum=0, exclusive_maximum=9)),
            {"type": "integer", "minimum": 0, "exclusiveMaximum": 9},
        ),
        (
            NumberSchema(Bounds(maximum=1.5, exclusive_minimum=-1, multiple_of=0.5)),
            {"type": "number", "maximum": 1.5, "exclusiveMinimum": -1, "multipleOf": 0.5},
        ),
        (NumberSchema(keeps_int=True), {"type": "number"}),
        (
            StringSchema(Length(1, 3), "^a"),
            {"type": "string", "pattern": "^a", "minLength": 1, "maxLength": 3},
        ),
        (TextSchema(Text.DATE_TIME), {"type": "string", "format": "date-time"}),
        (TextSchema(Text.DATE), {"type": "string", "format": "date"}),
        (TextSchema(Text.UUID), {"type": "string", "format": "uuid"}),
        (TextSchema(Text.PATH), {"type": "string", "format": "path"}),
        (TextSchema(Text.REGEX), {"type": "string", "format": "regex"}),
        (TextSchema(Text.IPV4_ADDRESS), {"type": "string", "format": "ipv4"}),
        (TextSchema(Text.IPV6_ADDRESS), {"type": "string", "format": "ipv6"}),
        (TextSchema(Text.BYTES), {"type": "string", "contentEncoding": "base64"}),
        (TextSchema(Text.DECIMAL), {"type": "string", "pattern": r"^-?\d+(\.\d+)?$"}),
        (LiteralSchema(("zip", "tar")), {"type": "string", "enum": ["zip", "tar"]}),
        (LiteralSchema(("zip",)), {"type": "string", "const": "zip"}),
        (LiteralSchema((None,)), {"type": "null", "const": None}),
        (LiteralSchema((True, False)), {"type": "boolean", "enum": [True, False]}),
        (LiteralSchema(("a", 1)), {"type": ["string", "integer"], "enum": ["a", 1]}),
        (
            LiteralSchema(("a", None, "b")),
            {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "null"}]},
        ),
        (PRIO, {"type": "integer", "enum": [1, 2]}),
        (
            EnumSchema("m:E", (EnumMember("A", 1), EnumMember("B", 1.5))),
            {"type": "number", "enum": [1, 1.5]},
        ),
        (EnumSchema("m:E", (EnumMember("A", 1.0),)), {"type": "number", "const": 1.0}),
        (ArraySchema(TEXT), {"type": "array", "items": {"type": "string"}}),
        (ArraySchema(ANY), {"type": "array", "items": {}}),
        (
            ArraySchema(TEXT, Container.TUPLE, Length(1, 2)),
            {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
        ),
        (
            ArraySchema(TEXT, Container.SET),
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        ),
        (
            ArraySchema(TEXT, Container.FROZENSET),
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        ),
        (
            ArraySchema(TEXT, is_unique=True),
            {"type": "array", "items": {"type": "string"}, "uniqueItems": True},
        ),
        (
            TupleSchema((TEXT, WHOLE)),
            {
                "type": "array",
                "prefixItems": [{"type": "string"}, {"type": "integer"}],
                "items": False,
                "minItems": 2,
                "maxItems": 2,
            },
        ),
        (TupleSchema(()), {"type": "array", "minItems": 0, "maxItems": 0}),
        (
            TupleSchema((TEXT, IntegerSchema(words=Words(title="count"))), "m:Row", ("key", "n")),
            {
                "type": "array",
                "prefixItems": [
                    {"type": "string", "title": "key"},
                    {"type": "integer", "title": "count"},
                ],
                "items": False,
                "minItems": 2,
                "maxItems": 2,
            },
        ),
        (MapSchema(TEXT, ANY), {"type": "object"}),
        (
            MapSchema(TEXT, WHOLE, Length(1, 4)),
            {
                "type": "object",
                "additionalProperties": {"type": "integer"},
                "minProperties": 1,
                "maxProperties": 4,
            },
        ),
        (
            MapSchema(LiteralSchema(("a", "b")), WHOLE),
            {
                "type": "object",
                "propertyNames": {"enum": ["a", "b"]},
                "additionalProperties": {"type": "integer"},
            },
        ),
        (
            MapSchema(PRIO, WHOLE),
            {
                "type": "object",
                "propertyNames": {"enum": ["1", "2"]},
                "additionalProperties": {"type": "integer"},
            },
        ),
        (
            MapSchema(WHOLE, ANY),
            {"type": "object", "propertyNames": {"pattern": r"^(0|-?[1-9]\d*)$"}},
        ),
        (
            MapSchema(TextSchema(Text.UUID), ANY),
            {"type": "object", "propertyNames": {"format": "uuid"}},
        ),
        (
            MapSchema(ScalarClassSchema("m:Sku", StringSchema(Length(2))), ANY),
            {"type": "object", "propertyNames": {"minLength": 2}},
        ),
        (
            MapSchema(union(WHOLE, LiteralSchema(("all",))), ANY),
            {
                "type": "object",
                "propertyNames": {"anyOf": [{"pattern": r"^(0|-?[1-9]\d*)$"}, {"enum": ["all"]}]},
            },
        ),
        (ScalarClassSchema("m:Sku", StringSchema(Length(3))), {"type": "string", "minLength": 3}),
        (record("m:A"), {"type": "object", "properties": {}, "additionalProperties": False}),
        (
            record("m:A", field("a", TEXT), field("b", WHOLE, required=False, default=value(3))),
            {
                "type": "object",
                "properties": {"a": {"type": "string"}, "b": {"type": "integer", "default": 3}},
                "required": ["a"],
                "additionalProperties": False,
            },
        ),
        (
            record("m:A", extra=ANY),
            {"type": "object", "properties": {}, "additionalProperties": True},
        ),
        (
            record("m:A", extra=WHOLE),
            {"type": "object", "properties": {}, "additionalProperties": {"type": "integer"}},
        ),
        (union(WHOLE, TEXT), {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (union(TEXT, NULL), {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (union(NULL, TEXT), {"anyOf": [{"type": "null"}, {"type": "string"}]}),
        (
            union(TEXT, union(WHOLE, NULL)),
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        ),
        (union(TEXT, TEXT), {"type": "string"}),
        (
            union(LiteralSchema((1,)), LiteralSchema((True,))),
            {"anyOf": [{"type": "integer", "const": 1}, {"type": "boolean", "const": True}]},
        ),
        (ref("Node"), {"$ref": "#/$defs/Node"}),
    ],
)
def test_each_kind_has_its_schema(schema: SchemaSpec, expected: dict[str, Any]) -> None:
    # As text, since Python takes `1` and `True` for equal and forgets the order of keywords.
    assert json.dumps(expected) == json.dumps(rendered(schema))


@pytest.mark.parametrize("nullable", ["anyof", "union"])
@pytest.mark.parametrize(
    "schema", [LiteralSchema(("a", "b")), PRIO, ref("Node"), LiteralSchema(("a",)), ANY]
)
def test_null_stays_an_arm_beside_what_has_no_plain_type(
    schema: SchemaSpec, nullable: Nullable
) -> None:
    assert {"anyOf": [rendered(schema), {"type": "null"}]} == rendered(
        union(schema, NULL), nullable=nullable
    )


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (
            union(IntegerSchema(Bounds(minimum=1)), NULL),
            {"type": ["integer", "null"], "minimum": 1},
        ),
        (union(NULL, TEXT), {"type": ["string", "null"]}),
        (union(ArraySchema(TEXT), NULL), {"type": ["array", "null"], "items": {"type": "string"}}),
        (
            union(TEXT, WHOLE, NULL),
            {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "null"}]},
        ),
        (union(TEXT, WHOLE), {"anyOf": [{"type": "string"}, {"type": "integer"}]}),
    ],
)
def test_union_form_of_null_is_a_list_of_types(
    schema: SchemaSpec, expected: dict[str, Any]
) -> None:
    assert expected == rendered(schema, nullable="union")


def test_a_described_null_is_not_doubled_in_the_union_form() -> None:
    described = NullSchema(words=Words(description="nothing"))
    expected = {"anyOf": [{"type": "null", "description": "nothing"}, {"type": "null"}]}
    assert expected == rendered(union(described, NULL), nullable="union")


def test_words_stand_beside_the_keywords_in_a_fixed_order() -> None:
    words = Words("Count", "how many", (value(3),), True, (("x-unit", value("pcs")),))
    expected = '{"type": "integer", "title": "Count", "description": "how many", "minimum": 0, "examples": [3], "deprecated": true, "x-unit": "pcs"}'
    assert expected == json.dumps(rendered(IntegerSchema(Bounds(minimum=0), words=words)))


def test_bounds_of_a_text_are_said_since_keywords_are_about_numbers() -> None:
    words = Words(description="The price")
    price = TextSchema(Text.DECIMAL, bounds=Bounds(minimum=0, maximum=100), words=words)
    pattern = r"^-?\d+(\.\d+)?$"
    expected = {"type": "string", "description": "The price. From 0 to 100.", "pattern": pattern}
    assert expected == rendered(price)
    tax = TextSchema(Text.DECIMAL, bounds=Bounds(exclusive_minimum=0, multiple_of=0.5))
    expected["description"] = "More than 0; a multiple of 0.5."
    assert expected == rendered(tax)


def test_extra_keywords_never_replace_ours() -> None:
    words = Words(
        description="ours", extra=(("type", value("string")), ("description", value("theirs")))
    )
    assert {"type": "integer", "description": "ours"} == rendered(IntegerSchema(words=words))


def test_description_of_a_union_stands_beside_anyof_and_of_an_arm_in_it() -> None:
    schema = UnionSchema(
        (StringSchema(words=Words(description="inner")), NULL), words=Words(description="outer")
    )
    expected = {
        "description": "outer",
        "anyOf": [{"type": "string", "description": "inner"}, {"type": "null"}],
    }
    assert expected == rendered(schema)


def test_union_form_is_not_taken_where_it_would_lose_a_description() -> None:
    inner, outer = Words(description="inner"), Words(description="outer")
    both = UnionSchema((StringSchema(words=inner), NULL), words=outer)
    assert rendered(both) == rendered(both, nullable="union")
    one = UnionSchema((StringSchema(words=inner), NULL))
    expected = {"type": ["string", "null"], "description": "inner"}
    assert expected == rendered(one, nullable="union")


def test_description_of_a_reference_stands_beside_it() -> None:
    assert {"$ref": "#/$defs/Node", "description": "the rest"} == rendered(ref("Node", "the rest"))


def test_tool_without_parameters_is_an_empty_closed_object() -> None:
    expected = {"type": "object", "properties": {}, "additionalProperties": False}
    assert expected == root(tool(parameter("session", None, is_injected=True)))


def test_parameters_stand_under_their_keys_in_signature_order() -> None:
    spec = tool(
        parameter("from_", TEXT, key="from"),
        parameter("title", TEXT, required=False, default=value("")),
        parameter("properties", ArraySchema(TEXT), required=False),
    )
    assert {
        "type": "object",
        "properties": {
            "from": {"type": "string"},
            "title": {"type": "string", "default": ""},
            "properties": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["from"],
        "additionalProperties": False,
    } == root(spec)


@pytest.mark.parametrize(("schema", "expected"), [(ANY, True), (WHOLE, {"type": "integer"})])
def test_open_keywords_open_the_root(schema: SchemaSpec, expected: object) -> None:
    spec = tool(parameter("kw", schema, kind=ParameterKind.VAR_KEYWORD, required=False))
    assert {"type": "object", "properties": {}, "additionalProperties": expected} == root(spec)


def test_keys_of_an_unpacked_object_stand_at_the_top() -> None:
    job = record("m:Job", field("n", WHOLE), field("note", TEXT, required=False), extra=TEXT)
    spec = tool(parameter("job", job, is_unpacked=True), parameter("force", BooleanSchema()))
    assert {
        "type": "object",
        "properties": {
            "n": {"type": "integer"},
            "note": {"type": "string"},
            "force": {"type": "boolean"},
        },
        "required": ["n", "force"],
        "additionalProperties": {"type": "string"},
    } == root(spec)


def test_definitions_stand_at_the_root() -> None:
    node = record("m:Node", field("next", union(ref("Node"), NULL)))
    spec = tool(parameter("n", ref("Node")), definitions=(definition("Node", node),))
    result = root(spec)
    assert {"$ref": "#/$defs/Node"} == result["properties"]["n"]
    assert {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]} == (
        result["$defs"]["Node"]["properties"]["next"]
    )


def test_null_default_is_left_out_with_its_arm_under_omit_null() -> None:
    limit = union(WHOLE, NULL, words=Words(description="at most"))
    spec = tool(
        parameter("limit", limit, required=False, default=value(None)),
        parameter("many", union(TEXT, WHOLE, NULL), required=False, default=value(None)),
        parameter("inner", union(TEXT, union(WHOLE, NULL)), required=False, default=value(None)),
        parameter("null", union(NULL, NULL), required=False, default=value(None)),
        parameter("given", union(WHOLE, NULL), required=False, default=value(5)),
        parameter("asked", union(WHOLE, NULL)),
        parameter("unset", union(WHOLE, NULL), required=False),
    )
    nullable = {"anyOf": [{"type": "integer"}, {"type": "null"}]}
    assert {
        "limit": {"type": "integer", "description": "at most"},
        "many": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "inner": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "null": {"type": "null"},
        "given": {**nullable, "default": 5},
        "asked": nullable,
        "unset": nullable,
    } == root(spec, omit_null=True)["properties"]
    assert {**nullable, "description": "at most", "default": None} == root(spec)["properties"][
        "limit"
    ]


def test_strict_tool_asks_for_every_key_and_writes_null_as_a_type() -> None:
    box = record("m:Box", field("n", union(WHOLE, NULL), required=False, null_is_default=True))
    spec = tool(
        parameter("x", union(TEXT, NULL), required=False, null_is_default=True),
        parameter("box", box),
        is_strict=True,
    )
    assert {
        "type": "object",
        "properties": {
            "x": {"type": ["string", "null"]},
            "box": {
                "type": "object",
                "properties": {"n": {"type": ["integer", "null"]}},
                "required": ["n"],
                "additionalProperties": False,
            },
        },
        "required": ["x", "box"],
        "additionalProperties": False,
    } == root(spec, omit_null=True)


def test_strict_tool_writes_a_tuple_of_one_type_with_items() -> None:
    pair = TupleSchema((TEXT, TEXT), "m:Pair", ("a", "b"))
    spec = tool(parameter("p", pair), returns=pair, is_strict=True)
    assert {"type": "array", "items": {"type": "string"}, "minItems": 2, "maxItems": 2} == (
        root(spec)["properties"]["p"]
    )
    result = render_returns(spec, Settings())
    assert result is not None
    assert "prefixItems" in result


def test_result_without_a_description_is_none() -> None:
    assert render_returns(tool(), Settings()) is None
