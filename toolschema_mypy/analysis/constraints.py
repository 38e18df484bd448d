"""Bounds of metadata, put on the schema they belong to."""

from __future__ import annotations

from attrs import evolve

from toolschema_mypy.analysis.metadata import Metadata, Problem, common_multiple
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import (
    NO_BOUNDS,
    NO_LENGTH,
    ArraySchema,
    Bounds,
    IntegerSchema,
    Length,
    MapSchema,
    NullSchema,
    NumberSchema,
    ScalarClassSchema,
    SchemaSpec,
    StringSchema,
    Text,
    TextSchema,
    UnionSchema,
)


def constrain(schema: SchemaSpec, metadata: Metadata) -> tuple[SchemaSpec, tuple[Problem, ...]]:
    """*schema* narrowed by the bounds of *metadata*, and those that do not apply to it."""
    if not metadata.constrains:
        return schema, ()
    narrowed, unused = _narrow(schema, metadata)
    if _admits_nothing(metadata):
        return narrowed, ((messages.METADATA_EMPTY, {}),)
    return narrowed, tuple((messages.METADATA_MISPLACED, {"what": what}) for what in sorted(unused))


def _admits_nothing(metadata: Metadata) -> bool:
    """Whether no number is within the bounds, or no size within the limits."""
    bounds, length = metadata.bounds, metadata.length
    low = _most(bounds.minimum, bounds.exclusive_minimum)
    high = _least(bounds.maximum, bounds.exclusive_maximum)
    if low is not None and high is not None:
        touches = low == high and (
            low == bounds.exclusive_minimum or high == bounds.exclusive_maximum
        )
        if low > high or touches:
            return True
    if length.minimum is None or length.maximum is None:
        return False
    return length.minimum > length.maximum


def _narrow(schema: SchemaSpec, metadata: Metadata) -> tuple[SchemaSpec, set[str]]:
    """The narrowed schema, and the names of constraints that found nothing to hold."""
    said = _said(metadata)
    match schema:
        case IntegerSchema():
            exact = schema.is_exact or metadata.is_exact
            bounds = _tighter(schema.bounds, metadata.bounds)
            return evolve(schema, bounds=bounds, is_exact=exact), said - {"bound", "strict"}
        case NumberSchema():
            bounds = _tighter(schema.bounds, metadata.bounds)
            return evolve(schema, bounds=bounds), said - {"bound", "strict"}
        case StringSchema():
            length = _shorter(schema.length, metadata.length)
            pattern = metadata.pattern or schema.pattern
            narrowed = evolve(schema, length=length, pattern=pattern)
            return narrowed, said - {"length", "pattern", "strict"}
        case TextSchema(text=Text.DECIMAL):
            # JSON Schema's bounds are about numbers: the reader is told in words, the decoder holds them.
            bounds = _tighter(schema.bounds, metadata.bounds)
            return evolve(schema, bounds=bounds), said - {"bound", "strict"}
        case ArraySchema() | MapSchema():
            length = _shorter(schema.length, metadata.length)
            return evolve(schema, length=length), said - {"length", "strict"}
        case ScalarClassSchema():
            base, unused = _narrow(schema.base, metadata)
            return evolve(schema, base=base), unused
        case UnionSchema():
            return _narrow_arms(schema, metadata, said)
        case _:
            # In strict mode of pydantic a bool, a text or a class takes nothing else than here.
            return schema, said - {"strict"}


def _narrow_arms(
    schema: UnionSchema, metadata: Metadata, said: set[str]
) -> tuple[SchemaSpec, set[str]]:
    """Each constraint goes to the arms that can hold it; one is enough."""
    arms: list[SchemaSpec] = []
    unused = said
    for arm in schema.arms:
        if isinstance(arm, NullSchema):
            arms.append(arm)
            continue
        narrowed, left = _narrow(arm, metadata)
        arms.append(narrowed)
        unused = unused & left
    return evolve(schema, arms=tuple(arms)), unused


def _said(metadata: Metadata) -> set[str]:
    return {
        name
        for name, is_said in (
            ("bound", metadata.bounds != NO_BOUNDS),
            ("length", metadata.length != NO_LENGTH),
            ("pattern", metadata.pattern is not None),
            ("strict", metadata.is_exact),
        )
        if is_said
    }


def _tighter(first: Bounds, second: Bounds) -> Bounds:
    return Bounds(
        minimum=_most(first.minimum, second.minimum),
        maximum=_least(first.maximum, second.maximum),
        exclusive_minimum=_most(first.exclusive_minimum, second.exclusive_minimum),
        exclusive_maximum=_least(first.exclusive_maximum, second.exclusive_maximum),
        multiple_of=_both(first.multiple_of, second.multiple_of),
    )


def _both(first: float | None, second: float | None) -> float | None:
    if first is None or second is None:
        return second if first is None else first
    return common_multiple(first, second)


def _shorter(first: Length, second: Length) -> Length:
    minimum, maximum = _most(first.minimum, second.minimum), _least(first.maximum, second.maximum)
    return Length(
        None if minimum is None else int(minimum), None if maximum is None else int(maximum)
    )


def _most(first: float | None, second: float | None) -> float | None:
    known = [value for value in (first, second) if value is not None]
    return max(known) if known else None


def _least(first: float | None, second: float | None) -> float | None:
    known = [value for value in (first, second) if value is not None]
    return min(known) if known else None
