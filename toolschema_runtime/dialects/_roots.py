"""A root that may be anything as one plain object, which is what arguments are.

Our own side-files never come here.
"""

from __future__ import annotations

from toolschema_runtime.dialects._foreign import NO_TARGET, NOT_AN_OBJECT
from toolschema_runtime.dialects._merging import any_of, merged, shallow_references
from toolschema_runtime.dialects._rewriting import (
    WORDS,
    Document,
    as_object,
    used_definitions,
    without,
)
from toolschema_runtime.dialects._wording import described, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from toolschema_runtime.dialects._rewriting import Rule, Schema

_UNIONS: Final = ("anyOf", "oneOf")
_NO_ROOT: Final = ("allOf", "const", "enum", "not")


def object_root(document: Document, rule: Rule) -> Document:
    """Return a canonical document with its root as a plain object; *rule* is noted where that changes it.

    What the root refers to or is made of is drawn into it.
    """
    before = without(document.root, "$defs")
    root = merged(before, document.definitions)
    if "$ref" in root:
        # It leads nowhere but to itself.
        document.note("", NO_TARGET)
    root = _widened(without(root, "$ref"), document)
    root = object_typed(root, document)
    if root != before:
        document.note("", rule)
    return Document(used_definitions({**root, "$defs": document.definitions}), document.changes)


def object_typed(root: Schema, document: Document) -> Schema:
    """Return the root with `type: object`, whatever else it said."""
    kinds = root.get("type", "object")
    values = root.get("enum", [root["const"]] if "const" in root else [{}])
    if ("object" in kinds if isinstance(kinds, list) else kinds == "object") and all(
        isinstance(value, dict) for value in values
    ):
        return {"type": "object", **without(root, "type")}
    document.note("", NOT_AN_OBJECT)
    words = {keyword: value for keyword, value in root.items() if keyword in WORDS}
    return {"type": "object", "properties": {}, **without(words, "default", "examples")}


def _widened(root: Schema, document: Document, *, depth: int = 0) -> Schema:
    """Return a root without union, `enum`, `const` or `not`: one object with the keys of every form.

    It admits more, which the decoder refuses; the description says what is meant.
    """
    lowered: Schema = {keyword: root[keyword] for keyword in _NO_ROOT if keyword in root}
    result = without(root, *lowered)
    if lowered:
        result = described(result, lowered)
    for union in _UNIONS:
        if isinstance(result.get(union), list):
            arms = [_arm(as_object(arm), document, depth) for arm in result.pop(union)]
            result = _any_form(result, arms)
    return result


def _arm(arm: Schema, document: Document, depth: int) -> Schema:
    drawn = shallow_references(arm)
    if not document.may_expand("", *drawn) or (depth and any(map(document.is_recursive, drawn))):
        return {}
    return _widened(merged(arm, document.definitions), document, depth=depth + 1)


def _any_form(base: Schema, arms: list[Schema]) -> Schema:
    result = dict(base)
    properties = dict(base.get("properties", {}))
    for name in dict.fromkeys(name for arm in arms for name in arm.get("properties", {})):
        if name not in properties:
            properties[name] = any_of(
                [a["properties"][name] for a in arms if name in a.get("properties", {})]
            )
    result["properties"] = properties
    in_all = [
        name for name in (arms[0] if arms else {}).get("required", ()) if _needed_by_all(name, arms)
    ]
    required = list(dict.fromkeys([*base.get("required", ()), *in_all]))
    if required:
        result["required"] = required
    if (
        "additionalProperties" not in base
        and arms
        and all(a.get("additionalProperties") is False for a in arms)
    ):
        result["additionalProperties"] = False
    forms = [" and ".join(arm.get("required") or arm.get("properties", {})) for arm in arms]
    if all(forms) and len(set(forms)) > 1:
        result["description"] = joined(
            base.get("description"), f"Give either {', or '.join(forms)}."
        )
    return result


def _needed_by_all(name: str, arms: list[Schema]) -> bool:
    return all(name in arm.get("required", ()) for arm in arms)
