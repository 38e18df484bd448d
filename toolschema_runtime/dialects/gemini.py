"""Gemini: function declarations, in OpenAPI form (`parameters`) or as JSON Schema (`parametersJsonSchema`).

A tool goes as `parameters`, which every Gemini API takes, when no value is asked for differently there; else as
`parametersJsonSchema`.
"""

from __future__ import annotations

import re

from toolschema_runtime.dialects import _gemini_rules as rules
from toolschema_runtime.dialects._merging import all_merged, conjunction, merged
from toolschema_runtime.dialects._moves import (
    const_as_enum,
    integer_bounds,
    patterns_widened,
    types_as_union,
    union_alone,
)
from toolschema_runtime.dialects._rewriting import (
    Document,
    admits,
    all_of_merged,
    as_object,
    drop,
    escape,
    lower,
    one_of_as_any_of,
    opened,
    reference_wrapped,
    references,
    tuple_as_list,
    typed,
    walk,
    without,
)
from toolschema_runtime.dialects._wording import described

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime.dialects._rewriting import Change, Rule, Schema

_PARAMETERS: Final = "parameters"
_JSON_SCHEMA: Final = "parametersJsonSchema"
RULES: Final = rules.RULES
_LOWERED: Final = {
    "contains": rules.CONDITIONAL,
    "contentEncoding": rules.ENCODING,
    "contentMediaType": rules.ENCODING,
    "contentSchema": rules.ENCODING,
    "dependentRequired": rules.CONDITIONAL,
    "dependentSchemas": rules.CONDITIONAL,
    "deprecated": rules.EXAMPLES,
    "else": rules.CONDITIONAL,
    "examples": rules.EXAMPLES,
    "exclusiveMaximum": rules.BOUND,
    "exclusiveMinimum": rules.BOUND,
    "if": rules.CONDITIONAL,
    "maxContains": rules.CONDITIONAL,
    "minContains": rules.CONDITIONAL,
    "multipleOf": rules.BOUND,
    "not": rules.CONDITIONAL,
    "then": rules.CONDITIONAL,
    "unevaluatedItems": rules.CONDITIONAL,
    "unevaluatedProperties": rules.CONDITIONAL,
}
_LOWERED_PARAMETERS: Final = {**_LOWERED, "uniqueItems": rules.UNIQUE}
_LOWERED_JSON: Final = {
    **_LOWERED,
    "allOf": rules.ALL_OF_JSON,
    "maxProperties": rules.KEYS_JSON,
    "minProperties": rules.KEYS_JSON,
    "propertyNames": rules.KEYS_JSON,
}
# The fields of google.genai.types.Schema that have a meaning of ours.
_FIELDS: Final = frozenset(
    (
        "anyOf",
        "description",
        "enum",
        "format",
        "items",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "nullable",
        "pattern",
        "properties",
        "required",
        "title",
        "type",
    )
)
_KEYWORDS: Final = (_FIELDS - {"maxProperties", "minProperties", "nullable"}) | {
    "$defs",
    "$ref",
    "additionalProperties",
    "default",
    "prefixItems",
    "uniqueItems",
}
_WORDS: Final = frozenset(("description", "nullable", "title"))
_BESIDE_UNION: Final = _WORDS | {"default"} | _LOWERED_PARAMETERS.keys()


