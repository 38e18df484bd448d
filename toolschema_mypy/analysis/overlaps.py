"""Unions of objects: which key tells the arms apart, and which arms nothing tells apart.

A value goes to the first arm that accepts it, which is only right when no object is accepted by
two arms of different classes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

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
from toolschema_mypy.model.traversal import rewrite, walk

Definition = Callable[[str], SchemaSpec]


class Overlap(NamedTuple):
    """Two classes of one union that accept a common object."""

    first: str
    second: str


def overlaps(
    schema: SchemaSpec, path: str, definition: Definition
) -> Iterator[tuple[str, Overlap]]:
    """The pairs of object arms, anywhere in *schema* at *path*, that some object fits both of."""
    for where, part in walk(schema, path):
        if isinstance(part, UnionSchema):
            objects = _object_arms(part, definition)
            for first, second in combinations(objects, 2):
                if first.fullname != second.fullname and _share(first, second, definition, ()):
                    yield where, Overlap(_name(first), _name(second))


def with_discriminators(schema: SchemaSpec, definition: Definition) -> SchemaSpec:
    """*schema* whose unions of objects name the key that tells the arms apart."""

    def mark(part: SchemaSpec) -> SchemaSpec:
        if not isinstance(part, UnionSchema):
            return part
        return with_changes(part, discriminator=_discriminator(part, definition))

    return rewrite(schema, mark)


def _name(schema: ObjectSchema) -> str:
    return schema.fullname.rpartition(":")[2]


def _object_arms(union: UnionSchema, definition: Definition) -> list[ObjectSchema]:
    arms = (_resolved(arm, definition) for arm in union.arms)
    return [arm for arm in arms if isinstance(arm, ObjectSchema)]


def _resolved(schema: SchemaSpec, definition: Definition) -> SchemaSpec:
    seen: set[str] = set()
    while isinstance(schema, ReferenceSchema) and schema.name not in seen:
        seen.add(schema.name)
        schema = definition(schema.name)
    return schema


def _discriminator(union: UnionSchema, definition: Definition) -> str | None:
    """A key that every arm but null requires, with literal values that no two arms share."""
    arms = [_resolved(arm, definition) for arm in union.arms]
    objects = [arm for arm in arms if isinstance(arm, ObjectSchema)]
    others = [arm for arm in arms if not isinstance(arm, (ObjectSchema, NullSchema))]
    if len(objects) < 2 or others:
        return None
    for candidate in objects[0].properties:
        values: list[tuple[bool, object]] = []
        for arm in objects:
            found = _property(arm, candidate.key)
            literals = None if found is None else _literals(_resolved(found.schema, definition))
            if found is None or not found.is_required or not literals:
                break
            values += literals
        else:
            if len(set(values)) == len(values):
                return candidate.key
    return None


def _property(schema: ObjectSchema, key: str) -> PropertySpec | None:
    return next((each for each in schema.properties if each.key == key), None)


def _literals(schema: SchemaSpec) -> list[tuple[bool, object]] | None:
    """The values of a Literal or Enum, where true is not 1."""
    match schema:
        case LiteralSchema(values=values):
            return [(isinstance(value, bool), value) for value in values]
        case EnumSchema(members=members):
            return [(isinstance(member.value, bool), member.value) for member in members]
        case _:
            return None


def _share(
    first: SchemaSpec, second: SchemaSpec, definition: Definition, pending: tuple[str, ...]
) -> bool:
    """Whether some JSON value may fit both schemas; in doubt, yes."""
    for one, other in ((first, second), (second, first)):
        if isinstance(one, ReferenceSchema):
            if one.name in pending:
                return True
            return _share(definition(one.name), other, definition, (*pending, one.name))
        if isinstance(one, UnionSchema):
            return any(_share(arm, other, definition, pending) for arm in one.arms)
        if isinstance(one, ScalarClassSchema):
            return _share(one.base, other, definition, pending)
    if isinstance(first, AnySchema) or isinstance(second, AnySchema):
        return True
    known, others = _literals(first), _literals(second)
    if known is not None and others is not None:
        return bool(set(known) & set(others))
    if not _kinds(first) & _kinds(second):
        return False
    if isinstance(first, ObjectSchema) and isinstance(second, ObjectSchema):
        return _share_object(first, second, definition, pending)
    return True


def _share_object(
    first: ObjectSchema, second: ObjectSchema, definition: Definition, pending: tuple[str, ...]
) -> bool:
    for one, other in ((first, second), (second, first)):
        for each in one.properties:
            if not each.is_required:
                continue
            match = _property(other, each.key)
            if match is None:
                if other.extra is None:
                    return False
            elif not _share(each.schema, match.schema, definition, pending):
                return False
    return True


def _kinds(schema: SchemaSpec) -> frozenset[str]:
    """The JSON kinds that a schema admits; an integer is a number too."""
    match schema:
        case NullSchema():
            return frozenset({"null"})
        case BooleanSchema():
            return frozenset({"boolean"})
        case IntegerSchema() | NumberSchema():
            return frozenset({"number"})
        case StringSchema() | TextSchema():
            return frozenset({"string"})
        case ArraySchema() | TupleSchema():
            return frozenset({"array"})
        case ObjectSchema() | MapSchema():
            return frozenset({"object"})
        case LiteralSchema() | EnumSchema():
            values = _literals(schema) or []
            return frozenset(_kind(value) for _, value in values)
        case _:
            return frozenset({"null", "boolean", "number", "string", "array", "object"})


def _kind(value: object) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case _:
            return "string"
