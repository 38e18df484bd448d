"""Definitions get short, legal, stable names, and the setting says which of them stay."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.unit.specs import definition, field, parameter, record, ref, tool, union
from toolschema_mypy.model.schema import (
    ArraySchema,
    EnumMember,
    EnumSchema,
    IntegerSchema,
    MapSchema,
    NullSchema,
    StringSchema,
    Words,
)
from toolschema_mypy.model.settings import Refs
from toolschema_mypy.model.tool import ToolSpec
from toolschema_mypy.transform.definitions import inline_definitions, inlined, name_definitions

WHOLE = IntegerSchema()


def names(spec: ToolSpec) -> list[str]:
    return [each.name for each in spec.definitions]


def test_a_label_that_is_alone_is_the_name() -> None:
    spec = tool(
        parameter("a", ref("geo.base:Point")), definitions=(definition("geo.base:Point", WHOLE),)
    )
    result = name_definitions(spec)
    assert ["Point"] == names(result)
    assert ref("Point") == result.parameters[0].schema


def test_labels_that_clash_are_qualified_also_between_parameters_and_result() -> None:
    spec = tool(
        parameter("a", ref("geo:Point")),
        returns=ref("ui.draw:Point"),
        definitions=(definition("geo:Point", WHOLE),),
        return_definitions=(definition("ui.draw:Point", WHOLE),),
    )
    result = name_definitions(spec)
    assert ["geo_Point"] == names(result)
    assert ref("ui_draw_Point") == result.returns
    assert ["ui_draw_Point"] == [each.name for each in result.return_definitions]


def test_one_class_on_both_sides_has_one_name() -> None:
    spec = tool(
        parameter("a", ref("geo:Point")),
        returns=ref("geo:Point"),
        definitions=(definition("geo:Point", WHOLE),),
        return_definitions=(definition("geo:Point", WHOLE),),
    )
    assert ref("Point") == name_definitions(spec).returns


def test_names_are_letters_digits_and_underscores() -> None:
    wanted = {"m:Page[int]": "Page[int]", "m:_Node": "_Node", "m:Größe": "Größe"}
    spec = tool(
        *(parameter(f"p{number}", ref(name)) for number, name in enumerate(wanted)),
        definitions=tuple(definition(name, WHOLE, label) for name, label in wanted.items()),
    )
    assert ["Gr_e", "Page_int", "_Node"] == names(name_definitions(spec))


def test_qualified_names_that_clash_are_numbered() -> None:
    clashing = ("a.b:C", "a_b:C", "x:C")
    spec = tool(
        *(parameter(f"p{number}", ref(name)) for number, name in enumerate((*clashing, "m:a_b_C"))),
        definitions=(*(definition(name, WHOLE) for name in clashing), definition("m:a_b_C", WHOLE)),
    )
    result = name_definitions(spec)
    assert [ref("a_b_C_2"), ref("a_b_C_3"), ref("x_C"), ref("a_b_C")] == [
        each.schema for each in result.parameters
    ]


def test_names_do_not_depend_on_the_order_of_definitions() -> None:
    clashing = ("a.b:C", "a_b:C", "x:C")
    parameters = [parameter(f"p{number}", ref(name)) for number, name in enumerate(clashing)]
    definitions = tuple(definition(name, WHOLE) for name in clashing)
    forth = name_definitions(tool(*parameters, definitions=definitions))
    back = name_definitions(tool(*parameters, definitions=definitions[::-1]))
    assert forth == back


def test_naming_twice_is_naming_once() -> None:
    clashing = ("a.b:C", "a_b:C", "x:C", "x:D")
    spec = tool(
        *(parameter(f"p{number}", ref(name)) for number, name in enumerate(clashing)),
        definitions=tuple(definition(name, WHOLE) for name in clashing),
    )
    assert name_definitions(spec) == name_definitions(name_definitions(spec))


def test_what_nothing_reaches_is_dropped_and_takes_no_name() -> None:
    spec = tool(
        parameter("a", ref("m:Point")),
        parameter("session", None, is_injected=True),
        definitions=(
            definition("m:Point", ref("m:Axis")),
            definition("m:Axis", WHOLE),
            definition("db:Point", WHOLE),
        ),
    )
    assert ["Axis", "Point"] == names(name_definitions(spec))


@pytest.mark.parametrize(
    ("refs", "expected"),
    [
        ("auto", {"Once"}),
        ("inline", {"Once", "Twice"}),
        ("defs", set()),
    ],
)
def test_the_setting_says_what_is_written_in_place(refs: Refs, expected: set[str]) -> None:
    definitions = (
        definition("Once", ref("Twice")),
        definition("Twice", WHOLE),
        definition("Loop", ArraySchema(ref("Loop"))),
    )
    schemas = (ref("Once"), ref("Twice"), ref("Loop"))
    assert expected == inlined(definitions, schemas, refs)


def test_of_a_cycle_every_class_stays_or_as_few_as_recursion_needs() -> None:
    definitions = (definition("A", ref("B")), definition("B", ref("A")), definition("C", ref("A")))
    assert {"B", "C"} == inlined(definitions, (ref("C"),), "inline")
    assert {"C"} == inlined(definitions, (ref("C"),), "auto")


def test_words_beside_a_reference_win_over_the_definition() -> None:
    home = record(
        "m:Address", field("zip", WHOLE), words=Words(title="Address", description="an address")
    )
    spec = tool(
        parameter("home", ref("Address", "where they live")),
        definitions=(definition("Address", home),),
    )
    result = inline_definitions(spec, "auto")
    assert () == result.definitions
    assert evolve(home, words=Words(title="Address", description="where they live")) == (
        result.parameters[0].schema
    )


def test_definitions_inside_definitions_are_put_in_place_too() -> None:
    spec = tool(
        parameter("a", ref("Outer")),
        parameter("b", ref("Outer")),
        definitions=(
            definition("Outer", record("m:Outer", field("i", ref("Inner")))),
            definition("Inner", WHOLE),
        ),
    )
    result = inline_definitions(spec, "auto")
    assert (definition("Outer", record("m:Outer", field("i", WHOLE))),) == result.definitions


def test_the_result_is_counted_by_itself() -> None:
    spec = tool(
        parameter("a", ref("Point")),
        returns=ref("Point"),
        definitions=(definition("Point", WHOLE),),
        return_definitions=(definition("Point", WHOLE),),
    )
    result = inline_definitions(spec, "auto")
    assert ((), ()) == (result.definitions, result.return_definitions)
    assert WHOLE == result.returns


def test_an_unpacked_object_is_always_in_place() -> None:
    job = record("m:Job", field("next", union(ref("Job"), NullSchema())))
    spec = tool(
        parameter("job", ref("Job"), is_unpacked=True), definitions=(definition("Job", job),)
    )
    result = inline_definitions(spec, "defs")
    assert job == result.parameters[0].schema
    assert (definition("Job", job),) == result.definitions

    alone = record("m:Job", field("n", WHOLE))
    spec = tool(
        parameter("job", ref("Job"), is_unpacked=True), definitions=(definition("Job", alone),)
    )
    assert () == inline_definitions(spec, "defs").definitions


def test_the_keys_of_a_map_are_always_in_place() -> None:
    color = EnumSchema("m:Color", (EnumMember("RED", 1),))
    spec = tool(
        parameter("a", MapSchema(ref("Color"), WHOLE)),
        parameter("b", MapSchema(ref("Color"), StringSchema())),
        definitions=(definition("Color", color),),
    )
    result = inline_definitions(spec, "defs")
    assert () == result.definitions
    assert MapSchema(color, WHOLE) == result.parameters[0].schema
