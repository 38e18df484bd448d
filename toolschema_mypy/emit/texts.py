"""How a value that travels as text, or as the key of a map, is described in JSON Schema."""

from __future__ import annotations

import json
from typing import Final, TypeAlias

from toolschema_mypy.model.schema import (
    AnySchema,
    EnumSchema,
    IntegerSchema,
    Json,
    LiteralSchema,
    ScalarClassSchema,
    SchemaSpec,
    StringSchema,
    Text,
    TextSchema,
    UnionSchema,
)

JsonObject: TypeAlias = "dict[str, Json]"

_HOUR: Final = r"([01]\d|2[0-3])"
_TIME: Final = rf"^{_HOUR}:[0-5]\d(:[0-5]\d(\.\d{{1,6}})?)?(Z|[+-]{_HOUR}:[0-5]\d)?$"
_SECONDS: Final = r"\d+(\.\d{1,6})?S"
_CLOCK: Final = rf"T(\d+H(\d+M)?({_SECONDS})?|\d+M({_SECONDS})?|{_SECONDS})"
# At least one part, said without a look-ahead: providers refuse those.
_TIMEDELTA: Final = rf"^-?P(\d+D({_CLOCK})?|{_CLOCK})$"
_INTEGER_KEY: Final = r"^(0|-?[1-9]\d*)$"

_KEYWORDS: Final[dict[Text, JsonObject]] = {
    Text.DATE_TIME: {"format": "date-time"},
    Text.DATE: {"format": "date"},
    Text.TIME: {"pattern": _TIME},
    Text.TIMEDELTA: {"pattern": _TIMEDELTA},
    Text.UUID: {"format": "uuid"},
    Text.DECIMAL: {"pattern": r"^-?\d+(\.\d+)?$"},
    Text.PATH: {"format": "path"},
    Text.REGEX: {"format": "regex"},
    Text.BYTES: {"contentEncoding": "base64"},
    Text.IPV4_ADDRESS: {"format": "ipv4"},
    Text.IPV6_ADDRESS: {"format": "ipv6"},
    Text.IPV4_NETWORK: {"format": "ipv4network"},
    Text.IPV6_NETWORK: {"format": "ipv6network"},
    Text.IPV4_INTERFACE: {"format": "ipv4interface"},
    Text.IPV6_INTERFACE: {"format": "ipv6interface"},
}


def text_keywords(text: Text) -> JsonObject:
    """The keywords beside `"type": "string"` that say which texts are meant."""
    return dict(_KEYWORDS[text])


def key_keywords(schema: SchemaSpec) -> JsonObject:
    """What `propertyNames` says about the keys of a map; empty when any text is a key.

    Args:
        schema: A schema that a key can have; what is not text is written as its JSON text.

    Returns:
        Keywords for a value that is a string anyway.

    Raises:
        TypeError: A schema that no key can have, which analysis refuses.
    """
    match schema:
        case AnySchema():
            return {}
        case StringSchema():
            return _limits(schema)
        case LiteralSchema():
            return {"enum": [key_text(value) for value in schema.values]}
        case EnumSchema():
            return {"enum": [key_text(member.value) for member in schema.members]}
        case IntegerSchema():
            return {"pattern": _INTEGER_KEY}
        case TextSchema():
            return text_keywords(schema.text)
        case ScalarClassSchema():
            return key_keywords(schema.base)
        case UnionSchema():
            return {"anyOf": [key_keywords(arm) for arm in schema.arms]}
        case _:
            raise TypeError(f"not the schema of a key: {schema!r}")


def key_text(value: bool | int | float | str | None) -> str:
    """The text that *value* has as a key."""
    return value if isinstance(value, str) else json.dumps(value)


def _limits(schema: StringSchema) -> JsonObject:
    stated: dict[str, Json] = {
        "pattern": schema.pattern,
        "minLength": schema.length.minimum,
        "maxLength": schema.length.maximum,
    }
    return {keyword: value for keyword, value in stated.items() if value is not None}
