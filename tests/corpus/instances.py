"""Instances of a schema: a Hypothesis strategy for values that it admits."""

from __future__ import annotations

import base64
import datetime
import math
import re
import sys
from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from tests.corpus.normal_form import Schema

# A definition within itself stops here; such a schema always has a way out at its first level.
_DEPTH = 4
_TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=8)
_LEAVES = st.none() | st.booleans() | st.integers(-5, 5) | _TEXT
_ANYTHING = _LEAVES | st.lists(_LEAVES, max_size=2) | st.dictionaries(_TEXT, _LEAVES, max_size=2)
_OFFSETS = st.sampled_from((datetime.timezone.utc, datetime.timezone(datetime.timedelta(hours=-5))))
_FORMATS: Mapping[str, SearchStrategy[str]] = {
    "date-time": st.datetimes(timezones=_OFFSETS).map(datetime.datetime.isoformat),
    "date": st.dates().map(datetime.date.isoformat),
    "uuid": st.uuids().map(str),
    "ipv4": st.ip_addresses(v=4).map(str),
    "ipv6": st.ip_addresses(v=6).map(str),
    "ipv4network": st.ip_addresses(v=4).map(lambda address: f"{address}/32"),
    "ipv6network": st.ip_addresses(v=6).map(lambda address: f"{address}/128"),
    "ipv4interface": st.ip_addresses(v=4).map(lambda address: f"{address}/8"),
    "ipv6interface": st.ip_addresses(v=6).map(lambda address: f"{address}/64"),
    "path": _TEXT,
    "regex": st.sampled_from(("", "a+", "[a-z]|b")),
    "uri": st.sampled_from(("https://example.org/a", "http://example.org:8080/")),
}


def instances(schema: Schema) -> SearchStrategy[Any]:
    """A strategy for the values that *schema* admits.

    Raises:
        LookupError: the schema has a format or a type that is not known here.
    """
    return _strategy(schema, schema.get("$defs", {}), 0)


def _strategy(
    schema: Schema | bool, definitions: Mapping[str, Schema], depth: int
) -> SearchStrategy[Any]:
    if isinstance(schema, bool):
        return _ANYTHING if schema else st.nothing()
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if depth > _DEPTH:
            return st.nothing()
        return st.deferred(lambda: _strategy(definitions[name], definitions, depth + 1))
    if "anyOf" in schema:
        return st.one_of(*(_strategy(arm, definitions, depth) for arm in schema["anyOf"]))
    if "const" in schema or "enum" in schema:
        return st.sampled_from(schema["enum"] if "enum" in schema else [schema["const"]])
    types = schema.get("type", "any")
    if not isinstance(types, str):
        arms = ({**schema, "type": typ} for typ in types)
        return st.one_of(*(_strategy(arm, definitions, depth) for arm in arms))
    match types:
        case "any":
            return _ANYTHING
        case "null":
            return st.none()
        case "boolean":
            return st.booleans()
        case "integer":
            return _numbers(schema, is_whole=True)
        case "number":
            return _numbers(schema, is_whole=False)
        case "string":
            return _texts(schema)
        case "array":
            return _arrays(schema, definitions, depth)
        case "object":
            return _objects(schema, definitions, depth)
        case _:
            raise LookupError(f"type {types}")


def _numbers(schema: Schema, *, is_whole: bool) -> SearchStrategy[Any]:
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    excluded = (schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum"))
    least = None if low is None else math.ceil(low)
    most = None if high is None else math.floor(high)
    whole = st.integers(least, most).filter(lambda number: number not in excluded)
    if is_whole:
        return whole
    return whole | st.floats(
        low,
        high,
        allow_nan=False,
        allow_infinity=False,
        exclude_min=excluded[0] is not None,
        exclude_max=excluded[1] is not None,
    )


def _texts(schema: Schema) -> SearchStrategy[str]:
    shortest, longest = schema.get("minLength", 0), schema.get("maxLength")
    if "pattern" in schema:
        # As ECMA-262 reads it: `\d` has ten digits, and `$` is not the place before a line break.
        pattern = re.sub(r"(?<!\\)\$", r"\\Z", schema["pattern"])
        matching = st.from_regex(pattern, alphabet=st.characters(codec="ascii"))
        return matching.filter(lambda text: shortest <= len(text) <= (longest or sys.maxsize))
    if "format" in schema:
        return _FORMATS[schema["format"]]
    if schema.get("contentEncoding") == "base64":
        return st.binary(max_size=8).map(lambda data: base64.b64encode(data).decode())
    if "minLength" in schema or "maxLength" in schema:
        return st.text(min_size=shortest, max_size=longest)
    return _TEXT


def _arrays(schema: Schema, definitions: Mapping[str, Schema], depth: int) -> SearchStrategy[Any]:
    if "prefixItems" in schema:
        items = (_strategy(item, definitions, depth) for item in schema["prefixItems"])
        return st.tuples(*items).map(list)
    if depth > _DEPTH and not schema.get("minItems"):
        return st.just([])
    shortest = schema.get("minItems", 0)
    return st.lists(
        _strategy(schema.get("items", {}), definitions, depth),
        min_size=shortest,
        max_size=min(schema.get("maxItems", sys.maxsize), shortest + 2),
        unique_by=repr if schema.get("uniqueItems") else None,
    )


def _objects(schema: Schema, definitions: Mapping[str, Schema], depth: int) -> SearchStrategy[Any]:
    required = set(schema.get("required", ()))
    fields = {
        name: _strategy(value, definitions, depth)
        for name, value in schema.get("properties", {}).items()
        if name in required or depth <= _DEPTH
    }
    known = st.fixed_dictionaries(
        {name: value for name, value in fields.items() if name in required},
        optional={name: value for name, value in fields.items() if name not in required},
    )
    extra = schema.get("additionalProperties", True)
    if extra is False:
        return known
    keys = _strategy({"type": "string", **schema.get("propertyNames", {})}, definitions, depth)
    values = _strategy({} if extra is True else extra, definitions, depth)
    further = st.dictionaries(keys, values, max_size=2)
    return st.builds(lambda more, own: {**more, **own}, further, known)
