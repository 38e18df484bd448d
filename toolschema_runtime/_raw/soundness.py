"""What a stranger calls a schema, as far as it is one: keywords whose value makes no sense are left out."""

from __future__ import annotations

from toolschema_runtime._decode.nodes import is_number
from toolschema_runtime.dialects._foreign import children
from toolschema_runtime.dialects._rewriting import escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Final

KINDS: Final = ("null", "boolean", "integer", "number", "string", "array", "object")


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_bool(value: Any) -> bool:
    return type(value) is bool


def _is_object(value: Any) -> bool:
    return type(value) is dict


def _is_schema(value: Any) -> bool:
    return type(value) in (dict, bool)


def _are_schemas(value: Any) -> bool:
    return type(value) is list and bool(value) and all(map(_is_schema, value))


def _are_texts(value: Any) -> bool:
    return type(value) is list and all(map(_is_text, value))


def _are_dependencies(value: Any) -> bool:
    return _is_object(value) and all(_are_texts(v) or _is_schema(v) for v in value.values())


def _is_kind(value: Any) -> bool:
    names = value if type(value) is list else [value]
    return bool(names) and all(type(name) is str and name in KINDS for name in names)


def _is_count(value: Any) -> bool:
    return is_number(value) and value >= 0 and int(value) == value


_MEANINGS: Final[dict[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("properties", "patternProperties", "dependentSchemas"), _is_object),
    **dict.fromkeys(("$defs", "definitions"), _is_object),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _are_schemas),
    **dict.fromkeys(
        (
            "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "not",
            "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
        ),
        _is_schema,
    ),
    "items": lambda value: _is_schema(value) or _are_schemas(value) or value == [],
    "required": _are_texts,
    "dependentRequired": lambda value: _is_object(value) and all(map(_are_texts, value.values())),
    "dependencies": _are_dependencies,
    "type": _is_kind,
    "enum": lambda value: type(value) is list and bool(value),
    **dict.fromkeys(("minimum", "maximum"), is_number),
    # A bool in an older draft.
    **dict.fromkeys(
        ("exclusiveMinimum", "exclusiveMaximum"), lambda value: is_number(value) or _is_bool(value)
    ),
    "multipleOf": lambda value: is_number(value) and value > 0,
    **dict.fromkeys(
        (
            "maxContains", "maxItems", "maxLength", "maxProperties",
            "minContains", "minItems", "minLength", "minProperties",
        ),
        _is_count,
    ),
    **dict.fromkeys(("uniqueItems", "deprecated", "readOnly", "writeOnly"), _is_bool),
    **dict.fromkeys(
        (
            "$anchor", "$comment", "$dynamicAnchor", "$dynamicRef", "$id", "$recursiveRef", "$ref", "$schema",
            "contentEncoding", "contentMediaType", "description", "format", "pattern", "title",
        ),
        _is_text,
    ),
    "examples": lambda value: type(value) is list,
}  # fmt: skip


def sound(schema: dict[str, Any]) -> list[str]:
    """Take out of *schema*, at every depth, what has no meaning there.

    Args:
        schema: A schema of one's own, at most some hundred levels deep.

    Returns:
        JSON pointers to what was taken out.
    """
    dropped: list[str] = []
    _clean(schema, "", dropped)
    return dropped


def _clean(schema: dict[str, Any], at: str, dropped: list[str]) -> None:
    for keyword in list(schema):
        has_meaning = _MEANINGS.get(keyword)
        value = schema[keyword]
        if has_meaning is not None and not has_meaning(value):
            dropped.append(f"{at}/{escape(keyword)}")
            del schema[keyword]
        elif has_meaning is _is_count:
            schema[keyword] = int(value)
        elif has_meaning is _is_object:
            for name in [name for name, child in value.items() if not _is_schema(child)]:
                dropped.append(f"{at}/{keyword}/{escape(name)}")
                del value[name]
    for place, child in children(schema):
        if type(child) is dict:
            _clean(child, f"{at}/{place}", dropped)
