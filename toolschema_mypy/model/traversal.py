"""children() and rewrite(): the only recursion over the kinds of schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import evolve
from typing_extensions import assert_never

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
    ReferenceSchema,
    ScalarClassSchema,
    SchemaSpec,
    StringSchema,
    TextSchema,
    TupleSchema,
    UnionSchema,
)


def children(schema: SchemaSpec) -> Iterator[tuple[str, SchemaSpec]]:
    """The schemas directly inside *schema*, each with the step that leads there in a path.

    A reference has no children: what it stands for is known to the tool, not to the schema.

    Args:
        schema: Any schema.

    Yields:
        A step (`"[]"`, `"[0]"`, `"{}"`, `".name"`, or `""` where the path stays) and a schema.
    """
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
    for step, child in children(schema):
        yield from walk(child, path + step)


def is_uniform(schema: TupleSchema) -> bool:
    """Whether the items of a tuple, at least one, have one schema: strict form writes it once."""
    return schema.items != () and all(item == schema.items[0] for item in schema.items)


def rewrite(schema: SchemaSpec, change: Callable[[SchemaSpec], SchemaSpec]) -> SchemaSpec:
    """Replace every schema inside *schema*, then *schema* itself, by what *change* makes of it.

    Args:
        schema: Where to begin.
        change: Called bottom-up, so that it sees children that are changed already.

    Returns:
        The new schema; equal to the old one when *change* changes nothing.
    """

    def inner(child: SchemaSpec) -> SchemaSpec:
        return rewrite(child, change)

    match schema:
        case ArraySchema():
            return change(evolve(schema, items=inner(schema.items)))
        case TupleSchema():
            return change(evolve(schema, items=tuple(map(inner, schema.items))))
        case MapSchema():
            return change(evolve(schema, key=inner(schema.key), values=inner(schema.values)))
        case ObjectSchema():
            keys = tuple(evolve(each, schema=inner(each.schema)) for each in schema.properties)
            extra = None if schema.extra is None else inner(schema.extra)
            return change(evolve(schema, properties=keys, extra=extra))
        case ScalarClassSchema():
            return change(evolve(schema, base=inner(schema.base)))
        case UnionSchema():
            return change(evolve(schema, arms=tuple(map(inner, schema.arms))))
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
