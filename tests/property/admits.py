"""The oracle: which JSON values a canonical schema admits, by JSON Schema 2020-12 and our grammars.

Written from the rules alone; it knows nothing of plans and shares nothing with the decoder.
"""

from __future__ import annotations

import ipaddress
import re
from calendar import monthrange
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import isfinite
from typing import Any

Schema = Mapping[str, Any]


def admits(schema: Schema | bool, value: Any, root: Schema | None = None) -> bool:
    """Whether *value* is valid, formats asserted.

    Args:
        schema: A canonical schema, or one inside it.
        value: Python's form of a JSON value; anything else is admitted nowhere.
        root: The whole schema, where `$defs` stand; *schema* itself if not given.

    Returns:
        The answer.

    Raises:
        NotImplementedError: A keyword that no canonical schema has.
    """
    if isinstance(schema, bool):
        return schema and _is_json(value)
    whole = schema if root is None else root
    if not _is_json(value):
        return False
    unknown = schema.keys() - _CHECKS.keys() - _ANNOTATIONS
    # Of json_schema_extra; a keyword of JSON Schema's own has to be known.
    unknown = {keyword for keyword in unknown if not keyword.startswith("x-")}
    if unknown:
        raise NotImplementedError(f"{sorted(unknown)}")
    return all(
        check(schema[keyword], value, schema, whole)
        for keyword, check in _CHECKS.items()
        if keyword in schema
    )


# What the decoder takes or refuses beyond a schema, on purpose; tests put them into schemas.
NAIVE = "x-naive"  # a date-time without offset too
EXACT = "x-exact"  # an integer, not written with a fraction

_ANNOTATIONS = frozenset(
    {NAIVE, "title", "description", "default", "examples", "deprecated", "$defs"}
)


def _is_json(value: Any) -> bool:
    match value:
        case None | bool() | int() | str():
            return True
        case float():
            return isfinite(value)
        case list():
            return all(map(_is_json, value))
        case dict():
            return all(isinstance(key, str) and _is_json(item) for key, item in value.items())
        case _:
            return False


