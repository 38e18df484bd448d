"""Strict form asks for every key, lets null stand for a default, and closes nothing silently."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.unit.specs import HERE, definition, field, parameter, record, ref, tool, union, value
from toolschema_mypy.diagnostics.codes import Code
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    IntegerSchema,
    LiteralSchema,
    MapSchema,
    NullSchema,
    NumberSchema,
    SchemaSpec,
    StringSchema,
    TupleSchema,
    UnionSchema,
    Words,
)
from toolschema_mypy.model.tool import ParameterKind, ParameterSpec, ToolSpec
from toolschema_mypy.transform.strict import strict

TEXT, WHOLE, NULL = StringSchema(), IntegerSchema(), NullSchema()


def refused(spec: ToolSpec) -> list[str]:
    _, diagnostics = strict(spec)
    assert all(each.message.code is Code.STRICT and each.at == HERE for each in diagnostics)
    assert all(each.way_out() for each in diagnostics)
    return [each.text().removeprefix('Strict tool "act": ') for each in diagnostics]


def only(spec: ToolSpec) -> ParameterSpec:
    result, diagnostics = strict(spec)
    assert () == diagnostics
    return result.parameters[0]


def test_optional_parameter_is_nullable_when_strict() -> None:
    speed = parameter(
        "speed", NumberSchema(), required=False, default=value(1.0), literal=value(1.0)
    )
    result = only(tool(speed))
    words = Words(description="Default 1.0.")
    assert union(NumberSchema(), NULL, words=words) == result.schema
    assert result.null_is_default
    assert result.default is None
    assert value(1.0) == result.literal


def test_null_of_a_nullable_parameter_stays_none() -> None:
    voice = parameter("voice", union(TEXT, NULL), required=False, default=value(None))
    result = only(tool(voice))
    assert union(TEXT, NULL) == result.schema
    assert not result.null_is_default
    assert result.default is None


@pytest.mark.parametrize(
    "schema", [NULL, LiteralSchema(("a", None)), union(TEXT, union(WHOLE, NULL)), ref("m:Maybe")]
)
def test_null_is_found_wherever_a_type_admits_it(schema: SchemaSpec) -> None:
    maybe = definition("m:Maybe", union(ref("m:Inner"), TEXT))
    inner = definition("m:Inner", union(WHOLE, NULL))
    spec = tool(parameter("x", schema, required=False), definitions=(maybe, inner))
    assert schema == only(spec).schema
    assert not only(spec).null_is_default


def test_reference_that_does_not_admit_null_becomes_nullable() -> None:
    box = definition("m:Box", record("m:Box", field("a", TEXT)))
    spec = tool(parameter("x", ref("m:Box"), required=False), definitions=(box,))
    assert union(ref("m:Box"), NULL) == only(spec).schema
    assert only(spec).null_is_default


def test_optional_field_is_nullable_at_every_depth() -> None:
    inner = record("m:Inner", field("n", WHOLE, required=False, default=value(3)))
    outer = record("m:Outer", field("inner", ref("m:Inner"), required=False))
    spec = tool(
        parameter("x", ArraySchema(ref("m:Outer"))),
        definitions=(definition("m:Outer", outer), definition("m:Inner", inner)),
    )
    result, _ = strict(spec)
    assert [
        record(
            "m:Outer",
            field("inner", union(ref("m:Inner"), NULL), required=False, null_is_default=True),
        ),
        record(
            "m:Inner",
            field(
                "n",
                union(WHOLE, NULL, words=Words(description="Default 3.")),
                required=False,
                null_is_default=True,
            ),
        ),
    ] == [each.schema for each in result.definitions]


def test_words_of_an_optional_parameter_move_to_the_whole() -> None:
    words = Words(description="how fast")
    result = only(tool(parameter("speed", NumberSchema(words=words), required=False)))
    assert UnionSchema((NumberSchema(), NULL), words=words) == result.schema


def test_the_default_that_null_stands_for_is_said() -> None:
    words = Words(description="how it is said")
    spec = tool(parameter("x", StringSchema(words=words), required=False, default=value("é")))
    schema = only(spec).schema
    assert schema is not None
    assert 'how it is said. Default "é".' == schema.words.description
    assert only(spec) == strict(strict(spec)[0])[0].parameters[0]


def test_optional_union_gets_one_more_arm() -> None:
    assert (
        union(TEXT, WHOLE, NULL)
        == only(tool(parameter("x", union(TEXT, WHOLE), required=False))).schema
    )


def test_the_result_is_left_alone() -> None:
    opened = record("m:Box", field("n", WHOLE, required=False), extra=AnySchema())
    spec = tool(returns=ref("m:Box"), return_definitions=(definition("m:Box", opened),))
    result, diagnostics = strict(spec)
    assert () == diagnostics
    assert evolve(spec, is_strict=True) == result


def test_items_of_a_tuple_that_differ_in_words_alone_are_one_type() -> None:
    pair = TupleSchema((StringSchema(words=Words(description="first")), TEXT), "m:Pair", ("a", "b"))
    assert (
        TupleSchema((TEXT, TEXT), "m:Pair", ("a", "b")) == only(tool(parameter("p", pair))).schema
    )


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (AnySchema(), '"x" admits any value, which strict mode cannot express'),
        (ArraySchema(AnySchema()), '"x[]" admits any value, which strict mode cannot express'),
        (MapSchema(TEXT, AnySchema()), '"x" is an open map, which strict mode cannot express'),
        (
            union(MapSchema(TEXT, WHOLE), NULL),
            '"x" is an open map, which strict mode cannot express',
        ),
        (
            record("m:Open", field("a", WHOLE), extra=AnySchema()),
            '"x" allows extra fields, which strict mode cannot express',
        ),
        (
            TupleSchema((TEXT, WHOLE)),
            '"x" is a tuple of different types, which strict mode cannot express',
        ),
    ],
)
def test_what_strict_mode_cannot_express_is_refused(schema: SchemaSpec, message: str) -> None:
    assert [message] == refused(tool(parameter("x", schema)))


def test_each_parameter_has_its_own_reason() -> None:
    opened = definition("m:Open", record("m:Open", field("a", WHOLE), extra=AnySchema()))
    spec = tool(
        parameter("o", union(ref("m:Open"), NULL)),
        parameter("m", MapSchema(TEXT, WHOLE)),
        definitions=(opened,),
    )
    assert [
        '"o" allows extra fields, which strict mode cannot express',
        '"m" is an open map, which strict mode cannot express',
    ] == refused(spec)


def test_a_map_inside_a_tuple_is_found() -> None:
    pair = TupleSchema((MapSchema(TEXT, WHOLE), TEXT))
    assert [
        '"pair" is a tuple of different types, which strict mode cannot express',
        '"pair[0]" is an open map, which strict mode cannot express',
    ] == refused(tool(parameter("pair", pair)))


def test_paths_lead_through_definitions() -> None:
    place = definition("m:Place", record("m:Place", field("raw", AnySchema())))
    item = definition("m:Item", record("m:Item", field("location", ref("m:Place"))))
    spec = tool(parameter("items", ArraySchema(ref("m:Item"))), definitions=(place, item))
    assert ['"items[].location.raw" admits any value, which strict mode cannot express'] == refused(
        spec
    )


def test_open_keywords_are_refused() -> None:
    spec = tool(parameter("kw", WHOLE, kind=ParameterKind.VAR_KEYWORD, required=False))
    assert ['"**kw" is an open map, which strict mode cannot express'] == refused(spec)


def test_an_injected_parameter_is_not_looked_at() -> None:
    session = parameter("session", None, is_injected=True)
    assert session == only(tool(session))


def test_an_unpacked_parameter_is_no_key_itself() -> None:
    job = definition("m:Job", record("m:Job", field("n", WHOLE, required=False)))
    spec = tool(
        parameter("job", ref("m:Job"), required=False, is_unpacked=True), definitions=(job,)
    )
    result, _ = strict(spec)
    assert ref("m:Job") == result.parameters[0].schema
    assert not result.parameters[0].null_is_default
    assert record(
        "m:Job", field("n", union(WHOLE, NULL), required=False, null_is_default=True)
    ) == (result.definitions[0].schema)


@pytest.mark.parametrize(
    ("formats", "messages"),
    [
        (None, []),
        (("openai", "openai_responses"), []),
        (
            ("openai", "anthropic"),
            ['"n.next" is recursive, which "anthropic" does not accept in strict mode'],
        ),
    ],
)
def test_recursion_is_refused_where_a_declared_format_does_not_take_it(
    formats: tuple[str, ...] | None, messages: list[str]
) -> None:
    node = definition(
        "m:Node", record("m:Node", field("v", WHOLE), field("next", union(ref("m:Node"), NULL)))
    )
    spec = tool(parameter("n", ref("m:Node")), definitions=(node,), formats=formats)
    assert messages == refused(spec)


def test_a_class_used_twice_is_not_recursive() -> None:
    leaf = definition("m:Leaf", record("m:Leaf", field("v", WHOLE)))
    pair = definition(
        "m:Pair", record("m:Pair", field("a", ref("m:Leaf")), field("b", ref("m:Leaf")))
    )
    spec = tool(parameter("p", ref("m:Pair")), definitions=(leaf, pair), formats=("anthropic",))
    assert [] == refused(spec)


def test_strict_twice_is_strict_once() -> None:
    node = record(
        "m:Node",
        field("v", WHOLE, required=False),
        field("next", union(ref("m:Node"), NULL), required=False),
    )
    spec = tool(
        parameter("n", ref("m:Node"), required=False), definitions=(definition("m:Node", node),)
    )
    once = strict(spec)
    assert once == strict(once[0])
