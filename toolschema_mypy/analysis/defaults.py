"""Defaults as written: what can be published, what can be compared, what does not fit.

A default is published when it is a JSON value of its schema; an enum member is published as it
travels.  What only running could tell (a call, a sentinel, infinity) is not published.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum, unique
from typing import Final, NamedTuple, TypeAlias, cast

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.program import reference_to
from toolschema_mypy.analysis.values import Constant, Member, Value
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Bounds,
    EnumSchema,
    IntegerSchema,
    Json,
    JsonValue,
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


@unique
class Misfit(Enum):
    """Why a default does not fit."""

    TYPE = "its type"
    BOUNDS = "its own bounds"


class Fits(NamedTuple):
    """A default that fits, with the JSON value to publish if it has one."""

    json: JsonValue | None


Fit: TypeAlias = Fits | Misfit
_SCALARS: Final[Mapping[type, tuple[str, ...]]] = {
    StringSchema: ("builtins.str",),
    IntegerSchema: ("builtins.int",),
    NumberSchema: ("builtins.float", "builtins.int"),
}
Definitions: TypeAlias = Callable[[str], SchemaSpec]


def literal_of(value: Value) -> JsonValue | None:
    """A default that is a JSON literal as written, for comparing with the function at run time."""
    if isinstance(value, Constant):
        return _as_json(value.value)
    return None


def fit(value: Value, schema: SchemaSpec, definition: Definitions) -> Fit:
    """Whether a default fits its schema, and how it is published."""
    match value:
        case Constant(value=constant):
            return _fit(constant, schema, definition)
        case Member(info=info):
            is_unset = info.fullname == fullnames.MSGSPEC_UNSET
            return Fits(None) if is_unset else _fit(value, schema, definition)
        case _:
            return Fits(None)


def _fit(constant: object, schema: SchemaSpec, definition: Definitions) -> Fit:
    match schema, constant:
        case AnySchema(), _:
            return Fits(_as_json(constant))
        case NullSchema(), None:
            return Fits(JsonValue(None))
        case BooleanSchema(), bool():
            return Fits(JsonValue(constant))
        case IntegerSchema(bounds=bounds), int() if not isinstance(constant, bool):
            return _within(constant, bounds)
        case NumberSchema(bounds=bounds), int() | float() if not isinstance(constant, bool):
            return _within(constant, bounds) if math.isfinite(constant) else Fits(None)
        case StringSchema(length=length, pattern=pattern), str():
            kept = pattern is None or re.search(pattern, constant) is not None
            kept = kept and _fits(len(constant), length)
            return Fits(JsonValue(constant)) if kept else Misfit.BOUNDS
        case LiteralSchema(values=values), None | bool() | int() | str():
            known = any(type(v) is type(constant) and v == constant for v in values)
            return Fits(JsonValue(constant)) if known else Misfit.TYPE
        case EnumSchema(fullname=fullname, members=members, aliases=aliases), Member(
            info=info, name=name
        ):
            name = dict(aliases).get(name, name)
            found = [m.value for m in members if m.name == name]
            if reference_to(info) != fullname or not found:
                return Misfit.TYPE
            return Fits(JsonValue(found[0]))
        case ArraySchema(items=items, length=length), list() | tuple():
            return _sequence(list(constant), [items] * len(constant), definition, length)
        case TupleSchema(items=parts), tuple():
            if len(constant) != len(parts):
                return Misfit.TYPE
            return _sequence(list(constant), list(parts), definition, Length())
        case MapSchema(values=values), dict():
            return _mapping(constant, values, definition)
        case ObjectSchema(properties=properties), dict() as literal:
            return _typed_dict(literal, properties, definition)
        case UnionSchema(arms=arms), _:
            fits = [_fit(constant, arm, definition) for arm in arms]
            taken = [each for each in fits if isinstance(each, Fits)]
            if taken:
                return next((each for each in taken if each.json is not None), taken[0])
            return Misfit.BOUNDS if Misfit.BOUNDS in fits else Misfit.TYPE
        case ReferenceSchema(name=name), _:
            return _fit(constant, definition(name), definition)
        case _:
            return Fits(None) if _is_python_alone(constant, schema) else Misfit.TYPE


def _is_python_alone(constant: object, schema: SchemaSpec) -> bool:
    """Whether mypy takes the default, although its JSON would be no value of the schema."""
    match constant:
        case bool():
            return isinstance(schema, (IntegerSchema, NumberSchema))  # True is an int in Python
        case str() | dict():
            return isinstance(schema, ArraySchema)  # a Sequence[str], an Iterable[str]
        case bytes():
            is_bytes = isinstance(schema, TextSchema) and schema.text is Text.BYTES
            return is_bytes or isinstance(schema, ArraySchema)
        case Member(info=info):
            # A member of `class Mode(str, Enum)` is a str.
            return any(map(info.has_base, _SCALARS.get(type(schema), ())))
        case _:
            return constant is ...  # a placeholder in a function without a body


def _within(number: int | float, bounds: Bounds) -> Fit:
    kept = (
        (bounds.minimum is None or number >= bounds.minimum)
        and (bounds.maximum is None or number <= bounds.maximum)
        and (bounds.exclusive_minimum is None or number > bounds.exclusive_minimum)
        and (bounds.exclusive_maximum is None or number < bounds.exclusive_maximum)
        and (bounds.multiple_of is None or number % bounds.multiple_of == 0)
    )
    return Fits(JsonValue(number)) if kept else Misfit.BOUNDS


def _fits(size: int, length: Length) -> bool:
    return (length.minimum is None or size >= length.minimum) and (
        length.maximum is None or size <= length.maximum
    )


def _sequence(
    items: list[object], schemas: list[SchemaSpec], definition: Definitions, length: Length
) -> Fit:
    fits = [_fit(item, schema, definition) for item, schema in zip(items, schemas, strict=True)]
    misfits = [found for found in fits if isinstance(found, Misfit)]
    if misfits:
        return misfits[0]
    if not _fits(len(items), length):
        return Misfit.BOUNDS
    published = [found.json for found in fits if isinstance(found, Fits)]
    if any(value is None for value in published):
        return Fits(None)
    return Fits(JsonValue([value.value for value in published if value is not None]))


def _mapping(mapping: Mapping[object, object], values: SchemaSpec, definition: Definitions) -> Fit:
    result: dict[str, Json] = {}
    for key, item in mapping.items():
        found = _fit(item, values, definition)
        if isinstance(found, Misfit):
            return found
        if found.json is None or not isinstance(key, str):
            return Fits(None)
        result[key] = found.json.value
    return Fits(JsonValue(result))


def _typed_dict(
    literal: Mapping[object, object], fields: Iterable[PropertySpec], definition: Definitions
) -> Fit:
    """A TypedDict's literal, by the keys that are sent; mypy has checked what it holds."""
    properties = {each.name: each for each in fields}
    result: dict[str, Json] = {}
    for name, item in literal.items():
        each = properties.get(str(name))
        found = Fits(None) if each is None else _fit(item, each.schema, definition)
        if found is Misfit.BOUNDS:
            return found
        if each is None or not isinstance(found, Fits) or found.json is None:
            return Fits(None)
        result[each.key] = found.json.value
    return Fits(JsonValue(result))


def _as_json(constant: object) -> JsonValue | None:
    return JsonValue(cast("Json", constant)) if _is_json(constant) else None


def _is_json(constant: object) -> bool:
    """Whether it comes back from JSON as it went: no tuples, no keys but text, no infinity."""
    match constant:
        case None | bool() | int() | str():
            return True
        case float():
            return math.isfinite(constant)
        case list():
            return all(map(_is_json, constant))
        case dict():
            return all(isinstance(k, str) and _is_json(v) for k, v in constant.items())
        case _:
            return False
