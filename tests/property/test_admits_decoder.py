"""What the schema admits is accepted and arrives as the annotated type; everything else is refused.

The exceptions are those of the design: they are named where they are made.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from attrs import evolve, frozen
from hypothesis import event, given
from hypothesis import strategies as st

from tests.property.admits import EXACT, NAIVE, admits
from tests.property.json_of import changed, values_of
from tests.property.python_of import UNSET, Typed, build_module
from tests.property.strategies import (
    HERE,
    MODULE,
    integers,
    literals,
    numbers,
    scalars,
    strings,
    unhurried,
)
from tests.property.tools import settings, tools, unpacking_tools
from toolschema_mypy.emit.decode_plan import binding
from toolschema_mypy.emit.json_schema import render_parameters
from toolschema_mypy.emit.limits import bounds_keywords
from toolschema_mypy.emit.root import root_object
from toolschema_mypy.model.schema import (
    NO_BOUNDS,
    IntegerSchema,
    JsonValue,
    MapSchema,
    SchemaSpec,
    Text,
    TextSchema,
    Words,
)
from toolschema_mypy.model.settings import DEFAULT_SETTINGS, Settings
from toolschema_mypy.model.tool import ParameterKind, ParameterSpec, ToolSpec
from toolschema_mypy.model.traversal import rewrite, walk
from toolschema_mypy.transform.definitions import inline_definitions, name_definitions
from toolschema_mypy.transform.strict import strict
from toolschema_runtime._binding import bind
from toolschema_runtime._decode.classes import Classes
from toolschema_runtime._decode.faults import Faults
from toolschema_runtime._decode.generate import generate
from toolschema_runtime._decode.signature import read_signature
from toolschema_runtime._handlers import own_defaults

Draw = Callable[[st.SearchStrategy[Any]], Any]
Arguments = dict[str, Any]
Given = dict[str, Any]


@frozen
class Decoded:
    """What each form of the decoder made of one call: what the function was given, or None."""

    interpreted: Given | None
    is_compiled: bool
    compiled: Given | None = None
    compiled_text: Given | None = None


def decode(tool: ToolSpec, arguments: Arguments) -> Decoded:
    """Send *arguments* to every form of the decoder for *tool*, whose module is in place."""
    signature = read_signature(binding(tool, MODULE), Classes(MODULE), tool.name)
    function = vars(sys.modules[MODULE])[tool.name]
    injected = {each.name: "injected" for each in tool.parameters if each.is_injected}
    faults = Faults()
    values = signature.decode(arguments, faults)
    interpreted = None
    if not faults.found:
        positional, named = bind(signature, values, injected, function)
        interpreted = function(*positional, **named)
    make = generate(signature, own_defaults(function))
    if make is None:
        return Decoded(interpreted, is_compiled=False)
    call = make(function, injected, _fail, lambda _: None)
    return Decoded(interpreted, True, call(arguments), call(json.dumps(arguments)))


def _fail(error: BaseException) -> NoReturn:
    raise error


@st.composite
def small_calls(draw: Draw, schemas: st.SearchStrategy[SchemaSpec]) -> tuple[ToolSpec, Arguments]:
    """A tool of one parameter, and a value for it: many more of each kind than `calls` gives."""
    schema = draw(schemas)
    parameter = ParameterSpec(
        "a", "a", ParameterKind.POSITIONAL_OR_KEYWORD, schema, is_required=True, location=HERE
    )
    tool = ToolSpec("act", "act", "", (parameter,), HERE)
    build_module(tool)
    rendered = render_parameters(tool, DEFAULT_SETTINGS)
    arguments = draw(values_of(rendered, rendered))
    return tool, draw(
        st.just(arguments) | changed(arguments).filter(lambda it: isinstance(it, dict))
    )


@st.composite
def calls(
    draw: Draw, made: st.SearchStrategy[ToolSpec], *, is_strict: bool = False
) -> tuple[ToolSpec, Settings, Arguments]:
    """A tool after the transforms, and arguments that its schema admits, or nearly."""
    tool, chosen = draw(made), draw(settings)
    if is_strict:
        tool, refused = strict(tool)
        assert not refused
    ready = inline_definitions(name_definitions(tool), chosen.refs)
    # The classes are those of the definitions before any is put in place.
    build_module(evolve(tool, name=ready.name))
    schema = render_parameters(ready, chosen)
    arguments = draw(values_of(schema, schema))
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        arguments = draw(changed(arguments))
    return ready, chosen, arguments if isinstance(arguments, dict) else {"unknown": arguments}


def expected_to_accept(tool: ToolSpec, arguments: Arguments) -> bool:
    """The oracle's answer, with what the decoder takes or refuses on purpose."""
    # Wider: null under omit_null, and an optional key left out in a strict tool.
    said = evolve(tool, is_strict=False)
    schema = render_parameters(change_schemas(said, with_exceptions), DEFAULT_SETTINGS)
    # Narrower: names that are not published, under an open `**kw`.
    published = {key.key for key in root_object(tool)[0]}
    named = (each for each in tool.parameters if each.kind is not ParameterKind.VAR_KEYWORD)
    hidden = {each.name for each in named} - published
    return admits(schema, arguments) and not hidden & arguments.keys()


