"""The plan of every kind of value, and what the runtime is told about parameters."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.specs import definition, field, parameter, record, ref, tool, union, value
from toolschema_mypy.emit.decode_plan import binding, plan
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Bounds,
    Container,
    DefinitionSpec,
    EnumMember,
    EnumSchema,
    Family,
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
)
from toolschema_mypy.model.tool import DefaultSource, ParameterKind, Receiver

TEXT, WHOLE, NULL = StringSchema(), IntegerSchema(), NullSchema()
COLOR = EnumSchema("shop:Color", (EnumMember("RED", "r"), EnumMember("BLUE", "b")))
COLOR_PLAN = {"type": "enum", "class": ":Color", "members": {"RED": "r", "BLUE": "b"}}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (AnySchema(), "any"),
        (NULL, "null"),
        (BooleanSchema(), "bool"),
        (WHOLE, "int"),
        (
            IntegerSchema(Bounds(minimum=0), is_exact=True),
            {"type": "int", "minimum": 0, "exact": True},
        ),
        (NumberSchema(), "float"),
        (NumberSchema(keeps_int=True), "number"),
        (NumberSchema(Bounds(maximum=2), keeps_int=True), {"type": "number", "maximum": 2}),
        (TEXT, "str"),
        (
            StringSchema(Length(1, 2), "^a"),
            {"type": "str", "minLength": 1, "maxLength": 2, "pattern": "^a"},
        ),
        *((TextSchema(text), text.value) for text in Text),
        (TextSchema(Text.DATE_TIME, allows_naive=True), {"type": "datetime", "naive": True}),
        (
            record("shop:Box", field("a", StringSchema()), hidden=("b",)),
            {
                "type": "object",
                "family": "dataclass",
                "class": ":Box",
                "fields": [{"name": "a", "plan": "str"}],
                "hidden": ["b"],
            },
        ),
        (TextSchema(Text.DECIMAL, bounds=Bounds(minimum=0)), {"type": "decimal", "minimum": 0}),
        (LiteralSchema(("a", 1, None)), {"type": "literal", "values": ["a", 1, None]}),
        (COLOR, COLOR_PLAN),
        (ArraySchema(TEXT), {"type": "list", "items": "str"}),
        (
            ArraySchema(TEXT, Container.FROZENSET, Length(1, 9)),
            {"type": "frozenset", "items": "str", "minItems": 1, "maxItems": 9},
        ),
        (ArraySchema(TEXT, is_unique=True), {"type": "list", "items": "str", "unique": True}),
        (TupleSchema((TEXT, WHOLE)), {"type": "fixed", "items": ["str", "int"]}),
        (
            TupleSchema((TEXT,), "geo:Row", ("a",)),
            {"type": "fixed", "class": "geo:Row", "items": ["str"]},
        ),
        (
            MapSchema(COLOR, WHOLE, Length(None, 3)),
            {"type": "dict", "keys": COLOR_PLAN, "values": "int", "maxProperties": 3},
        ),
        (
            ScalarClassSchema("shop:Cart.Sku", TEXT),
            {"type": "scalar", "class": ":Cart.Sku", "base": "str"},
        ),
        (ref("Node"), {"type": "ref", "name": "Node"}),
        (union(TEXT, NULL), {"type": "optional", "of": "str"}),
        (
            union(TEXT, union(NULL, WHOLE)),
            {"type": "optional", "of": {"type": "union", "arms": ["int", "str"]}},
        ),
        (union(NULL, NULL), "null"),
    ],
)
def test_each_kind_has_its_plan(schema: SchemaSpec, expected: object) -> None:
    node = definition("Node", record("shop:Node"))
    assert expected == plan(schema, "shop", (node,))


def test_an_object_says_how_its_class_is_called() -> None:
    job = record(
        "jobs.base:Job",
        field("id", TEXT, is_positional=True),
        field("from", WHOLE, name="from_", required=False),
        field("n", union(WHOLE, NULL), required=False, null_is_default=True),
        family=Family.ATTRS,
        extra=TEXT,
    )
    assert {
        "type": "object",
        "family": "attrs",
        "class": "jobs.base:Job",
        "fields": [
            {"name": "id", "plan": "str", "positional": True},
            {"name": "from_", "key": "from", "plan": "int", "optional": True},
            {
                "name": "n",
                "plan": {"type": "optional", "of": "int"},
                "optional": True,
                "null_is_default": True,
            },
        ],
        "extra": "str",
    } == plan(job, "jobs")


USER_ID = ScalarClassSchema("shop:UserId", WHOLE)
USER_ID_PLAN = {"type": "scalar", "class": ":UserId", "base": "int"}


@pytest.mark.parametrize(
    ("arms", "expected"),
    [
        ((TEXT, BooleanSchema(), COLOR), ["bool", COLOR_PLAN, "str"]),
        (
            (NumberSchema(), IntegerSchema(Bounds(minimum=0))),
            [{"type": "int", "minimum": 0}, "float"],
        ),
        ((NumberSchema(), USER_ID), [USER_ID_PLAN, "float"]),
        (
            (WHOLE, LiteralSchema((1,)), USER_ID),
            [{"type": "literal", "values": [1]}, "int", USER_ID_PLAN],
        ),
        ((TextSchema(Text.DATE), TextSchema(Text.DATE_TIME), TEXT), ["date", "datetime", "str"]),
        (
            (ArraySchema(TEXT), ArraySchema(WHOLE)),
            [{"type": "list", "items": "str"}, {"type": "list", "items": "int"}],
        ),
        ((TEXT, ref("Color")), [{"type": "ref", "name": "Color"}, "str"]),
        (
            (TEXT, ref("Alias")),
            [
                "bool",
                {"type": "ref", "name": "Color"},
                "str",
                {"type": "list", "items": {"type": "ref", "name": "Alias"}},
            ],
        ),
    ],
)
def test_arms_are_asked_by_rank_and_then_in_the_order_written(
    arms: tuple[SchemaSpec, ...], expected: list[object]
) -> None:
    definitions = (
        definition("Color", COLOR),
        definition("Alias", union(ArraySchema(ref("Alias")), ref("Color"), BooleanSchema())),
    )
    assert {"type": "union", "arms": expected} == plan(union(*arms), "shop", definitions)


def test_a_discriminator_is_a_tag_where_all_arms_are_objects() -> None:
    car = record("shop:Car", field("kind", LiteralSchema(("car",))))
    bike = definition("Bike", record("shop:Bike", field("kind", LiteralSchema(("bike",)))))

    def tag(*arms: SchemaSpec) -> object:
        made: Any = plan(union(*arms, discriminator="kind"), "shop", (bike,))
        return (made["of"] if made["type"] == "optional" else made).get("tag")

    assert "kind" == tag(car, ref("Bike"))
    assert "kind" == tag(car, ref("Bike"), NULL)
    assert None is tag(car, ref("Bike"), TEXT)


def bound(*parameters: Any, **keys: Any) -> Any:
    return binding(tool(*parameters, **keys), "shop")


def test_a_parameter_says_what_the_runtime_needs() -> None:
    parameters = bound(
        parameter("from_", TEXT, key="from", kind=ParameterKind.POSITIONAL_ONLY),
        parameter("n", WHOLE, required=False, default=value(3), literal=value(3)),
        parameter("none", union(WHOLE, NULL), required=False, literal=value(None)),
        parameter("made", ArraySchema(TEXT), required=False, default=value([])),
        parameter("field", TEXT, required=False, default_source=DefaultSource.FIELD),
        parameter("supplied", WHOLE, required=False, supply=value(3)),
        parameter("asked", union(TEXT, NULL), required=False, null_is_default=True),
        parameter("session", None, is_injected=True, kind=ParameterKind.KEYWORD_ONLY),
        parameter(
            "ctx",
            None,
            required=False,
            is_injected=True,
            inject_type="mcp.Context",
            literal=value(None),
        ),
        parameter("job", record("shop:Job"), is_unpacked=True),
        parameter("key", WHOLE, kind=ParameterKind.UNPACKED, required=False),
        parameter("kw", TEXT, kind=ParameterKind.VAR_KEYWORD, required=False),
    )["parameters"]
    usual = {"kind": "positional_or_keyword"}
    job = {"type": "object", "family": "dataclass", "class": ":Job", "fields": []}
    assert [
        {"name": "from_", "key": "from", "kind": "positional_only", "plan": "str"},
        {"name": "n", **usual, "plan": "int", "optional": True, "default": 3},
        {
            "name": "none",
            **usual,
            "plan": {"type": "optional", "of": "int"},
            "optional": True,
            "default": None,
        },
        {"name": "made", **usual, "plan": {"type": "list", "items": "str"}, "optional": True},
        {"name": "field", **usual, "plan": "str", "optional": True, "field_default": True},
        {"name": "supplied", **usual, "plan": "int", "optional": True, "supply": 3},
        {
            "name": "asked",
            **usual,
            "plan": {"type": "optional", "of": "str"},
            "optional": True,
            "null_is_default": True,
        },
        {"name": "session", "kind": "keyword_only", "inject": {"required": True}},
        {
            "name": "ctx",
            **usual,
            "inject": {"required": False, "type": "mcp.Context"},
            "default": None,
        },
        {"name": "job", **usual, "plan": job, "unpack": True},
        {"name": "key", "kind": "unpacked", "plan": "int", "optional": True},
        {"name": "kw", "kind": "var_keyword", "plan": "str", "optional": True},
    ] == parameters


def test_binding_of_the_smallest_tool() -> None:
    assert {"receiver": "function", "parameters": [], "returns": None} == bound()


def test_definitions_of_parameters_and_result_are_kept_apart() -> None:
    def node(schema: SchemaSpec) -> tuple[DefinitionSpec, ...]:
        return (definition("Node", schema),)

    assert {
        "receiver": "method",
        "is_generator": True,
        "parameters": [
            {"name": "n", "kind": "positional_or_keyword", "plan": {"type": "ref", "name": "Node"}}
        ],
        "returns": {"type": "list", "items": {"type": "ref", "name": "Node"}},
        "definitions": {"Node": "int"},
        "return_definitions": {"Node": "str"},
    } == bound(
        parameter("n", ref("Node")),
        receiver=Receiver.METHOD,
        is_generator=True,
        returns=ArraySchema(ref("Node")),
        definitions=node(WHOLE),
        return_definitions=node(TEXT),
    )
