"""The normal form of a schema: what it admits and what it says, free of how a library spells it.

One form for `T | None` (`anyOf`, a list of types, OpenAPI's `nullable`), for one literal (`const`,
`enum`), for definitions (inlined), for open objects and arrays of anything (keyword or none), for
the end of a tuple (`items: false`, `maxItems`), for `anyOf` and `oneOf`.  Titles and OpenAPI's `discriminator` are not kept: they admit and say nothing
that the rest does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

Schema: TypeAlias = "dict[str, Any]"

# Keywords that speak to a reader; in a union they belong to the whole, not to an arm.
_WORDS = frozenset({"description", "default", "examples", "deprecated"})
_UNSAID = frozenset({"title", "$schema", "definitions", "discriminator", "nullable"})
_STRUCTURE = frozenset(
    {"type", "anyOf", "oneOf", "allOf", "enum", "const"}
    | {"properties", "required", "additionalProperties", "items", "prefixItems"}
)


@dataclass(frozen=True)
class Arm:
    """One alternative other than null.

    *type* is JSON's, or `enum`, `any`, `recursive`; *keywords* hold JSON text.  *extra* is the form
    of further keys of an object, None where it is closed.
    """

    type: str
    keywords: Mapping[str, str]
    properties: Mapping[str, Form]
    required: frozenset[str]
    extra: Form | None
    items: Form | None
    prefix: tuple[Form, ...]


@dataclass(frozen=True)
class Form:
    """A schema: its alternatives in a fixed order, whether null is one; its words as JSON text."""

    arms: tuple[Arm, ...]
    is_nullable: bool
    words: Mapping[str, str]

    @property
    def admits_anything(self) -> bool:
        return any(arm.type == "any" and not arm.keywords for arm in self.arms)


def normal_form(schema: Schema) -> Form:
    """The normal form of *schema*, references to its own definitions resolved."""
    definitions: dict[str, Schema] = {**schema.get("definitions", {}), **schema.get("$defs", {})}
    form: Form = _form(_inlined(schema, definitions, ()))
    return form


def _inlined(value: Any, definitions: Mapping[str, Schema], within: tuple[str, ...]) -> Any:
    if isinstance(value, list):
        return [_inlined(item, definitions, within) for item in value]
    if not isinstance(value, dict):
        return value
    rest = {
        key: _inlined(item, definitions, within)
        for key, item in value.items()
        if key not in ("$ref", "$defs")
    }
    reference = value.get("$ref")
    if not isinstance(reference, str):
        return rest
    name = reference.rpartition("/")[2]
    if name in within or name not in definitions:
        return {"type": "recursive", **rest}
    return {**_inlined(definitions[name], definitions, (*within, name)), **rest}


def _form(schema: Any) -> Form:
    if isinstance(schema, bool):
        schema = {} if schema else {"not": {}}
    if len(schema.get("allOf", ())) == 1:
        rest = {key: value for key, value in schema.items() if key != "allOf"}
        schema = {**schema["allOf"][0], **rest}
    arms = sorted(_arms(schema), key=lambda arm: (arm.type, repr(arm)))
    anything = [arm for arm in arms if arm.type == "any" and not arm.keywords]
    return Form(
        arms=tuple(anything[:1] or (arm for arm in arms if arm.type != "null")),
        is_nullable=bool(anything) or any(arm.type == "null" for arm in arms),
        words={key: _text(schema[key]) for key in sorted(_WORDS & schema.keys())},
    )


def _arms(schema: Schema) -> Iterator[Arm]:
    """The alternatives of *schema*, null among them as an arm of type `null`."""
    if schema.get("nullable") is True:
        yield _arm("null", {})
    alternatives = schema.get("anyOf", schema.get("oneOf"))
    types = schema.get("type", "any")
    if alternatives is not None:
        for alternative in alternatives:
            yield from _lifted(_form(alternative))
    elif "const" in schema or "enum" in schema:
        values = schema["enum"] if "enum" in schema else [schema["const"]]
        if None in values:
            yield _arm("null", {})
        kept = [value for value in values if value is not None]
        if kept:
            yield _arm("enum", {"values": kept})
    else:
        for typ in [types] if isinstance(types, str) else types:
            yield _arm(typ, schema)


def _lifted(form: Form) -> Iterator[Arm]:
    """The arms of a union's alternative, which take its words along as words of an arm."""
    words = {f"{key} of an arm": value for key, value in form.words.items()}
    for arm in form.arms:
        yield replace(arm, keywords={**arm.keywords, **words})
    if form.is_nullable and all(arm.type != "any" for arm in form.arms):
        yield _arm("null", {})


def _arm(typ: str, schema: Schema) -> Arm:
    is_object, is_array = typ == "object", typ == "array"
    extra = schema.get("additionalProperties", True)
    kept = schema.keys() - _WORDS - _UNSAID - _STRUCTURE
    prefix = [_form(item) for item in schema.get("prefixItems", ())] if is_array else []
    has_further = bool(is_array and schema.get("maxItems", len(prefix) + 1) > len(prefix))
    return Arm(
        type=typ,
        keywords={key: _text(schema[key]) for key in sorted(kept)} if typ != "null" else {},
        properties={
            name: _form(value) for name, value in schema.get("properties", {}).items() if is_object
        },
        required=frozenset(schema.get("required", ()) if is_object else ()),
        extra=_form(extra) if is_object and extra is not False else None,
        items=_form(schema.get("items", True)) if has_further else None,
        prefix=tuple(prefix),
    )


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