def change_schemas(tool: ToolSpec, change: Callable[[SchemaSpec], SchemaSpec]) -> ToolSpec:
    """*tool* with every schema of its parameters changed."""
    parameters = (
        each if each.schema is None else evolve(each, schema=rewrite(each.schema, change))
        for each in tool.parameters
    )
    definitions = (evolve(each, schema=rewrite(each.schema, change)) for each in tool.definitions)
    return evolve(tool, parameters=tuple(parameters), definitions=tuple(definitions))


def with_exceptions(schema: SchemaSpec) -> SchemaSpec:
    """*schema* with what is narrower or wider by the spec, for the oracle to see."""
    match schema:
        case TextSchema(allows_naive=True):
            marker = NAIVE
        case IntegerSchema(is_exact=True):
            marker = EXACT
        case TextSchema(bounds=bounds) if bounds != NO_BOUNDS:
            # A schema has words for them, since its keywords are about numbers.
            said = {key: JsonValue(limit) for key, limit in bounds_keywords(bounds).items()}
            return evolve(schema, words=Words(extra=tuple(said.items())))
        case _:
            return schema
    return evolve(schema, words=Words(extra=((marker, JsonValue(True)),)))


def schemas_in(tool: ToolSpec) -> list[SchemaSpec]:
    roots = [each.schema for each in tool.parameters if each.schema is not None]
    roots += [each.schema for each in tool.definitions]
    return [schema for root in roots for _, schema in walk(root)]


def may_be_narrower(tool: ToolSpec) -> bool:
    """Whether two keys of a call can mean one key in Python, or a constructor can refuse."""
    for schema in schemas_in(tool):
        match schema:
            case MapSchema(key=TextSchema(text=Text.UUID)):
                return True  # upper and lower case
            case TextSchema(text=Text.TIMEDELTA):
                return True  # more days than a timedelta holds
            case _:
                pass
    return False


def check(tool: ToolSpec, arguments: Arguments) -> None:
    decoded = decode(tool, arguments)
    is_admitted = expected_to_accept(tool, arguments)
    is_accepted = decoded.interpreted is not None
    event(f"accepted: {is_accepted}")
    if decoded.is_compiled:
        assert decoded.interpreted == decoded.compiled
        # Where the text alone does not tell whether a key stands twice, the nodes are asked again.
        assert decoded.compiled_text in (None, decoded.interpreted)
    assert is_admitted >= is_accepted
    if not may_be_narrower(tool):
        assert is_admitted == is_accepted
    for made in (decoded.interpreted, decoded.compiled, decoded.compiled_text):
        if made is not None:
            arrived(tool, made)


def arrived(tool: ToolSpec, values: dict[str, Any]) -> None:
    """Every value is of the annotated type; what was not sent is the default."""
    typed = Typed(sys.modules[MODULE], tool.definitions)
    further = values.get("kw", {})
    for each in tool.parameters:
        match each.kind, each.schema:
            case _, None:
                assert values[each.name] == "injected"
            case ParameterKind.VAR_KEYWORD, schema:
                assert all(typed.holds(schema, value) for value in further.values())
            case ParameterKind.UNPACKED, schema:
                if each.name in further:
                    assert typed.holds(schema, further[each.name])
                else:
                    assert not each.is_required
            case _, schema if values[each.name] is UNSET:
                assert not each.is_required
                assert each.supply is None
            case _, schema:
                assert typed.holds(schema, values[each.name])


@pytest.mark.parametrize("text", Text)
@unhurried
@given(st.data())
def test_every_text_is_taken_by_its_grammar(text: Text, data: st.DataObject) -> None:
    check(*data.draw(small_calls(st.just(TextSchema(text)))))


@pytest.mark.parametrize("span", ["P1000000000D", "P999999999DT24H", "-P999999999DT1M"])
def test_a_span_that_no_timedelta_holds_is_refused(span: str) -> None:
    schema = TextSchema(Text.TIMEDELTA)
    kind = ParameterKind.POSITIONAL_OR_KEYWORD
    tool = ToolSpec("act", "act", "", (ParameterSpec("a", "a", kind, schema, True, HERE),), HERE)
    build_module(tool)
    assert decode(tool, {"a": "-P999999999D"}).interpreted is not None
    assert decode(tool, {"a": span}).interpreted is None


@pytest.mark.parametrize(
    "schemas",
    [integers, numbers, strings, literals, scalars],
    ids=["integers", "numbers", "strings", "literals", "scalars"],
)
@unhurried
@given(st.data())
def test_every_scalar_is_taken_by_its_kind_and_bounds(
    schemas: st.SearchStrategy[SchemaSpec], data: st.DataObject
) -> None:
    check(*data.draw(small_calls(schemas)))


@unhurried
@given(calls(tools()))
def test_what_the_schema_admits_is_accepted_and_the_rest_refused(
    call: tuple[ToolSpec, Settings, Arguments],
) -> None:
    tool, _, arguments = call
    check(tool, arguments)


@unhurried
@given(calls(tools(is_closed=True), is_strict=True))
def test_the_same_holds_for_a_strict_tool(call: tuple[ToolSpec, Settings, Arguments]) -> None:
    tool, chosen, arguments = call
    check(tool, arguments)
    asked = render_parameters(change_schemas(tool, with_exceptions), chosen)
    if admits(asked, arguments) and not may_be_narrower(tool):
        assert decode(tool, arguments).interpreted is not None


@unhurried
@given(calls(unpacking_tools()))
def test_the_same_holds_for_an_unpacked_parameter(
    call: tuple[ToolSpec, Settings, Arguments],
) -> None:
    check(call[0], call[2])
