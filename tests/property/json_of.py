"""Strategies for JSON values that a canonical schema mostly admits, and for values nearly so."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Mapping
from typing import Any

from hypothesis import strategies as st

from tests.property.strategies import json_scalars, json_values

Schema = Mapping[str, Any]
Draw = Callable[[st.SearchStrategy[Any]], Any]

_OFFSETS = st.sampled_from(["Z", "+00:00", "-05:30", "+23:59", "", "+24:00", "z"])
_FRACTIONS = st.sampled_from(["", ".5", ".123456", ".1234567", "."])
_DAYS = st.one_of(
    st.dates().map(str), st.sampled_from(["2024-02-30", "0000-01-01", "2023-2-01", "2023-02-29"])
)
_CLOCKS = st.one_of(
    st.times().map(lambda time: time.strftime("%H:%M:%S")),
    st.sampled_from(["24:00:00", "12:60:00", "12:30:60", "12:30"]),
)
_DIGITS = st.sampled_from(["0", "1", "23", "059", "999999999", "\u0661"])
_ADDRESSES = ("10.0.0.1", "::1", "fe80::1%eth0", "01.2.3.4", "1.2.3", "2001:db8::")
_NETWORKS = (
    "10.0.0.0/8",
    "10.0.0.1/8",
    "2001:db8::/32",
    "::1/129",
    "10.0.0.1",
    "::",
    "1.2.3.4/255.0.0.0",
)
_FORMATS: dict[str, st.SearchStrategy[str]] = {
    "date-time": st.builds("{}T{}{}{}".format, _DAYS, _CLOCKS, _FRACTIONS, _OFFSETS)
    | st.builds("{} {}Z".format, _DAYS, _CLOCKS),
    "date": _DAYS,
    "uuid": st.uuids().map(str)
    | st.uuids().map(lambda uuid: str(uuid).upper())
    | st.uuids().map(lambda uuid: uuid.hex)
    | st.sampled_from(
        ["12345678-1234-1234-1234-12345678901g", "1234567- 1234-1234-1234-1234567890123"]
    ),
    "path": st.sampled_from(["", "a/b", "/", "..", "a\0b", "ä"]) | st.text(max_size=5),
    "regex": st.sampled_from(["", "a+", "(", "[a-z]*", "(?P<x>a)", "*", "\\", "a{2,1}"]),
    "ipv4": st.sampled_from(_ADDRESSES),
    "ipv6": st.sampled_from(_ADDRESSES),
    "ipv4network": st.sampled_from(_NETWORKS),
    "ipv6network": st.sampled_from(_NETWORKS),
    "ipv4interface": st.sampled_from(_NETWORKS),
    "ipv6interface": st.sampled_from(_NETWORKS),
}
_BASE64 = st.binary(max_size=4).map(lambda raw: base64.b64encode(raw).decode()) | st.sampled_from(
    ["A", "AA", "AAA", "AA==", "AB==", "A===", "====", "A=A=", "AAAA\n", "-_-_", "AAA=AAAA"]
)
_TIMES = st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["12:30", "00:00", "24:00", "9:00"]),
    st.sampled_from(["", ":05", ":60"]),
    _FRACTIONS,
    _OFFSETS,
)


def _spans() -> st.SearchStrategy[str]:
    def part(letter: str) -> st.SearchStrategy[str]:
        return st.just("") | _DIGITS.map(lambda digits: digits + letter)

    seconds = st.just("") | st.builds("{}{}S".format, _DIGITS, _FRACTIONS)
    sign, t = st.sampled_from(["", "-", "+"]), st.sampled_from(["T", ""])
    return st.builds("{}P{}{}{}{}{}".format, sign, part("D"), t, part("H"), part("M"), seconds)


# The patterns of `time`, `timedelta` and `decimal` are told by how they begin.
_BY_PATTERN: tuple[tuple[str, st.SearchStrategy[str]], ...] = (
    ("^([01]", _TIMES),
    ("^-?P", _spans()),
    (
        r"^-?\d+(",
        st.sampled_from(["0", "-1.50", "12", "1.", ".5", "+1", "1e5", "\u0661", "007", "-0"]),
    ),
)


@st.composite
def values_of(draw: Draw, schema: Schema | bool, root: Schema) -> Any:
    """A value for *schema*; often one that it admits."""
    if isinstance(schema, bool) or not schema.keys() & _SHAPES:
        return draw(json_values)
    if "$ref" in schema:
        target = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
        return draw(values_of(target, root))
    if "const" in schema:
        return _other_spelling(draw, schema["const"])
    if "enum" in schema:
        return _other_spelling(draw, draw(st.sampled_from(schema["enum"])))
    if "anyOf" in schema:
        return draw(values_of(draw(st.sampled_from(schema["anyOf"])), root))
    kinds = schema.get("type", "string")
    return _OF_TYPE[kinds if isinstance(kinds, str) else draw(st.sampled_from(kinds))](
        draw, schema, root
    )


_SHAPES = {"$ref", "const", "enum", "anyOf", "type", "pattern", "format", "minLength", "maxLength"}


def _other_spelling(draw: Draw, value: Any) -> Any:
    """*value*, or the same number with a fraction, or its neighbour in Python: 1 and true."""
    if isinstance(value, (bool, int)):
        return draw(st.sampled_from([value, value, float(value), bool(value), int(value)]))
    return value


def _number(draw: Draw, schema: Schema, _: Schema) -> Any:
    near = [
        limit + step
        for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
        if (limit := schema.get(keyword)) is not None
        for step in (0, 1, -1, 0.5)
    ]
    if (of := schema.get("multipleOf")) is not None:
        near += [of * times for times in (0, 1, 3, -2)]
    if near and draw(st.booleans()):
        return draw(st.sampled_from(near))
    return draw(
        st.integers(-9, 9)
        | st.booleans()
        | st.integers(-9, 9).map(float)
        | st.floats(-9, 9)
        | st.sampled_from(
            [2**53, 2.0**53, 2.0**53 - 1, -(2.0**53), 10**30, 1e30, 1e308, 10**400, -0.0]
        )
    )


def _string(draw: Draw, schema: Schema, _: Schema) -> Any:
    pattern = schema.get("pattern")
    if pattern is not None:
        for beginning, strategy in _BY_PATTERN:
            if pattern.startswith(beginning):
                return draw(strategy)
        return draw(st.from_regex(re.compile(pattern, re.ASCII)))
    if "format" in schema:
        return draw(_FORMATS[schema["format"]])
    if "contentEncoding" in schema:
        return draw(_BASE64)
    return draw(st.text(min_size=schema.get("minLength", 0), max_size=5))


def _array(draw: Draw, schema: Schema, root: Schema) -> Any:
    fixed = [draw(values_of(each, root)) for each in schema.get("prefixItems", ())]
    if schema.get("items") is False:
        return fixed
    low = schema.get("minItems", 0)
    size = draw(st.integers(low, min(max(schema.get("maxItems", 3), low), low + 3)))
    return [draw(values_of(schema["items"], root)) for _ in range(size)]


def _object(draw: Draw, schema: Schema, root: Schema) -> Any:
    properties, required = schema.get("properties", {}), schema.get("required", ())
    made = {
        key: draw(values_of(each, root))
        for key, each in properties.items()
        if key in required or draw(st.booleans())
    }
    extra = schema.get("additionalProperties", True)
    if extra is not False:
        names = schema.get("propertyNames", {})
        keys = _keys(names, root) if names else st.sampled_from(["x", "yy", "other", "self"])
        for _ in range(draw(st.integers(0, 2))):
            key = draw(keys)
            made.setdefault(key if isinstance(key, str) else str(key), draw(values_of(extra, root)))
    return made


def _keys(names: Schema, root: Schema) -> st.SearchStrategy[Any]:
    if names.get("pattern", "").startswith("^(0|"):
        return st.sampled_from(["0", "7", "-12", "01", "-0", "1.0", "", "\u0661"])
    return values_of(names, root)


_OF_TYPE: dict[str, Callable[[Draw, Schema, Schema], Any]] = {
    "null": lambda *_: None,
    "boolean": lambda draw, *_: draw(st.booleans()),
    "integer": _number,
    "number": _number,
    "string": _string,
    "array": _array,
    "object": _object,
}


@st.composite
def changed(draw: Draw, value: Any) -> Any:
    """*value* with something else at one place: another kind, a key more or less, an item twice."""
    if isinstance(value, list) and value and draw(st.booleans()):
        at = draw(st.integers(0, len(value) - 1))
        return [*value[:at], draw(changed(value[at])), *value[at + 1 :]]
    if isinstance(value, dict) and value and draw(st.booleans()):
        key = draw(st.sampled_from(sorted(value)))
        return {**value, key: draw(changed(value[key]))}
    others = [st.just(None), json_scalars, st.just([value]), st.just({"a": value})]
    match value:
        case bool():
            others.append(st.just(int(value)))
        case int() if abs(value) < 2**60:
            others += [st.just(float(value)), st.just(value + 0.5), st.just(str(value))]
        case str():
            others += [st.just(value + "\n"), st.just(value + " "), st.just(value.upper())]
        case list():
            others += [st.just(value[1:]), st.just(value + value[:1]), st.just([*value, None])]
        case dict():
            keys = sorted(value)
            others += [st.just({**value, "unknown": 1}), st.just({**value, "self": None})]
            others += [st.just({k: v for k, v in value.items() if k != key}) for key in keys]
        case _:
            pass
    return draw(st.one_of(others))
