"""Strict tools of Anthropic's models, whoever serves them.

A strict tool's recorded schema asks for every key, and null stands for "use the default": OpenAI's strict
mode wants that.  Anthropic's takes properties that are left out, and allows a request more of them (24)
than unions (16), so here the optional ones become optional again.  The decoder takes both.
"""

from __future__ import annotations

import re

from toolschema_runtime.dialects._rewriting import (
    WORDS,
    Document,
    Rule,
    admits,
    drop,
    is_open,
    lower,
    objects_in,
    typed,
    walk,
    without,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, Final

    from toolschema_runtime.dialects._rewriting import Schema

_GITHUB = "https://github.com"
_GUIDE = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs"
_SDK = f"{_GITHUB}/anthropics/anthropic-sdk-python"

# A table of rules reads best as a table.
# fmt: off
NOT_CLOSED: Final = Rule(
    "AN05", "strict", "rewrite", "object with `properties` that does not say `additionalProperties`",
    "gets `additionalProperties: false`", "A", f"{_GITHUB}/earendil-works/pi/issues/9953",
)
OPEN: Final = Rule(
    "AN06", "strict", "reject", "open object: a map (`dict`), or a class that allows further keys",
    "use a class, or a list of pairs of key and value", "A", f"{_GITHUB}/earendil-works/pi/issues/9953",
)
RECURSION: Final = Rule(
    "AN07", "strict", "reject", "recursion", "nest to a fixed depth, or refer by a key", "B", _GUIDE,
)
BOUND: Final = Rule(
    "AN08", "strict", "lower",
    "`minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, `multipleOf`, `minLength`, `maxLength`",
    "goes into the description", "A", f"{_GITHUB}/earendil-works/pi/issues/9953",
)
SIZE: Final = Rule(
    "AN09", "strict", "lower", "`maxItems`, `minItems` of 2 or more, `contains`, `uniqueItems`",
    "goes into the description", "A", f"{_GITHUB}/experientiallabs/experiential/issues/804",
)
PATTERN: Final = Rule(
    "AN10", "strict", "lower",
    "`pattern` with a look-around, a back-reference, `\\b` or a repetition of 100 or more",
    "goes into the description", "B", _GUIDE,
)
FORMAT: Final = Rule(
    "AN11", "strict", "lower", "`format` other than the ten that strict mode knows",
    "goes into the description", "B", _GUIDE,
)
ONE_OF: Final = Rule("AN12", "strict", "rewrite", "`oneOf`", "becomes `anyOf`", "A", _SDK)
ALL_OF: Final = Rule(
    "AN13", "strict", "rewrite", "`allOf` that one schema can say", "becomes that schema", "B", _GUIDE,
)
ALL_OF_KEPT: Final = Rule(
    "AN13", "strict", "reject", "`allOf` with a `$ref` that no one schema can say",
    "write it as one schema", "B", _GUIDE,
)
REFERENCE_WORDS: Final = Rule(
    "AN13", "strict", "rewrite", "`$ref` with keywords beside it", "the target is written in its place",
    "A", _SDK,
)
TUPLE_OF_ONE: Final = Rule(
    "AN14", "strict", "rewrite", "tuple of equal items", "becomes `items` with its length", "U", _GUIDE,
)
UNPROBED: Final = Rule(
    "AN14", "strict", "lower",
    "`prefixItems`, `not`, `if`, `then`, `else`, `dependentRequired`, `dependentSchemas`, `propertyNames`, "
    "`minProperties`, `maxProperties`, `contentEncoding`, `examples`, `deprecated`",
    "goes into the description", "U", _GUIDE,
)
PATTERN_PROPERTIES: Final = Rule(
    "AN06", "strict", "reject", "`patternProperties`, `unevaluatedProperties` that admit further keys",
    "use a class, or a list of pairs of key and value", "A", f"{_GITHUB}/earendil-works/pi/issues/9953",
)
NO_TYPE: Final = Rule(
    "AN16", "strict", "rewrite", "`enum` or `const` without `type`", "gets the type of its values", "A", _SDK,
)
UNTYPED: Final = Rule("AN16", "strict", "reject", "a value of any type", "say which types it has", "A", _SDK)
COMPLEX_VALUES: Final = Rule(
    "AN22", "strict", "reject", "`enum` or `const` of objects or arrays", "list strings, numbers, booleans or null", "B",
    _GUIDE,
)
BUDGET: Final = Rule(
    "AN17", "strict", "reject",
    "more than 20 strict tools, 24 optional properties or 16 unions in the strict tools of a request",
    "send fewer, or make some tools loose", "B", _GUIDE,
)
ANNOTATION: Final = Rule(
    "AN19", "strict", "drop", "annotations and unknown keywords that strict mode may not know",
    "is left out", "D", _GUIDE,
)
NO_PROPERTIES: Final = Rule(
    "AN20", "strict", "rewrite", "object without `properties`", "gets `properties: {}`", "D", _SDK,
)
BESIDE_UNION: Final = Rule(
    "AN21", "strict", "rewrite", "demands beside `anyOf`", "move into its arms, where they join with them", "D", _SDK,
)
BESIDE_UNION_KEPT: Final = Rule(
    "AN21", "strict", "lower", "demands beside `anyOf` that do not join with its arms", "go into the description",
    "D", _SDK,
)
RULES: Final = (
    NO_PROPERTIES, BESIDE_UNION, BESIDE_UNION_KEPT, NOT_CLOSED, OPEN, PATTERN_PROPERTIES, RECURSION, BOUND, SIZE, PATTERN,
    FORMAT, ONE_OF, ALL_OF, ALL_OF_KEPT, REFERENCE_WORDS, TUPLE_OF_ONE, UNPROBED, NO_TYPE, UNTYPED, COMPLEX_VALUES, BUDGET,
    ANNOTATION,
)
# fmt: on
_FORMATS: Final = frozenset(
    ("date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid")
)
_MOVED: Final = frozenset(("$ref", "allOf", "oneOf", "prefixItems"))
_CONTAINERS: Final = ("list", "tuple", "set", "frozenset")
_BESIDE_UNION: Final = WORDS | {"$defs", "anyOf"}
_KNOWN: Final = frozenset(
    (
        "$defs",
        "$ref",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "default",
        "description",
        "enum",
        "format",
        "items",
        "minItems",
        "pattern",
        "patternProperties",
        "properties",
        "required",
        "title",
        "type",
        "unevaluatedProperties",
    )
)
_LOWERED: Final = {
    "contains": SIZE,
    "contentEncoding": UNPROBED,
    "contentMediaType": UNPROBED,
    "contentSchema": UNPROBED,
    "dependentRequired": UNPROBED,
    "dependentSchemas": UNPROBED,
    "deprecated": UNPROBED,
    "else": UNPROBED,
    "examples": UNPROBED,
    "exclusiveMaximum": BOUND,
    "exclusiveMinimum": BOUND,
    "if": UNPROBED,
    "maxContains": SIZE,
    "maxItems": SIZE,
    "maxLength": BOUND,
    "maxProperties": UNPROBED,
    "maximum": BOUND,
    "minContains": SIZE,
    "minLength": BOUND,
    "minProperties": UNPROBED,
    "minimum": BOUND,
    "multipleOf": BOUND,
    "not": UNPROBED,
    "propertyNames": UNPROBED,
    "then": UNPROBED,
    "unevaluatedItems": UNPROBED,
    "uniqueItems": SIZE,
}


def rewritten(document: Document) -> Schema:
    """Return the document's schema as strict mode takes it; what is changed is noted in the document."""
    return document.pruned(walk(document.root, _step, document))


def _step(node: Schema, at: str, document: Document) -> Schema:
    if not _MOVED.isdisjoint(node) or ("anyOf" in node and not _BESIDE_UNION.issuperset(node)):
        node = _moved(node, at, document)
    node = lower(node, at, document, _lowered(node))
    node = typed(node, at, document, NO_TYPE)
    node = drop(
        node, at, document, {keyword: ANNOTATION for keyword in node if keyword not in _KNOWN}
    )
    if "$ref" in node and document.is_recursive(node["$ref"]):
        document.note(at, RECURSION)
    if "allOf" in node:
        document.note(at, ALL_OF_KEPT)
    if any(isinstance(each, (dict, list)) for each in (*node.get("enum", ()), node.get("const"))):
        document.note(at, COMPLEX_VALUES)
    if admits(node, "object"):
        return _closed(node, at, document)
    if node.keys().isdisjoint(("type", "anyOf", "$ref", "allOf")):
        document.note(at, UNTYPED)
    return node


def _moved(node: Schema, at: str, document: Document) -> Schema:
    # Few schemas have any of it.
    from toolschema_runtime.dialects._moves import (
        all_of_merged,
        one_of_as_any_of,
        reference_inlined,
        tuple_as_list,
        tuple_widened,
        union_alone,
    )

    node = all_of_merged(node, at, document, ALL_OF)
    node = reference_inlined(node, at, document, REFERENCE_WORDS)
    node = one_of_as_any_of(node, at, document, ONE_OF)
    alone = union_alone(node, at, document, BESIDE_UNION, staying=WORDS)
    if "$ref" in alone and "$ref" not in node:
        # One arm is left, a reference with what stood beside the union.
        return _moved(alone, at, document)
    node = alone
    if "anyOf" in node:
        beside = without(node, "anyOf", "$defs", *WORDS)
        node = lower(node, at, document, dict.fromkeys(beside, BESIDE_UNION_KEPT))
    node = tuple_as_list(node, at, document, TUPLE_OF_ONE)
    return tuple_widened(node, at, document, UNPROBED)


def _lowered(node: Schema) -> dict[str, Rule]:
    rules = dict(_LOWERED)
    if node.get("format") not in _FORMATS:
        rules["format"] = FORMAT
    if _is_hard_pattern(node.get("pattern", "")):
        rules["pattern"] = PATTERN
    if node.get("minItems", 0) > 1:
        rules["minItems"] = SIZE
    return rules


def _is_hard_pattern(pattern: str) -> bool:
    return re.search(r"\(\?[=!<]|\\[1-9kbBpP]|\{\d{3}|,\d{3}", pattern) is not None


def _closed(node: Schema, at: str, document: Document) -> Schema:
    if "patternProperties" in node or node.get("unevaluatedProperties", False) is not False:
        document.note(at, PATTERN_PROPERTIES)
        return node
    if is_open(node, at):
        document.note(at, OPEN)
        return node
    if "unevaluatedProperties" in node:
        # `false`, and the same as `additionalProperties`: what the parts of `allOf` know has been joined.
        node = without(node, "unevaluatedProperties")
    if "additionalProperties" not in node:
        document.note(at, NOT_CLOSED)
        node = {**node, "additionalProperties": False}
    if "properties" not in node:
        document.note(at, NO_PROPERTIES)
        node = {**node, "properties": {}}
    return node


def asked(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the records, those of strict tools with the parameters that are asked for."""
    return [
        {**record, "parameters": optional_again(record)} if record["strict"] else record
        for record in records
    ]


def optional_again(record: dict[str, Any]) -> Schema:
    """Return the parameters of a strict tool with its optional keys left out of `required`.

    Args:
        record: A strict tool as side-files have it; one without a decode plan comes back as it is.
    """
    schema: Schema = record["parameters"]
    binding = record.get("binding") or {}
    if not binding.get("parameters"):
        return schema
    definitions = binding.get("definitions", {})
    keys: list[Any] = []
    for parameter in binding["parameters"]:
        if "plan" not in parameter or parameter.get("kind") == "var_keyword":
            continue
        if parameter.get("unpack"):
            keys += _fields(parameter["plan"], definitions)
        else:
            keys.append(parameter)
    relaxed = _relaxed_object(schema, keys)
    if "$defs" in schema:
        defs = {
            name: _relaxed(body, definitions[name]) if name in definitions else body
            for name, body in schema["$defs"].items()
        }
        relaxed = {**relaxed, "$defs": defs}
    return relaxed


def _fields(plan: Any, definitions: dict[str, Any]) -> list[Any]:
    if type(plan) is dict and plan.get("type") == "ref":
        plan = definitions.get(plan["name"])
    return plan.get("fields", []) if type(plan) is dict else []


def _relaxed_object(schema: Schema, fields: list[Any]) -> Schema:
    properties = dict(schema.get("properties", {}))
    required = schema.get("required", [])
    for field in fields:
        key = field.get("key", field["name"])
        if key not in properties:
            continue
        node = properties[key]
        if field.get("optional"):
            required = [name for name in required if name != key]
        if field.get("null_is_default"):
            node = _without_null(node)
        properties[key] = _relaxed(node, field["plan"])
    new = {**schema, "properties": properties, "required": required}
    if not required:
        del new["required"]
    return new


def _relaxed(node: Schema, plan: Any) -> Schema:
    """*node* with the optional keys of the objects inside it optional again."""
    if type(plan) is not dict:
        return node
    kind = plan.get("type")
    if kind == "object" and "properties" in node:
        return _relaxed_object(node, plan["fields"])
    if kind == "optional":
        return _in_arm(node, plan["of"])
    if kind in _CONTAINERS and "items" in node:
        return {**node, "items": _relaxed(node["items"], plan["items"])}
    if kind == "dict" and type(node.get("additionalProperties")) is dict:
        return {
            **node,
            "additionalProperties": _relaxed(node["additionalProperties"], plan["values"]),
        }
    # A reference is relaxed where it is defined; the arms of a union stay as they are.
    return node


def _in_arm(node: Schema, plan: Any) -> Schema:
    if "anyOf" not in node:
        return _relaxed(node, plan)
    arms = [arm if arm == {"type": "null"} else _relaxed(arm, plan) for arm in node["anyOf"]]
    return {**node, "anyOf": arms}


def _without_null(node: Schema) -> Schema:
    kinds = node.get("type")
    if type(kinds) is list:
        rest = [kind for kind in kinds if kind != "null"]
        return {**node, "type": rest[0] if len(rest) == 1 else rest}
    if "anyOf" not in node:
        return node
    arms = [arm for arm in node["anyOf"] if arm != {"type": "null"}]
    if len(arms) > 1:
        return {**node, "anyOf": arms}
    outer = {keyword: value for keyword, value in node.items() if keyword != "anyOf"}
    return {**arms[0], **outer}


def exceeds_budget(schemas: Iterable[Schema]) -> bool:
    """Whether the strict schemas of a request are too many, or have too many optional properties or unions."""
    strict = list(schemas)
    optional = unions = 0
    for node, _ in (pair for parameters in strict for pair in objects_in(parameters)):
        properties = node["properties"]
        optional += len(properties.keys() - set(node.get("required", ())))
        unions += sum("anyOf" in p or isinstance(p.get("type"), list) for p in properties.values())
    return len(strict) > 20 or optional > 24 or unions > 16
