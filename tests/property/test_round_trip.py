"""Decode then encode gives a value back in canonical form.

The canonical form of a JSON value, by the type that it was admitted by:

- Numbers: of an int without a fraction (`15.0` is 15), of a float as a double (15 is `15.0`), of an
  `int | float` as it was written.
- Sets: every item once, numbers and texts sorted by value, anything else by its JSON text.
- Texts: one spelling for each value.  Date-times and times with seconds, and `Z` for UTC; fractions
  in six digits or none; UUIDs in lower case; a Decimal's own digits, without leading zeros; spans
  without parts that are zero; base64 without stray bits; paths as pathlib writes them.
- Objects: keys by their wire names; what was not sent stands as its default.
- Everything else as it was sent.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.corpus.instances import instances
from tests.property.admits import admits
from tests.property.json_of import values_of
from tests.property.python_of import build_module
from tests.property.strategies import HERE, MODULE, described_types, unhurried
from toolschema_mypy.emit.decode_plan import binding
from toolschema_mypy.emit.json_schema import render_returns
from toolschema_mypy.emit.side_file import render
from toolschema_mypy.model.schema import (
    NO_LENGTH,
    ArraySchema,
    BooleanSchema,
    Bounds,
    Container,
    DefinitionSpec,
    Family,
    IntegerSchema,
    Length,
    LiteralSchema,
    MapSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    PropertySpec,
    ReferenceSchema,
    SchemaSpec,
    StringSchema,
    Text,
    TextSchema,
    TupleSchema,
    UnionSchema,
)
from toolschema_mypy.model.settings import DEFAULT_SETTINGS
from toolschema_mypy.model.tool import ModuleSpec, ParameterKind, ParameterSpec, ToolSpec
from toolschema_mypy.model.traversal import rewrite
from toolschema_mypy.transform.definitions import inline_definitions, name_definitions
from toolschema_runtime import ToolExecutionError, ToolRegistry
from toolschema_runtime._decode.classes import Classes
from toolschema_runtime._decode.faults import Faults
from toolschema_runtime._decode.nodes import Node
from toolschema_runtime._decode.signature import read_returns
from toolschema_runtime._encode_result import encode

Definitions = tuple[DefinitionSpec, ...]


def tool_giving(schema: SchemaSpec, definitions: Definitions = ()) -> ToolSpec:
    """A tool that takes what it gives; its module is in place."""
    kind = ParameterKind.POSITIONAL_OR_KEYWORD
    parameter = ParameterSpec("a", "a", kind, schema, is_required=True, location=HERE)
    tool = ToolSpec("act", "act", "", (parameter,), HERE, returns=schema)
    tool = evolve(tool, definitions=definitions, return_definitions=definitions)
    build_module(tool)
    return inline_definitions(name_definitions(tool), "auto")


@frozen
class Trip:
    """One way into Python and out again, by one plan."""

    node: Node

    @classmethod
    def of(cls, tool: ToolSpec) -> Trip:
        return cls(read_returns(binding(tool, MODULE), Classes(MODULE), tool.name))

    def accepts(self, value: Any) -> bool:
        faults = Faults()
        self.node.decode(value, (), faults)
        return not faults.found

    def into_python(self, value: Any) -> Any:
        return self.node.decode(value, (), Faults())

    def canonical(self, value: Any) -> Any:
        return encode(self.node, self.into_python(value), ())


def canonical(schema: SchemaSpec, value: Any) -> str:
    """The canonical form of *value*, as JSON text."""
    return json.dumps(Trip.of(tool_giving(schema)).canonical(value))


def comparable(schema: SchemaSpec) -> SchemaSpec:
    """*schema* without what has no canonical form of its own, or loses what was sent in Python."""
    match schema:
        case TextSchema():
            # A length is one of the text as it was sent; a naive date-time becomes an aware one.
            return evolve(schema, length=NO_LENGTH, allows_naive=False)
        case ArraySchema(items=TextSchema() | LiteralSchema()):
            # Two texts may mean one value, and true is 1 to a set.
            return evolve(schema, container=Container.LIST)
        case ObjectSchema(family=family) if family is not Family.TYPED_DICT:
            # The tests' defaults are no JSON.
            required = (evolve(each, is_required=True) for each in schema.properties)
            return evolve(schema, properties=tuple(required))
        case _:
            return schema


@st.composite
def trips(draw: Any) -> tuple[ToolSpec, Any]:
    """A tool that takes what it gives, and a value for it."""
    schema, definitions = draw(described_types())
    tool = tool_giving(
        rewrite(schema, comparable),
        tuple(evolve(each, schema=rewrite(each.schema, comparable)) for each in definitions),
    )
    rendered = render_returns(tool, DEFAULT_SETTINGS)
    assert rendered is not None
    return tool, draw(values_of(rendered, rendered))


def without_spelling(value: Any) -> Any:
    """What the canonical form of *value* has in common with it."""
    match value:
        case None | bool():
            return json.dumps(value)
        case int() | float():
            # -0.0 is 0 to an int and to a Literal.
            return repr(float(value) + 0.0) if abs(value) < 1e300 else "large"
        case str():
            return "text"
        case list():
            return sorted(map(without_spelling, value), key=json.dumps)
        case dict():
            return sorted(
                ([key.lower(), without_spelling(item)] for key, item in value.items()),
                key=json.dumps,
            )
        case _:
            raise TypeError(value)


@unhurried
@given(trips())
def test_a_value_comes_back_in_canonical_form(trip: tuple[ToolSpec, Any]) -> None:
    tool, value = trip
    way = Trip.of(tool)
    assume(way.accepts(value))
    decoded = way.into_python(value)
    encoded = encode(way.node, decoded, ())
    schema = render_returns(tool, DEFAULT_SETTINGS)
    assert schema is not None
    assert admits(schema, encoded)
    assert without_spelling(value) == without_spelling(encoded)
    again = way.into_python(encoded)
    assert decoded == again
    assert json.dumps(encoded) == json.dumps(encode(way.node, again, ()))


# By far quicker than by the patterns; `values_of` has their edges.
SOUND_TEXTS: dict[Text, st.SearchStrategy[str]] = {
    Text.TIME: st.times().map(str) | st.times().map("{:%H:%M}Z".format),
    Text.TIMEDELTA: st.builds(
        "{}P{}DT{}H{}M{}.{}S".format,
        st.sampled_from(["", "-"]),
        *[st.integers(0, most) for most in (999_999_998, 99, 99, 99, 999_999)],
    ),
    Text.DECIMAL: st.decimals(allow_nan=False, allow_infinity=False, places=3).map("{:f}".format),
}
SPELLINGS: dict[Text, tuple[str, ...]] = {
    Text.DATE_TIME: (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?(Z|[+-]\d\d:\d\d)",),
    Text.TIME: (r"\d\d:\d\d:\d\d(\.\d{6})?(Z|[+-]\d\d:\d\d)?",),
    Text.TIMEDELTA: (
        r"PT0S",
        r"-?P([1-9]\d*D)?(T(?=.)([1-9]\d?H)?([1-9]\d?M)?((0|[1-9]\d?)(\.\d*[1-9])?S)?)?",
    ),
    Text.UUID: (r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",),
    Text.DECIMAL: (r"-?(0|[1-9]\d*)(\.\d+)?",),
}


@pytest.mark.parametrize("text", Text)
@settings(unhurried, max_examples=30)
@given(st.data())
def test_every_text_comes_back_in_one_spelling(text: Text, data: st.DataObject) -> None:
    tool = tool_giving(TextSchema(text))
    rendered = render_returns(tool, DEFAULT_SETTINGS)
    assert rendered is not None
    way = Trip.of(tool)
    sound = SOUND_TEXTS[text] if text in SOUND_TEXTS else instances(rendered)
    sent = data.draw(sound | values_of(rendered, rendered))
    assume(way.accepts(sent))
    value = way.into_python(sent)
    encoded = way.canonical(sent)
    assert value == way.into_python(encoded)
    assert encoded == way.canonical(encoded)
    spellings = SPELLINGS.get(text, (".*",))
    assert any(re.fullmatch(each, encoded, re.ASCII | re.DOTALL) for each in spellings)


@pytest.mark.parametrize(
    ("text", "sent", "expected"),
    [
        (Text.DATE_TIME, "2024-02-29T12:00:00.5+00:00", "2024-02-29T12:00:00.500000Z"),
        (Text.DATE_TIME, "2024-02-29T12:00:00-05:30", "2024-02-29T12:00:00-05:30"),
        (Text.TIME, "12:30", "12:30:00"),
        (Text.TIME, "12:30:05+00:00", "12:30:05Z"),
        (Text.TIMEDELTA, "PT36H", "P1DT12H"),
        (Text.TIMEDELTA, "-P0D", "PT0S"),
        (Text.TIMEDELTA, "PT90.50S", "PT1M30.5S"),
        (Text.DECIMAL, "007.50", "7.50"),
        (Text.DECIMAL, "-0", "-0"),
        (Text.DECIMAL, "100000000000000000000000000000000", "100000000000000000000000000000000"),
        (
            Text.UUID,
            "12345678-1234-1234-1234-12345678ABCD",
            "12345678-1234-1234-1234-12345678abcd",
        ),
        (Text.BYTES, "AB==", "AA=="),
        (Text.PATH, "a//./b/", "a/b"),
        (Text.PATH, "", "."),
        (Text.IPV6_ADDRESS, "2001:DB8:0::0", "2001:db8::"),
        (Text.IPV4_NETWORK, "10.0.0.0/255.0.0.0", "10.0.0.0/8"),
        (Text.IPV4_INTERFACE, "10.0.0.1", "10.0.0.1/32"),
    ],
)
def test_spellings_of_texts(text: Text, sent: str, expected: str) -> None:
    assert json.dumps(expected) == canonical(TextSchema(text), sent)


@pytest.mark.parametrize(
    ("schema", "sent", "expected"),
    [
        (IntegerSchema(), 15.0, "15"),
        (NumberSchema(), 15, "15.0"),
        (NumberSchema(keeps_int=True), 15, "15"),
        (NumberSchema(keeps_int=True), 15.0, "15.0"),
        (LiteralSchema((1, True)), 1.0, "1"),
        (ArraySchema(StringSchema(), Container.SET), ["b", "a"], '["a", "b"]'),
        (ArraySchema(IntegerSchema(), Container.FROZENSET), [10, 9.0], "[9, 10]"),
        (ArraySchema(TextSchema(Text.DECIMAL), Container.SET), ["1.0", "1.00"], '["1.0"]'),
        (MapSchema(IntegerSchema(), NullSchema()), {"7": None}, '{"7": null}'),
    ],
)
def test_canonical_forms(schema: SchemaSpec, sent: Any, expected: str) -> None:
    assert expected == canonical(schema, sent)


# What a value is sent as when an arm before its own would take it too, since bool derives from int
# and datetime from date.
SUBTYPES = [
    (IntegerSchema(), BooleanSchema(), True),
    (NumberSchema(), BooleanSchema(), False),
    (TextSchema(Text.DATE), TextSchema(Text.DATE_TIME), "2024-02-29T12:00:00Z"),
]


@pytest.mark.parametrize(("above", "own", "value"), SUBTYPES)
def test_a_value_goes_by_the_arm_of_its_own_type(
    above: SchemaSpec, own: SchemaSpec, value: Any
) -> None:
    lists = UnionSchema((ArraySchema(above), ArraySchema(own)))
    maps = UnionSchema((MapSchema(StringSchema(), above), MapSchema(StringSchema(), own)))
    fixed = UnionSchema((TupleSchema((above,)), TupleSchema((own,))))
    assert json.dumps([value]) == canonical(lists, [value])
    assert json.dumps({"x": value}) == canonical(maps, {"x": value})
    assert json.dumps([value]) == canonical(fixed, [value])
    assert json.dumps(value) == canonical(UnionSchema((above, own)), value)


def test_a_subtype_is_taken_where_no_arm_is_its_own() -> None:
    way = Trip.of(tool_giving(UnionSchema((StringSchema(), ArraySchema(IntegerSchema())))))
    assert [1] == encode(way.node, [True], ())


def _leaf_or_pair() -> tuple[SchemaSpec, Definitions]:
    """`type Tree = Leaf | Pair`, where a Pair holds two of them: told apart by `kind`."""
    names = [f"{MODULE}:Leaf", f"{MODULE}:Pair"]
    tree = UnionSchema(tuple(map(ReferenceSchema, names)), discriminator="kind")
    fields: list[tuple[str, SchemaSpec]]
    fields = [("value", IntegerSchema()), ("left", tree), ("right", tree)]
    properties = [PropertySpec(key, key, schema, is_required=True) for key, schema in fields]
    definitions = []
    for name, own in zip(names, (properties[:1], properties[1:]), strict=True):
        kind = PropertySpec("kind", "kind", LiteralSchema((name[-4:].lower(),)), is_required=True)
        schema = ObjectSchema(name, Family.DATACLASS, (kind, *own))
        definitions.append(DefinitionSpec(name, name[-4:], schema))
    return tree, tuple(definitions)


def test_a_tagged_union_may_hold_itself() -> None:
    way = Trip.of(tool_giving(*_leaf_or_pair()))
    leaf = {"kind": "leaf", "value": 1}
    tree = {"kind": "pair", "left": leaf, "right": {"kind": "pair", "left": leaf, "right": leaf}}
    assert tree == way.canonical(tree)
    assert not way.accepts({"kind": "pair", "left": leaf, "right": {"kind": "none"}})


POINT = DefinitionSpec(
    f"{MODULE}:Point",
    "Point",
    ObjectSchema(
        f"{MODULE}:Point",
        Family.DATACLASS,
        (
            PropertySpec("x-wire", "x", IntegerSchema(Bounds(minimum=0)), is_required=True),
            PropertySpec("tags", "tags", ArraySchema(StringSchema()), is_required=True),
        ),
    ),
)


@pytest.mark.parametrize(
    ("x", "tags", "place"),
    [
        ("1", [], '[0]["x-wire"]'),
        (-1, [], '[0]["x-wire"]'),
        (1.0, [], '[0]["x-wire"]'),
        (1, ["a", None], "[0].tags[1]"),
        (1, "ab", "[0].tags"),
    ],
)
def test_a_value_that_does_not_fit_is_an_error_naming_tool_and_path(
    tmp_path: Path, x: Any, tags: Any, place: str
) -> None:
    tool = tool_giving(ArraySchema(ReferenceSchema(POINT.name)), (POINT,))
    side_file = tmp_path / f"{MODULE}.toolschema.json"
    side_file.write_bytes(render(ModuleSpec(MODULE, (tool,)), DEFAULT_SETTINGS))
    tools = ToolRegistry.load(MODULE, directory=str(tmp_path))
    module = build_module(evolve(tool, definitions=(POINT,)))
    with pytest.raises(ToolExecutionError) as caught:
        tools.encode_result("act", [module.Point(x, tags)])
    assert "act" == caught.value.tool
    assert f"the result at {place}" in str(caught.value.error)


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        (ArraySchema(IntegerSchema(), length=Length(2, 3)), [1]),
        (ArraySchema(IntegerSchema(), length=Length(2, 3)), [1, 2, 3, 4]),
        (ArraySchema(IntegerSchema(), is_unique=True), [1, 1]),
        (MapSchema(StringSchema(), IntegerSchema(), Length(None, 1)), {"a": 1, "b": 2}),
        (NumberSchema(), float("nan")),
        (NumberSchema(), float("inf")),
        (TupleSchema((IntegerSchema(),)), (1, 2)),
        (LiteralSchema((1,)), True),
    ],
)
def test_what_the_schema_of_the_result_does_not_admit_is_an_error(
    schema: SchemaSpec, value: Any
) -> None:
    with pytest.raises(ValueError, match=r"^the result: expected "):
        encode(Trip.of(tool_giving(schema)).node, value, ())