def _equal(left: Any, right: Any) -> bool:
    """JSON equality: 1 is 1.0, and neither is true."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(_equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(_equal(left[key], right[key]) for key in left)
    return (type(left) in (int, float) and type(right) in (int, float) and left == right) or (
        type(left) is type(right) and bool(left == right)
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _has_type(name: str, value: Any) -> bool:
    match name:
        case "null":
            return value is None
        case "boolean":
            return isinstance(value, bool)
        case "string":
            return isinstance(value, str)
        case "array":
            return isinstance(value, list)
        case "object":
            return isinstance(value, dict)
        case "integer" if isinstance(value, float):
            return value == int(value) and abs(value) < 2**53
        case "integer":
            return _is_number(value)
        case "number":
            return _is_number(value) and _is_double(value)
        case _:
            raise NotImplementedError(name)


def _is_double(value: Any) -> bool:
    try:
        return isfinite(float(value))
    except OverflowError:
        return False


def _type(names: Any, value: Any, *_: Any) -> bool:
    return any(_has_type(name, value) for name in ([names] if isinstance(names, str) else names))


def _compares(holds: Callable[[Any, Any], bool]) -> Callable[..., bool]:
    def check(limit: Any, value: Any, *_: Any) -> bool:
        if isinstance(value, str):
            # Bounds of a Decimal, which travels as text: the pattern says whether it is one.
            return _DECIMAL(value) is None or holds(Fraction(value), Fraction(str(limit)))
        return not _is_number(value) or holds(value, limit)

    return check


def _multiple_of(of: Any, value: Any, schema: Schema, _: Schema) -> bool:
    if not _is_number(value):
        return True
    return (Fraction(repr(value)) / Fraction(repr(of))).denominator == 1


def _sized(
    kind: type[str | list[Any] | dict[str, Any]], holds: Callable[[int, int], bool]
) -> Callable[..., bool]:
    return lambda limit, value, *_: not isinstance(value, kind) or holds(len(value), limit)


def _pattern(pattern: str, value: Any, *_: Any) -> bool:
    # ECMA-262's `$` is the end of the text; the tests' patterns have it nowhere else.
    python = pattern.removesuffix("$") + (r"\Z" if pattern.endswith("$") else "")
    return not isinstance(value, str) or re.search(python, value, re.ASCII) is not None


def _unique_items(wanted: bool, value: Any, *_: Any) -> bool:
    if not wanted or not isinstance(value, list):
        return True
    return not any(
        _equal(left, right) for at, left in enumerate(value) for right in value[at + 1 :]
    )


def _items(items: Any, value: Any, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, list):
        return True
    rest = value[len(schema.get("prefixItems", ())) :]
    return all(admits(items, item, root) for item in rest)


def _prefix_items(items: Any, value: Any, _: Schema, root: Schema) -> bool:
    if not isinstance(value, list):
        return True
    return all(admits(each, item, root) for each, item in zip(items, value, strict=False))


def _property_names(names: Schema, value: Any, _: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(admits(names, key, root) for key in value)


def _properties(properties: Any, value: Any, _: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    return all(admits(properties[key], value[key], root) for key in value if key in properties)


def _additional_properties(extra: Any, value: Any, schema: Schema, root: Schema) -> bool:
    if not isinstance(value, dict):
        return True
    known = schema.get("properties", {})
    return all(admits(extra, value[key], root) for key in value if key not in known)


def _required(keys: list[str], value: Any, *_: Any) -> bool:
    return not isinstance(value, dict) or all(key in value for key in keys)


def _reference(pointer: str, value: Any, _: Schema, root: Schema) -> bool:
    return admits(root["$defs"][pointer.removeprefix("#/$defs/")], value, root)


# -- grammars (docs/side-file.md) --------------------------------------------------------------

_DECIMAL = re.compile(r"-?[0-9]+(\.[0-9]+)?").fullmatch
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})").fullmatch
_CLOCK = re.compile(
    r"([0-9]{2}):([0-9]{2}):([0-9]{2})(\.[0-9]{1,6})?(Z|[+-]([0-9]{2}):([0-9]{2}))"
).fullmatch
_UUID = re.compile("-".join(f"[0-9a-fA-F]{{{n}}}" for n in (8, 4, 4, 4, 12))).fullmatch
_BASE64 = re.compile(r"([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?").fullmatch


def _is_date(text: str) -> bool:
    match = _DATE(text)
    if match is None:
        return False
    year, month, day = map(int, match.groups())
    return year >= 1 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]


def _is_date_time(text: str) -> bool:
    day, t, clock = text.partition("T")
    match = _CLOCK(clock)
    if not t or match is None or not _is_date(day):
        return False
    hour, minute, second, _, _, offset_hour, offset_minute = match.groups()
    return (
        int(hour) <= 23
        and int(minute) <= 59
        and int(second) <= 59
        and int(offset_hour or 0) <= 23
        and int(offset_minute or 0) <= 59
    )


def _builds(build: Callable[[str], object]) -> Callable[[str], bool]:
    def is_text_of_it(text: str) -> bool:
        try:
            build(text)
        except (ValueError, re.error, RecursionError, OverflowError):
            return False
        return True

    return is_text_of_it


_FORMATS: dict[str, Callable[[str], bool]] = {
    "date-time": _is_date_time,
    "date": _is_date,
    "uuid": lambda text: _UUID(text) is not None,
    "path": lambda text: "\0" not in text,
    "regex": _builds(re.compile),
    "ipv4": _builds(ipaddress.IPv4Address),
    "ipv6": _builds(ipaddress.IPv6Address),
    "ipv4network": _builds(ipaddress.IPv4Network),
    "ipv6network": _builds(ipaddress.IPv6Network),
    "ipv4interface": _builds(ipaddress.IPv4Interface),
    "ipv6interface": _builds(ipaddress.IPv6Interface),
}


def _format(name: str, value: Any, schema: Schema, _: Schema) -> bool:
    if not isinstance(value, str) or _FORMATS[name](value):
        return True
    return NAIVE in schema and _FORMATS[name](value + "Z")


def _content_encoding(name: str, value: Any, *_: Any) -> bool:
    if name != "base64":
        raise NotImplementedError(name)
    return not isinstance(value, str) or _BASE64(value) is not None


_CHECKS: dict[str, Callable[..., bool]] = {
    EXACT: lambda _, value, *__: not isinstance(value, float),
    "$ref": _reference,
    "type": _type,
    "const": lambda const, value, *_: _equal(const, value),
    "enum": lambda values, value, *_: any(_equal(each, value) for each in values),
    "anyOf": lambda arms, value, _, root: any(admits(arm, value, root) for arm in arms),
    "format": _format,
    "contentEncoding": _content_encoding,
    "pattern": _pattern,
    "minLength": _sized(str, lambda size, limit: size >= limit),
    "maxLength": _sized(str, lambda size, limit: size <= limit),
    "minimum": _compares(lambda value, limit: bool(value >= limit)),
    "maximum": _compares(lambda value, limit: bool(value <= limit)),
    "exclusiveMinimum": _compares(lambda value, limit: bool(value > limit)),
    "exclusiveMaximum": _compares(lambda value, limit: bool(value < limit)),
    "multipleOf": _multiple_of,
    "prefixItems": _prefix_items,
    "items": _items,
    "minItems": _sized(list, lambda size, limit: size >= limit),
    "maxItems": _sized(list, lambda size, limit: size <= limit),
    "uniqueItems": _unique_items,
    "propertyNames": _property_names,
    "properties": _properties,
    "required": _required,
    "additionalProperties": _additional_properties,
    "minProperties": _sized(dict, lambda size, limit: size >= limit),
    "maxProperties": _sized(dict, lambda size, limit: size <= limit),
}