def form(schema: Schema, /) -> tuple[str, Schema, list[Change]]:
    """Return the field of a declaration that a tool's input schema goes into, the schema there, and the changes.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.

    Returns:
        `"parameters"` or `"parametersJsonSchema"` with the schema in that form.
    """
    root = opened(schema, rules.ROOT)
    if not root.root.get("properties") and root.root.get("additionalProperties", False) is False:
        root.note("", rules.NO_PARAMETERS)
        return _PARAMETERS, {"type": "object", "properties": {}}, root.changes
    document = Document(root.root)
    new = walk(document.root, _parameters, document)
    rerouted = [change for change in document.changes if change.rule.action == "reroute"]
    if not rerouted:
        return _PARAMETERS, without(new, "$defs"), root.changes + document.changes
    document = Document(root.root)
    new = document.pruned(walk(document.root, _json, document))
    return _JSON_SCHEMA, new, root.changes + rerouted + document.changes


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as Gemini takes it, in the form that `form` chooses, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Makes no difference: Gemini has no strict tools, but a mode of the request, `VALIDATED`.
    """
    _, new, changes = form(schema)
    return new, changes


def _parameters(node: Schema, at: str, document: Document) -> Schema:
    if at.startswith("/$defs/"):
        # Every reference is written out; nothing of `$defs` is sent.
        return {}
    node = _flat(node, at, document)
    node = union_alone(node, at, document, rules.BESIDE_UNION, staying=_BESIDE_UNION)
    if "anyOf" in node and not _BESIDE_UNION.issuperset(without(node, "anyOf", "$defs")):
        document.note(at, rules.BESIDE_UNION_KEPT)
    node = typed(node, at, document, rules.NO_TYPE)
    node = const_as_enum(node, at, document, rules.CONST)
    node = _strings_only(node, at, document)
    node = tuple_as_list(node, at, document, rules.TUPLE_OF_ONE)
    node = integer_bounds(node, at, document, rules.EXCLUSIVE)
    node = _plain_object(node, at, document)
    node = lower(node, at, document, _LOWERED_PARAMETERS)
    if "default" in node:
        is_null = node["default"] is None
        node = (drop if is_null else lower)(
            node, at, document, {"default": rules.DEFAULT_NULL if is_null else rules.DEFAULT}
        )
    if "format" in node and node["format"] != "date-time":
        node = lower(node, at, document, {"format": rules.FORMAT})
    if "prefixItems" in node:
        document.note(at, rules.TUPLE)
    elif admits(node, "array") and node.get("items", True) in (True, {}):
        document.note(at, rules.NO_ITEMS)
    if node.keys().isdisjoint(("type", "anyOf")):
        document.note(at, rules.UNTYPED)
    return drop(
        node, at, document, {k: rules.ANNOTATION for k in node if k not in _FIELDS and k != "$defs"}
    )


def _flat(node: Schema, at: str, document: Document) -> Schema:
    """Return the node without reference, conjunction, null arm or list of types."""
    while True:
        if "$ref" in node:
            if document.is_recursive(node["$ref"]) or not document.may_expand(at, node["$ref"]):
                document.note(at, rules.RECURSION)
                return {"type": "object"}
            document.note(at, rules.REFERENCE)
            node = _written_out(node, document)
        elif "allOf" in node:
            new = all_merged(node, document, at)
            document.note(at, rules.ALL_OF_KEPT if new is node else rules.ALL_OF)
            if new is node:
                return without(node, "allOf")
            node = new
        elif "oneOf" in node:
            node = one_of_as_any_of(node, at, document, rules.ONE_OF)
        elif isinstance(node.get("type"), list):
            node = _one_type(node, at, document)
        elif "anyOf" in node and (len(node["anyOf"]) == 1 or any(map(_is_null, node["anyOf"]))):
            node = _without_null(node, at, document)
        else:
            return node


def _written_out(node: Schema, document: Document) -> Schema:
    new = merged(node, document.definitions)
    if new is not node:
        return new
    target = document.resolve(node["$ref"])
    return described(
        {**target, **{k: v for k, v in node.items() if k in _WORDS}}, without(node, "$ref", *_WORDS)
    )


def _one_type(node: Schema, at: str, document: Document) -> Schema:
    kinds = [kind for kind in node["type"] if kind != "null"]
    if len(kinds) == len(node["type"]) or "anyOf" in node:
        new = types_as_union(node, at, document, rules.TYPES)
        if new is node:
            document.note(at, rules.BESIDE_UNION_KEPT)
            return without(node, "type")
        return new
    document.note(at, rules.TYPES)
    if not kinds:
        return {**node, "type": "null"}
    node = {**node, "type": kinds if len(kinds) > 1 else kinds[0], "nullable": True}
    if "enum" in node:
        node["enum"] = [value for value in node["enum"] if value is not None]
    return node


def _is_null(arm: Any) -> bool:
    arm = as_object(arm)
    return arm.get("type") == "null" or arm.get("const", ...) is None or arm.get("enum") == [None]


def _without_null(node: Schema, at: str, document: Document) -> Schema:
    arms = [arm for arm in node["anyOf"] if not _is_null(arm)]
    rest = without(node, "anyOf")
    if len(arms) < len(node["anyOf"]):
        document.note(at, rules.NULLABLE)
        if not arms:
            return {**rest, "type": "null"}
        rest["nullable"] = True
    if len(arms) > 1:
        return {**rest, "anyOf": arms}
    new = conjunction(rest, as_object(arms[0]))
    if new is None:
        document.note(at, rules.BESIDE_UNION_KEPT)
        return rest
    return new


def _strings_only(node: Schema, at: str, document: Document) -> Schema:
    values = node.get("enum")
    if not isinstance(values, list):
        return node
    if node.get("type") != "string" or not all(isinstance(value, str) for value in values):
        document.note(at, rules.VALUES)
    elif "" in values:
        document.note(at, rules.EMPTY_VALUE)
    return node


def _plain_object(node: Schema, at: str, document: Document) -> Schema:
    if node.get("type") != "object":
        return node
    if "patternProperties" in node or "propertyNames" in node:
        document.note(at, rules.KEYS)
    elif node.get("additionalProperties", False) not in (False, True, {}):
        document.note(at, rules.MAP)
    elif not node.get("properties"):
        document.note(at, rules.BARE_OBJECT)
    elif "additionalProperties" in node:
        node = drop(node, at, document, {"additionalProperties": rules.CLOSED})
    return _declared(node, at, document)


def _declared(node: Schema, at: str, document: Document) -> Schema:
    """Check the names of properties, and keep those of `required` that are declared."""
    properties = node.get("properties", {})
    for name in properties:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", name):
            document.note(f"{at}/properties/{escape(name)}", rules.KEY)
    undeclared = [name for name in node.get("required", ()) if name not in properties]
    return _not_required(node, undeclared, at, document, rules.UNDECLARED)


def _not_required(
    node: Schema, names: list[str], at: str, document: Document, rule: Rule
) -> Schema:
    """Take keys out of `required`, and say that they are."""
    if not names:
        return node
    document.note(at, rule)
    required = [name for name in node["required"] if name not in names]
    rest = {**node, "required": required} if required else without(node, "required")
    return described(rest, {"required": names})


def _without_required_cycles(node: Schema, at: str, document: Document) -> Schema:
    """In a definition on a cycle, require no key that leads on along it."""
    definition = at.split("/")[2] if at.startswith("/$defs/") else ""
    if not document.is_recursive(f"#/$defs/{definition}"):
        return node
    properties = node.get("properties", {})
    cyclic = [
        name
        for name in node.get("required", ())
        if any(map(document.is_recursive, references(as_object(properties.get(name, {})))))
    ]
    return _not_required(node, cyclic, at, document, rules.RECURSION_REQUIRED)


def _json(node: Schema, at: str, document: Document) -> Schema:
    node = all_of_merged(node, at, document, rules.ALL_OF)
    node = one_of_as_any_of(node, at, document, rules.ONE_OF)
    node = reference_wrapped(
        node, at, document, rules.REFERENCE_WORDS, beside=frozenset(("default", "description"))
    )
    node = typed(node, at, document, rules.NO_TYPE)
    node = types_as_union(node, at, document, rules.TYPES_JSON)
    node = const_as_enum(node, at, document, rules.CONST)
    node = patterns_widened(node, at, document, rules.KEYS_JSON)
    node = integer_bounds(node, at, document, rules.EXCLUSIVE)
    node = _plain_tuple(node, at, document)
    node = lower(node, at, document, _LOWERED_JSON)
    node = drop(node, at, document, {k: rules.ANNOTATION for k in node if k not in _KEYWORDS})
    if "$ref" in node and document.is_recursive(node["$ref"]):
        document.note(at, rules.RECURSION_JSON)
    if (
        admits(node, "array")
        and "prefixItems" not in node
        and node.get("items", True) in (True, {})
    ):
        document.note(at, rules.NO_ITEMS_JSON)
    if admits(node, "object"):
        if not node.get("properties") and node.get("additionalProperties", True) in (True, {}):
            document.note(at, rules.BARE_OBJECT_JSON)
        node = _without_required_cycles(node, at, document)
        return _declared(node, at, document)
    if node.keys().isdisjoint(("type", "anyOf", "$ref")):
        document.note(at, rules.UNTYPED_JSON)
    return node


def _plain_tuple(node: Schema, at: str, document: Document) -> Schema:
    items = node.get("prefixItems")
    if not isinstance(items, list) or node.get("items") is not False:
        return node
    document.note(at, rules.TUPLE_LENGTH)
    return {**without(node, "items"), "maxItems": min(len(items), node.get("maxItems", len(items)))}


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the declaration of one tool.

    Args:
        record: A tool as side-files have it.
    """
    field, parameters, _ = form(record["parameters"])
    description = record["description"] or record.get("title") or record["name"]
    declaration: dict[str, Any] = {"name": record["name"], "description": description}
    if parameters.get("properties") or field == _JSON_SCHEMA:
        declaration[field] = parameters
    return declaration


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `GenerateContentConfig(tools=…)` takes: one tool with every declaration."""
    return [{"functionDeclarations": [tool(record) for record in records]}] if records else []


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what Gemini refuses of these tools and what is changed, with pointers like `/0/parameters/…`.

    Args:
        records: All tools of one request, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._checking import checked

    document = checked(records, schema, name=(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}", rules.NAME))
    for index, record in enumerate(records):
        if len(record["name"]) > 64:
            document.note(f"/{index}/name", rules.LONG_NAME)
        if not record["description"]:
            document.note(f"/{index}/description", rules.NO_DESCRIPTION)
    if len(records) > 512:
        document.note("", rules.TOO_MANY)
    elif len(records) > 128:
        document.note("", rules.MANY)
    return document.changes


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Gemini returned, or None when it is something else.

    Args:
        response: A response, candidate, content, its parts, a part, or function calls, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import field, listed, named

    candidates = listed(field(response, "candidates"))
    if candidates is not None:
        response = candidates[0] if candidates else {"finishReason": "STOP"}
    content = field(response, "content")
    reason = named(field(response, "finishReason", "finish_reason"))
    if listed(field(content, "parts")) is not None or (content is None and reason.isupper()):
        return _read(listed(field(content, "parts")) or [], is_cut_off=reason == "MAX_TOKENS")
    parts = listed(field(response, "parts", "function_calls", "functionCalls"))
    if parts is not None:
        return _read(parts)
    parts = listed(response) or [response]
    return _read(parts) if all(map(_is_part, parts)) else None


def _is_part(part: Any) -> bool:
    from toolschema_runtime.dialects._reading import has

    if has(part, "type"):
        return False
    if has(part, "name"):
        return has(part, "args")
    return any(has(part, name) for name in ("functionCall", "function_call", "text", "thought"))


def _read(parts: list[Any], *, is_cut_off: bool = False) -> list[ToolCall]:
    from toolschema_runtime.dialects._reading import field, has, made

    found = [p if has(p, "args") else field(p, "functionCall", "function_call") for p in parts]
    triples = [(field(c, "name"), field(c, "args"), field(c, "id")) for c in found if c is not None]
    return made("gemini", triples, is_cut_off=is_cut_off)


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the content that answers calls: one, with a part for each."""
    return [
        {"role": "user", "parts": [{"functionResponse": _response(result)} for result in results]}
    ]


def _response(result: ToolResult) -> dict[str, Any]:
    id = {} if result.call.id is None else {"id": result.call.id}
    answer = {"error": result.text} if result.is_error else {"output": result.data}
    return {**id, "name": result.call.name, "response": answer}
