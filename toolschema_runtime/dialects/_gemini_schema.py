"""Gemini's own Schema, which tools of others may come in, as JSON Schema."""

from __future__ import annotations

from toolschema_runtime.dialects._rewriting import WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from toolschema_runtime.dialects._rewriting import Schema

# The SDK writes these in snake case.
_CAMEL: Final = {
    "any_of": "anyOf",
    "max_items": "maxItems",
    "max_length": "maxLength",
    "max_properties": "maxProperties",
    "min_items": "minItems",
    "min_length": "minLength",
    "min_properties": "minProperties",
    "additional_properties": "additionalProperties",
}
# 64-bit integers travel as text in protocol buffers' JSON.
_COUNTS: Final = frozenset(
    ("maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties")
)
_KEPT: Final = _COUNTS | {
    "additionalProperties",
    "anyOf",
    "default",
    "description",
    "enum",
    "format",
    "items",
    "maximum",
    "minimum",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
}
# Formats of numbers say nothing that JSON Schema can enforce.
_FORMATS_OF_NUMBERS: Final = ("double", "enum", "float", "int32", "int64")


def as_json_schema(schema: Schema) -> Schema:
    """Return a Gemini Schema as JSON Schema 2020-12.

    Args:
        schema: What stands in `parameters` or `response`, its types in capitals or not.
    """
    fields = {_CAMEL.get(keyword, keyword): value for keyword, value in schema.items()}
    result = {
        keyword: _value(keyword, value) for keyword, value in fields.items() if keyword in _KEPT
    }
    if result.get("type") == "type_unspecified":
        del result["type"]
    if result.get("format") in _FORMATS_OF_NUMBERS:
        del result["format"]
    if result.get("type") == "integer" and "enum" in result:
        result["enum"] = [int(value) for value in result["enum"]]
    if fields.get("example") is not None:
        result["examples"] = [fields["example"]]
    return _nullable(result) if fields.get("nullable") is True else result


def _value(keyword: str, value: Any) -> Any:
    if keyword == "type":
        return str(getattr(value, "value", value)).lower()
    if keyword in _COUNTS:
        return int(value)
    if keyword == "properties":
        return {name: as_json_schema(child) for name, child in value.items()}
    if keyword == "anyOf":
        return [as_json_schema(arm) for arm in value]
    if keyword in ("items", "additionalProperties") and isinstance(value, dict):
        return as_json_schema(value)
    return value


def _nullable(schema: Schema) -> Schema:
    if "anyOf" in schema and "type" not in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    words = {keyword: value for keyword, value in schema.items() if keyword in WORDS}
    demands = {keyword: value for keyword, value in schema.items() if keyword not in WORDS}
    return {"anyOf": [demands, {"type": "null"}], **words}
