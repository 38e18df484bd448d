"""Keywords of JSON Schema in plain English, for providers that do not take them."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final, TypeAlias

    Schema: TypeAlias = dict[str, Any]

_FORMATS: Final = {
    "date": "a date, YYYY-MM-DD",
    "date-time": "a date and time with offset, like 2026-01-31T09:30:00Z",
    "duration": "an ISO 8601 duration",
    "email": "an email address",
    "hostname": "a host name",
    "ipv4": "an IPv4 address",
    "ipv6": "an IPv6 address",
    "path": "a file path",
    "regex": "a regular expression",
    "time": "a time, HH:MM:SS",
    "uri": "a URI",
    "uuid": "a UUID",
}


def described(node: Schema, lowered: Schema) -> Schema:
    """Return the node with what *lowered* demands said in its description."""
    text = phrase(lowered)
    if not text:
        return node
    text = f"{text[0].upper()}{text[1:]}."
    return {**node, "description": joined(node.get("description"), text)}


def joined(description: object, sentence: str) -> str:
    """Add a sentence to a description."""
    if not isinstance(description, str) or not description.strip():
        return sentence
    description = description.rstrip()
    stop = "" if description[-1] in ".!?:" else "."
    return f"{description}{stop} {sentence}"


def phrase(keywords: Schema) -> str:
    """Say what keywords demand: `at least 1; at most 10; default 5`."""
    keywords = dict(keywords)
    parts = [_range(keywords, *bounds) for bounds in _RANGES]
    parts += [_SAID.get(keyword, _as_json)(keyword, value) for keyword, value in keywords.items()]
    return "; ".join(part for part in parts if part)


# keyword of the least and of the most, one unit, several units
_RANGES: Final = (
    ("minimum", "maximum", "", ""),
    ("minLength", "maxLength", " character", " characters"),
    ("minItems", "maxItems", " item", " items"),
    ("minProperties", "maxProperties", " key", " keys"),
)


def _range(keywords: Schema, least: str, most: str, unit: str, units: str) -> str:
    low, high = keywords.pop(least, None), keywords.pop(most, None)

    def counted(number: object) -> str:
        return f"{number}{unit if number == 1 else units}"

    if low is None and high is None:
        return ""
    if low == high:
        return f"exactly {counted(low)}"
    if high is None:
        return f"at least {counted(low)}"
    if low is None:
        return f"at most {counted(high)}"
    return f"from {low} to {counted(high)}"


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _as_json(keyword: str, value: Any) -> str:
    return f"{keyword}: {_text(value)}"


def _when_true(text: str) -> Callable[[str, Any], str]:
    return lambda _, value: text if value is True else ""


def _after(text: str) -> Callable[[str, Any], str]:
    return lambda _, value: f"{text} {value if isinstance(value, str) else _text(value)}"


def _listed(keyword: str, values: Any) -> str:
    if not isinstance(values, list) or not values:
        return ""
    start = "one of" if keyword == "enum" else "for example"
    return f"{start} {', '.join(map(_text, values))}"


def _keys(keyword: str, names: Any) -> str:
    text = phrase(names) if isinstance(names, dict) else ""
    return f"each key {text}" if text else ""


def _tuple(_: str, items: Any) -> str:
    return "; ".join(f"item {number}: {_brief(item)}" for number, item in enumerate(items, 1))


def _values(_: str, schema: Any) -> str:
    return f"values: {_brief(schema)}"


def _brief(schema: Any) -> str:
    """A schema in words where it is plain, else as JSON."""
    is_plain = isinstance(schema, dict) and not _NESTING.intersection(schema)
    return (phrase(schema) if is_plain else "") or _text(schema)


# Keywords whose schemas or keys would be lost in words.
_NESTING: Final = frozenset(
    ("$ref", "allOf", "anyOf", "additionalProperties", "items", "oneOf", "properties", "required")
)


def _needed(_: str, needed: Any) -> str:
    if not isinstance(needed, dict):
        return ""
    return "; ".join(
        f"with {name} also {', '.join(others)}" for name, others in needed.items() if others
    )


_SAID: Final[dict[str, Callable[[str, Any], str]]] = {
    "additionalProperties": _values,
    "allOf": lambda _, value: f"by all of the schemas {_text(value)}",
    "const": lambda _, value: f"always {_text(value)}",
    "contains": lambda _, value: f"among the items one by the schema {_text(value)}",
    "contentEncoding": lambda _, value: f"{value} text",
    "contentMediaType": lambda _, value: f"holding {value}",
    "default": lambda _, value: f"default {_text(value)}",
    "dependentRequired": _needed,
    "deprecated": _when_true("deprecated"),
    "description": lambda _, value: str(value).rstrip("."),
    "enum": _listed,
    "examples": _listed,
    "exclusiveMaximum": _after("less than"),
    "exclusiveMinimum": _after("more than"),
    "format": lambda _, value: _FORMATS.get(value, f"in the format {value}"),
    "multipleOf": _after("a multiple of"),
    "not": lambda _, value: f"nothing by the schema {_text(value)}" if value else "no value fits",
    "pattern": _after("matching the regular expression"),
    "prefixItems": _tuple,
    "propertyNames": _keys,
    "readOnly": _when_true("read-only"),
    "required": lambda _, value: f"with {', '.join(value)} too",
    "title": lambda _, value: str(value),
    "type": lambda _, value: value if isinstance(value, str) else " or ".join(value),
    "uniqueItems": _when_true("no two items alike"),
    "unevaluatedItems": lambda _, value: "no other items" if value is False else "",
    "unevaluatedProperties": lambda _, value: "no other keys" if value is False else "",
    "writeOnly": _when_true("write-only"),
}
