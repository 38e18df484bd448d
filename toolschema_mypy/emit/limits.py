"""Bounds and lengths as keywords: the same in a schema and in a plan."""

from __future__ import annotations

from typing import Literal, TypeAlias

from toolschema_mypy.model.schema import NO_BOUNDS, NO_LENGTH, Bounds, Json, Length

JsonObject: TypeAlias = "dict[str, Json]"


def bounds_keywords(bounds: Bounds) -> JsonObject:
    """`minimum` and so on, as far as they are set."""
    if bounds is NO_BOUNDS:
        return {}
    stated = {
        "minimum": bounds.minimum,
        "maximum": bounds.maximum,
        "exclusiveMinimum": bounds.exclusive_minimum,
        "exclusiveMaximum": bounds.exclusive_maximum,
        "multipleOf": bounds.multiple_of,
    }
    return {keyword: value for keyword, value in stated.items() if value is not None}


def length_keywords(length: Length, what: Literal["Length", "Items", "Properties"]) -> JsonObject:
    """`minLength`, `maxItems` and so on, as far as they are set."""
    if length is NO_LENGTH:
        return {}
    stated = {f"min{what}": length.minimum, f"max{what}": length.maximum}
    return {keyword: value for keyword, value in stated.items() if value is not None}
