"""children() and rewrite(): the only recursion over the kinds of schema."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from typing_extensions import assert_never

from toolschema_mypy.model.record import with_changes
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    EnumSchema,
    IntegerSchema,
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

# Most schemas are one of these: asking for them first is what keeps traversal cheap.
_LEAVES: Final = frozenset(
    {
        AnySchema,
        NullSchema,
        BooleanSchema,
        IntegerSchema,
        NumberSchema,
        StringSchema,
        TextSchema,
        LiteralSchema,
        EnumSchema,
        ReferenceSchema,
    }
)


def is_leaf(schema: SchemaSpec) -> bool:
    """Whether *schema* can have none inside: asked where a walk over most schemas would be in vain."""
    return type(schema) in _LEAVES


def children(schema: SchemaSpec) -> Iterator[tuple[str, SchemaSpec]]:
    """The schemas directly inside *schema*, each with the step that leads there in a path.

    A reference has no children: what it stands for is known to the tool, not to the schema.

    Args:
        schema: Any schema.

    Yields:
        A step (`"[]"`, `"[0]"`, `"{}"`, `".name"`, or `""` where the path stays) and a schema.
    """
    if type(schema) in _LEAVES:
        return
    match schema:
        case ArraySchema():
            yield "[]", schema.items
        case TupleSchema():
            for position, item in enumerate(schema.items):
                yield f"[{position}]", item
        case MapSchema():
            yield "{}", schema.key
            yield "{}", schema.values
        case ObjectSchema():
            for each in schema.properties:
                yield f".{each.key}", each.schema
            if schema.extra is not None:
                yield "{}", schema.extra
        case ScalarClassSchema():
            yield "", schema.base
        case UnionSchema():
            for arm in schema.arms:
                yield "", arm
        case (
            AnySchema()
            | NullSchema()
            | BooleanSchema()
            | IntegerSchema()
            | NumberSchema()
            | StringSchema()
            | TextSchema()
            | LiteralSchema()
            | EnumSchema()
            | ReferenceSchema()
        ):
            return
        case _:
            assert_never(schema)


def walk(schema: SchemaSpec, path: str = "") -> Iterator[tuple[str, SchemaSpec]]:
    """*schema* and everything inside it, outermost first, each with its path from *path* on."""
    yield path, schema
    if type(schema) not in _LEAVES:
        for step, child in children(schema):
            yield from walk(child, path + step)


def is_uniform(schema: TupleSchema) -> bool:
    """Whether the items of a tuple, at least one, have one schema: strict form writes it once."""
    return schema.items != () and all(item == schema.items[0] for item in schema.items)


_T = TypeVar("_T")


def _each(change: Callable[[_T], _T], items: tuple[_T, ...]) -> tuple[_T, ...]:
    """Each of *items* changed; the same tuple when none is."""
    changed = tuple(map(change, items))
    return items if all(map(operator.is_, changed, items)) else changed


def rewrite(schema: SchemaSpec, change: Callable[[SchemaSpec], SchemaSpec]) -> SchemaSpec:
    """Replace every schema inside *schema*, then *schema* itself, by what *change* makes of it.

    Args:
        schema: Where to begin.
        change: Called bottom-up, so that it sees children that are changed already.

    Returns:
        The new schema; the old one itself when *change* changes nothing.
    """
    if type(schema) in _LEAVES:
        return change(schema)

    def inner(child: SchemaSpec) -> SchemaSpec:
        return rewrite(child, change)

    def inner_key(each: PropertySpec) -> PropertySpec:
        changed = rewrite(each.schema, change)
        return each if changed is each.schema else with_changes(each, schema=changed)

    match schema:
        case ArraySchema():
            return change(with_changes(schema, items=inner(schema.items)))
        case TupleSchema():
            return change(with_changes(schema, items=_each(inner, schema.items)))
        case MapSchema():
            return change(with_changes(schema, key=inner(schema.key), values=inner(schema.values)))
        case ObjectSchema():
            extra = None if schema.extra is None else inner(schema.extra)
            return change(
                with_changes(schema, properties=_each(inner_key, schema.properties), extra=extra)
            )
        case ScalarClassSchema():
            return change(with_changes(schema, base=inner(schema.base)))
        case UnionSchema():
            return change(with_changes(schema, arms=_each(inner, schema.arms)))
        case (
            AnySchema()
            | NullSchema()
            | BooleanSchema()
            | IntegerSchema()
            | NumberSchema()
            | StringSchema()
            | TextSchema()
            | LiteralSchema()
            | EnumSchema()
            | ReferenceSchema()
        ):
            return change(schema)
        case _:
            assert_never(schema)
