"""The strict form of a tool: every key asked for, null for "use the default", nothing open."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from attrs import evolve
from typing_extensions import assert_never

from toolschema_mypy.diagnostics.diagnostic import Diagnostic, Message
from toolschema_mypy.diagnostics.messages import (
    STRICT_ANY,
    STRICT_EXTRA_FIELDS,
    STRICT_OPEN_MAP,
    STRICT_RECURSION,
    STRICT_TUPLE,
)
from toolschema_mypy.model.schema import (
    NO_WORDS,
    AnySchema,
    ArraySchema,
    BooleanSchema,
    EnumSchema,
    IntegerSchema,
    JsonValue,
    LiteralSchema,
    MapSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    PropertySpec,
    ReferenceSchema,
    ScalarClassSchema,
    SchemaSpec,
    StringSchema,
    TextSchema,
    TupleSchema,
    UnionSchema,
)
from toolschema_mypy.model.tool import ParameterKind, ParameterSpec, ToolSpec
from toolschema_mypy.model.traversal import children, is_uniform, rewrite

# Anthropic, "Structured outputs" (strict tool use): "Recursive schemas" are listed as not
# supported.  OpenAI's strict mode documents them as supported; the others have no strict mode.
_REFUSING_RECURSION: Final = frozenset({"anthropic"})

_Definitions: TypeAlias = Mapping[str, SchemaSpec]


def strict(tool: ToolSpec) -> tuple[ToolSpec, tuple[Diagnostic, ...]]:
    """Bring the parameters of *tool* into strict form; its result stays as it is.

    An optional key whose type does not admit null becomes nullable with `null_is_default`; no
    default is published.  That every key stands in `required` and that a tuple of one type is
    written with `items` is left to rendering, which knows that the tool is strict: the decoder
    still takes a call that leaves an optional key out.  Doing it twice changes nothing more.

    Args:
        tool: A tool as analysed.

    Returns:
        The strict tool, and a diagnostic at the parameter for each thing that strict mode cannot
        express.  Nothing is closed silently: with diagnostics, the tool is not to be emitted.
    """
    definitions = {each.name: each.schema for each in tool.definitions}
    refused = tuple(
        diagnostic for each in tool.parameters for diagnostic in _refusals(tool, each, definitions)
    )

    def tighten(schema: SchemaSpec) -> SchemaSpec:
        match schema:
            case ObjectSchema():
                properties = tuple(_strict_key(each, definitions) for each in schema.properties)
                return evolve(schema, properties=properties)
            case TupleSchema():
                return _with_equal_items(schema)
            case _:
                return schema

    def tighten_parameter(parameter: ParameterSpec) -> ParameterSpec:
        if parameter.schema is None or parameter.kind is ParameterKind.VAR_KEYWORD:
            return parameter
        inner = evolve(parameter, schema=rewrite(parameter.schema, tighten))
        # The keys of an unpacked object stand at the top; the parameter itself is none of them.
        return inner if parameter.is_unpacked else _strict_parameter(inner, definitions)

    return (
        evolve(
            tool,
            is_strict=True,
            parameters=tuple(map(tighten_parameter, tool.parameters)),
            definitions=tuple(
                evolve(each, schema=rewrite(each.schema, tighten)) for each in tool.definitions
            ),
        ),
        refused,
    )


def admits_null(schema: SchemaSpec, definitions: _Definitions) -> bool:
    """Whether null is a value of *schema*, looking through references to *definitions*."""
    return _admits_null(schema, definitions, frozenset())


def _admits_null(schema: SchemaSpec, definitions: _Definitions, seen: frozenset[str]) -> bool:
    match schema:
        case AnySchema() | NullSchema():
            return True
        case LiteralSchema():
            return None in schema.values
        case UnionSchema():
            return any(_admits_null(arm, definitions, seen) for arm in schema.arms)
        case ReferenceSchema(name=name):
            # Names for nothing but each other cannot be written; here they would hang mypy.
            return name not in seen and _admits_null(definitions[name], definitions, seen | {name})
        case (
            BooleanSchema()
            | IntegerSchema()
            | NumberSchema()
            | StringSchema()
            | TextSchema()
            | EnumSchema()
            | ArraySchema()
            | TupleSchema()
            | MapSchema()
            | ObjectSchema()
            | ScalarClassSchema()
        ):
            return False
        case _:
            assert_never(schema)


def _strict_key(key: PropertySpec, definitions: _Definitions) -> PropertySpec:
    if key.is_required or admits_null(key.schema, definitions):
        return evolve(key, default=None)
    schema = _nullable(key.schema, key.default)
    return evolve(key, schema=schema, default=None, null_is_default=True)


def _strict_parameter(parameter: ParameterSpec, definitions: _Definitions) -> ParameterSpec:
    schema = parameter.schema
    if schema is None or parameter.is_required or admits_null(schema, definitions):
        return evolve(parameter, default=None)
    schema = _nullable(schema, parameter.default)
    return evolve(parameter, schema=schema, default=None, null_is_default=True)


def _nullable(schema: SchemaSpec, default: JsonValue | None) -> UnionSchema:
    """*schema* or null, which stands for *default*; what it says to a reader is said of the whole."""
    words = schema.words
    if default is not None:
        words = words.saying(f"default {json.dumps(default.value, ensure_ascii=False)}")
    if isinstance(schema, UnionSchema):
        return evolve(schema, arms=(*schema.arms, NullSchema()), words=words)
    return UnionSchema(arms=(_without_words(schema), NullSchema()), words=words)


def _with_equal_items(schema: TupleSchema) -> TupleSchema:
    """*schema* with items that are equal, where they differ in words alone."""
    if is_uniform(schema):
        return schema
    items = tuple(rewrite(item, _without_words) for item in schema.items)
    without_words = evolve(schema, items=items)
    return without_words if is_uniform(without_words) else schema


def _without_words(schema: SchemaSpec) -> SchemaSpec:
    return evolve(schema, words=NO_WORDS)


def _refusals(
    tool: ToolSpec, parameter: ParameterSpec, definitions: _Definitions
) -> Iterator[Diagnostic]:
    if parameter.schema is None:
        return

    def refuse(message: Message, path: str, **fields: str) -> Diagnostic:
        return Diagnostic(message, parameter.location, {"tool": tool.name, "path": path, **fields})

    if parameter.kind is ParameterKind.VAR_KEYWORD:
        yield refuse(STRICT_OPEN_MAP, f"**{parameter.name}")
        return

    refusing = next((each for each in tool.formats or () if each in _REFUSING_RECURSION), None)
    expanded: set[str] = set()

    def visit(schema: SchemaSpec, path: str, within: tuple[str, ...]) -> Iterator[Diagnostic]:
        match schema:
            case AnySchema():
                yield refuse(STRICT_ANY, path)
                return
            case MapSchema():
                yield refuse(STRICT_OPEN_MAP, path)
                return
            case ObjectSchema() if schema.extra is not None:
                yield refuse(STRICT_EXTRA_FIELDS, path)
                schema = evolve(schema, extra=None)
            case TupleSchema() if not is_uniform(_with_equal_items(schema)):
                yield refuse(STRICT_TUPLE, path)
            case ReferenceSchema(name=name):
                if name in within and refusing is not None:
                    yield refuse(STRICT_RECURSION, path, format=refusing)
                if name not in expanded:
                    expanded.add(name)
                    yield from visit(definitions[name], path, (*within, name))
                return
            case _:
                pass
        for step, child in children(schema):
            yield from visit(child, path + step, within)

    yield from visit(parameter.schema, parameter.name, ())
