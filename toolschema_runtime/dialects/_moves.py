"""Moves on one node of a schema that more than one dialect makes, beyond those that OpenAI needs."""

from __future__ import annotations

from toolschema_runtime.dialects._merging import joined_arms, merged
from toolschema_runtime.dialects._rewriting import WORDS, as_object, has_type, without
from toolschema_runtime.dialects._wording import described

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from toolschema_runtime.dialects._rewriting import Document, Rule, Schema

# Which type a keyword is about; any other is about every type.
_ABOUT: Final = {
    "additionalProperties": "object",
    "contains": "array",
    "contentEncoding": "string",
    "contentMediaType": "string",
    "dependentRequired": "object",
    "dependentSchemas": "object",
    "exclusiveMaximum": "number",
    "exclusiveMinimum": "number",
    "format": "string",
    "items": "array",
    "maxContains": "array",
    "maxItems": "array",
    "maxLength": "string",
    "maxProperties": "object",
    "maximum": "number",
    "minContains": "array",
    "minItems": "array",
    "minLength": "string",
    "minProperties": "object",
    "minimum": "number",
    "multipleOf": "number",
    "pattern": "string",
    "patternProperties": "object",
    "prefixItems": "array",
    "properties": "object",
    "propertyNames": "object",
    "required": "object",
    "unevaluatedItems": "array",
    "unevaluatedProperties": "object",
    "uniqueItems": "array",
}


def reference_inlined(node: Schema, at: str, document: Document, rule: Rule) -> Schema:
    """Write the target of a `$ref` that has keywords beside it in its place; what recurs is left alone."""
    reference = node.get("$ref")
    if (
        reference is None
        or len(node) == 1
        or document.is_recursive(reference)
        or not document.may_expand(at, reference)
    ):
        return node
    document.note(at, rule)
    new = merged(node, document.definitions)
    if new is not node:
        return new
    target = document.resolve(reference)
    demands = {k: v for k, v in node.items() if k != "$ref" and k not in WORDS}
    return described({**target, **without(node, "$ref", *demands)}, demands)


def tuple_widened(node: Schema, at: str, document: Document, rule: Rule) -> Schema:
    """Write a tuple as a list whose items are any of the tuple's, and say which stands where."""
    prefix = node.get("prefixItems")
    if not isinstance(prefix, list):
        return node
    document.note(at, rule)
    arms = [as_object(item) for item in prefix]
    length = {}
    if node.get("items", True) is not False:
        arms.append(as_object(node.get("items", True)))
    else:
        length["maxItems"] = min(len(prefix), node.get("maxItems", len(prefix)))
    distinct = [arm for index, arm in enumerate(arms) if arm not in arms[:index]]
    items = distinct[0] if len(distinct) == 1 else {"anyOf": distinct}
    rest = without(node, "prefixItems", "items")
    return described({**rest, "items": items, **length}, {"prefixItems": prefix})


def const_as_enum(node: Schema, at: str, document: Document, rule: Rule) -> Schema:
    """Write `const` as an `enum` of one value."""
    if "const" not in node:
        return node
    document.note(at, rule)
    values = [node["const"]]
    if "enum" in node:
        return {**without(node, "const"), "enum": values}
    return {
        ("enum" if k == "const" else k): (values if k == "const" else v) for k, v in node.items()
    }


def types_as_union(node: Schema, at: str, document: Document, rule: Rule) -> Schema:
    """Write a list of types as `anyOf`, each arm with the keywords about its type."""
    kinds = node.get("type")
    if not isinstance(kinds, list):
        return node
    if len(kinds) == 1:
        document.note(at, rule)
        return {**node, "type": kinds[0]}
    if "anyOf" in node:
        # Two choices in one node: the arms of the other one have types too.
        return node
    document.note(at, rule)
    about = {k: v for k, v in node.items() if k in _ABOUT or k == "enum"}
    arms = [_arm(kind, about) for kind in kinds]
    return {
        **without(node, "type", *about),
        "anyOf": [arm for arm in arms if arm.get("enum", True)],
    }


def _arm(kind: str, about: Schema) -> Schema:
    arm: Schema = {"type": kind}
    for keyword, value in about.items():
        if keyword == "enum":
            if kind != "null":
                arm["enum"] = [item for item in value if has_type(item, [kind])]
        elif _ABOUT[keyword] == kind or (_ABOUT[keyword] == "number" and kind == "integer"):
            arm[keyword] = value
    return arm


def union_alone(
    node: Schema, at: str, document: Document, rule: Rule, *, staying: frozenset[str]
) -> Schema:
    """Move what stands beside `anyOf`, other than *staying*, into its arms; it stays where they do not join."""
    arms = node.get("anyOf")
    beside = {k: v for k, v in node.items() if k not in staying and k not in ("anyOf", "$defs")}
    if not isinstance(arms, list) or not beside:
        return node
    joined = joined_arms(map(as_object, arms), beside)
    if joined is None:
        return node
    document.note(at, rule)
    rest = without(node, *beside)
    return (
        {**joined[0], **without(rest, "anyOf")} if len(joined) == 1 else {**rest, "anyOf": joined}
    )


def integer_bounds(node: Schema, at: str, document: Document, rule: Rule) -> Schema:
    """Write an integer's exclusive bound as an inclusive one."""
    if node.get("type") != "integer":
        return node
    for exclusive, bound, step in (
        ("exclusiveMinimum", "minimum", 1),
        ("exclusiveMaximum", "maximum", -1),
    ):
        limit = node.get(exclusive)
        if isinstance(limit, int) and not isinstance(limit, bool):
            document.note(at, rule)
            inclusive = limit + step
            if bound in node:
                inclusive = max(inclusive, node[bound]) if step > 0 else min(inclusive, node[bound])
            node = {**without(node, exclusive), bound: inclusive}
    return node


def patterns_widened(node: Schema, at: str, document: Document, rule: Rule) -> Schema:
    """Write `patternProperties` as `additionalProperties`, and say which keys are meant."""
    patterns = node.get("patternProperties")
    if not isinstance(patterns, dict):
        return node
    document.note(at, rule)
    further = node.get("additionalProperties", True)
    arms = [as_object(schema) for schema in patterns.values()]
    arms += [] if further is False else [as_object(further)]
    distinct = [arm for index, arm in enumerate(arms) if arm not in arms[:index]]
    values: Any = distinct[0] if len(distinct) == 1 else {"anyOf": distinct}
    rest = {
        **without(node, "patternProperties"),
        "additionalProperties": True if {} in distinct else values,
    }
    return described(
        rest, {"propertyNames": {"pattern": " or ".join(patterns)}} if further is False else {}
    )
