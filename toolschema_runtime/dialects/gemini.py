"""Gemini: function declarations, in OpenAPI form (`parameters`) or as JSON Schema (`parametersJsonSchema`).

A tool goes as `parameters`, which every Gemini API takes, when no value is asked for differently there; else as
`parametersJsonSchema`.
"""

from __future__ import annotations

import re

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
    Rule,
    admits,
    all_of_merged,
    as_object,
    drop,
    escape,
    lower,
    one_of_as_any_of,
    opened,
    reference_wrapped,
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
    from toolschema_runtime.dialects._rewriting import Change, Schema

_GITHUB = "https://github.com"
_SDK = f"{_GITHUB}/googleapis/python-genai"
_API = "https://ai.google.dev/api/caching#FunctionDeclaration"
_AI = f"{_GITHUB}/pydantic/pydantic-ai"
_P: Final = "parameters"
_J: Final = "parametersJsonSchema"

# A table of rules reads best as a table.
# fmt: off
NO_PARAMETERS: Final = Rule(
    "GE01", "any", "rewrite", "tool without parameters", "has no field for them",
    "A", f"{_GITHUB}/SWE-agent/SWE-agent/issues/1431",
)
BARE_OBJECT: Final = Rule(
    "GE02", _P, "reroute", "object without `properties` (bare `dict`)", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/pipecat-ai/pipecat-flows/issues/110",
)
BARE_OBJECT_JSON: Final = Rule(
    "GE02", _J, "warn", "object without `properties` (bare `dict`)", "is sent as it is", "U", _API,
)
ROOT: Final = Rule(
    "GE03", "any", "rewrite",
    "root that is no plain object: `anyOf`, `oneOf`, `allOf`, `enum`, `not`, `$ref` or no `type`",
    "one object with the keys of every form, and the description says what is meant",
    "A", f"{_GITHUB}/diegosouzapw/OmniRoute/issues/3360",
)
REFERENCE: Final = Rule(
    "GE04", _P, "rewrite", "`$ref`", "its target is written in its place",
    "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
RECURSION: Final = Rule(
    "GE05", _P, "reroute", "recursion, or references that grow too large when written out",
    "the tool goes as `parametersJsonSchema`", "A", _SDK,
)
RECURSION_JSON: Final = Rule(
    "GE05", _J, "warn", "recursion", "is sent as it is; Gemini unrolls it to some depth", "B", _API,
)
REFERENCE_WORDS: Final = Rule(
    "GE06", _J, "rewrite", "`$ref` with keywords other than `description` and `default` beside it",
    "the `$ref` becomes the one arm of an `anyOf`; what demands something is joined with the target",
    "A", f"{_GITHUB}/anomalyco/opencode/issues/12295",
)
TYPES: Final = Rule(
    "GE07", _P, "rewrite", "list of types", "becomes `nullable`, or `anyOf`",
    "A", f"{_GITHUB}/openclaw/openclaw/issues/137249",
)
TYPES_JSON: Final = Rule("GE07", _J, "rewrite", "list of types", "becomes `anyOf`", "D", _API)
NULLABLE: Final = Rule("GE08", _P, "rewrite", "`anyOf` with null", "becomes `nullable: true`", "A", _SDK)
BESIDE_UNION: Final = Rule(
    "GE09", _P, "rewrite", "demands beside `anyOf`", "move into its arms",
    "A", f"{_GITHUB}/BerriAI/litellm/issues/11164",
)
BESIDE_UNION_KEPT: Final = Rule(
    "GE09", _P, "reroute", "demands beside `anyOf` that do not join with its arms",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/BerriAI/litellm/issues/11164",
)
CONST: Final = Rule(
    "GE10", "any", "rewrite", "`const`", "becomes an `enum` of one value", "C", f"{_AI}/issues/3610",
)
VALUES: Final = Rule(
    "GE12", _P, "reroute", "`enum` or `const` of other values than strings",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/microsoft/azure-devops-mcp/issues/139",
)
NO_TYPE: Final = Rule(
    "GE11", "any", "rewrite", "`enum` or `const` without `type`", "gets the type of its values", "B", _API,
)
EMPTY_VALUE: Final = Rule(
    "GE13", _P, "reroute", '`enum` with `""`', "the tool goes as `parametersJsonSchema`", "C", _AI,
)
ONE_OF: Final = Rule("GE14", "any", "rewrite", "`oneOf`", "becomes `anyOf`", "A", _SDK)
ALL_OF: Final = Rule(
    "GE15", "any", "rewrite", "`allOf` that one schema can say", "becomes that schema", "A", _SDK,
)
ALL_OF_KEPT: Final = Rule(
    "GE15", _P, "reroute", "`allOf` that no one schema can say", "the tool goes as `parametersJsonSchema`",
    "A", _SDK,
)
ALL_OF_JSON: Final = Rule(
    "GE15", _J, "lower", "`allOf` that no one schema can say", "goes into the description", "U", _API,
)
CONDITIONAL: Final = Rule(
    "GE16", "any", "lower",
    "`not`, `if`, `then`, `else`, `dependentRequired`, `dependentSchemas`, `contains`, `unevaluatedItems`, "
    "`unevaluatedProperties`",
    "goes into the description", "A", f"{_GITHUB}/decolua/9router/issues/3018",
)
KEYS: Final = Rule(
    "GE16", _P, "reroute", "`patternProperties`, `propertyNames`", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/BerriAI/litellm/issues/14330",
)
KEYS_JSON: Final = Rule(
    "GE16", _J, "lower", "`patternProperties`, `propertyNames`, `minProperties`, `maxProperties`",
    "`additionalProperties`, and the keys go into the description", "U", _API,
)
CLOSED: Final = Rule(
    "GE17", _P, "drop", "`additionalProperties` that is `true` or `false`", "is left out; the decoder knows",
    "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
MAP: Final = Rule(
    "GE18", _P, "reroute", "`additionalProperties` with a schema (`dict[str, T]`)",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
TUPLE_OF_ONE: Final = Rule(
    "GE19", _P, "rewrite", "tuple of equal items", "becomes `items` with its length", "A", _SDK,
)
TUPLE: Final = Rule(
    "GE19", _P, "reroute", "tuple of different items", "the tool goes as `parametersJsonSchema`", "A", _SDK,
)
TUPLE_LENGTH: Final = Rule(
    "GE19", _J, "rewrite", "`items: false` after `prefixItems`", "becomes `maxItems`", "C", _AI,
)
NO_ITEMS: Final = Rule(
    "GE20", _P, "reroute", "array whose items may be anything", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/TokenRhythm/opensquilla/issues/1263",
)
NO_ITEMS_JSON: Final = Rule(
    "GE20", _J, "warn", "array whose items may be anything", "is sent as it is", "U", _API,
)
UNTYPED: Final = Rule(
    "GE21", _P, "reroute", "a value of any type", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/QuantumNous/new-api/issues/3022",
)
UNTYPED_JSON: Final = Rule("GE21", _J, "warn", "a value of any type", "is sent as it is", "U", _API)
EXCLUSIVE: Final = Rule(
    "GE22", "any", "rewrite", "`exclusiveMinimum`, `exclusiveMaximum` of an integer",
    "becomes `minimum`, `maximum`", "A", f"{_GITHUB}/zed-industries/zed/issues/44875",
)
BOUND: Final = Rule(
    "GE23", "any", "lower", "`exclusiveMinimum`, `exclusiveMaximum` of a number, `multipleOf`",
    "goes into the description", "A", f"{_GITHUB}/zed-industries/zed/issues/44875",
)
UNIQUE: Final = Rule("GE23", _P, "lower", "`uniqueItems`", "goes into the description", "A", _SDK)
FORMAT: Final = Rule(
    "GE24", _P, "lower", "`format` of a string other than `date-time`", "goes into the description",
    "A", f"{_GITHUB}/hideya/langchain-mcp-tools-ts/issues/36",
)
ENCODING: Final = Rule(
    "GE24", "any", "lower", "`contentEncoding`, `contentMediaType`", "goes into the description", "A", _SDK,
)
ANNOTATION: Final = Rule(
    "GE25", "any", "drop", "annotations and unknown keywords", "is left out",
    "A", f"{_GITHUB}/zed-extensions/mcp-server-brave-search/issues/12",
)
EXAMPLES: Final = Rule(
    "GE25", "any", "lower", "`examples`, `deprecated`", "goes into the description",
    "A", f"{_GITHUB}/zed-industries/zed/issues/59938",
)
UNDECLARED: Final = Rule(
    "GE26", "any", "lower", "`required` naming a key that is not declared", "goes into the description",
    "A", f"{_GITHUB}/genkit-ai/genkit/issues/5656",
)
KEY: Final = Rule(
    "GE27", "any", "reject", "property name other than `[A-Za-z_][A-Za-z0-9_]{0,63}`",
    "rename it, or give it a `Name`", "B", _API,
)
NAME: Final = Rule(
    "GE28", "any", "reject", "tool name other than `[A-Za-z_][A-Za-z0-9_.:-]{0,127}`", "rename the tool",
    "A", f"{_GITHUB}/GitHubSecurityLab/seclab-taskflow-agent/issues/287",
)
LONG_NAME: Final = Rule(
    "GE28", "any", "warn", "tool name of more than 64 characters", "is sent; some deployments refuse it",
    "A", f"{_GITHUB}/mcp-router/mcp-router/issues/177",
)
TOO_MANY: Final = Rule(
    "GE29", "any", "reject", "more than 512 tools in a request", "send fewer",
    "A", f"{_GITHUB}/google-gemini/gemini-cli/issues/19083",
)
MANY: Final = Rule(
    "GE29", "any", "warn", "more than 128 tools in a request", "are sent; Vertex documents 128", "B", _API,
)
NO_DESCRIPTION: Final = Rule(
    "GE30", "any", "rewrite", "tool without a description", "gets its title or name as one", "B", _API,
)
DEFAULT: Final = Rule("GE31", _P, "lower", "`default`", "goes into the description, since Gemini ignores it", "A", _SDK)
DEFAULT_NULL: Final = Rule("GE31", _P, "drop", "`default: null`", "is left out", "A", _SDK)
RULES: Final = (
    NO_PARAMETERS, BARE_OBJECT, BARE_OBJECT_JSON, ROOT, REFERENCE, RECURSION, RECURSION_JSON, REFERENCE_WORDS,
    TYPES, TYPES_JSON, NULLABLE, BESIDE_UNION, BESIDE_UNION_KEPT, CONST, NO_TYPE, VALUES, EMPTY_VALUE, ONE_OF,
    ALL_OF, ALL_OF_KEPT, ALL_OF_JSON, CONDITIONAL, KEYS, KEYS_JSON, CLOSED, MAP, TUPLE_OF_ONE, TUPLE,
    TUPLE_LENGTH, NO_ITEMS, NO_ITEMS_JSON, UNTYPED, UNTYPED_JSON, EXCLUSIVE, BOUND, UNIQUE, FORMAT, ENCODING,
    ANNOTATION, EXAMPLES, UNDECLARED, KEY, NAME, LONG_NAME, TOO_MANY, MANY, NO_DESCRIPTION, DEFAULT, DEFAULT_NULL,
)
# fmt: on
_LOWERED: Final = {
    "contains": CONDITIONAL,
    "contentEncoding": ENCODING,
    "contentMediaType": ENCODING,
    "contentSchema": ENCODING,
    "dependentRequired": CONDITIONAL,
    "dependentSchemas": CONDITIONAL,
    "deprecated": EXAMPLES,
    "else": CONDITIONAL,
    "examples": EXAMPLES,
    "exclusiveMaximum": BOUND,
    "exclusiveMinimum": BOUND,
    "if": CONDITIONAL,
    "maxContains": CONDITIONAL,
    "minContains": CONDITIONAL,
    "multipleOf": BOUND,
    "not": CONDITIONAL,
    "then": CONDITIONAL,
    "unevaluatedItems": CONDITIONAL,
    "unevaluatedProperties": CONDITIONAL,
}
_LOWERED_PARAMETERS: Final = {**_LOWERED, "uniqueItems": UNIQUE}
_LOWERED_JSON: Final = {
    **_LOWERED,
    "allOf": ALL_OF_JSON,
    "maxProperties": KEYS_JSON,
    "minProperties": KEYS_JSON,
    "propertyNames": KEYS_JSON,
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
    root = opened(schema, ROOT)
    if not root.root.get("properties") and root.root.get("additionalProperties", False) is False:
        root.note("", NO_PARAMETERS)
        return _P, {"type": "object", "properties": {}}, root.changes
    document = Document(root.root)
    new = walk(document.root, _parameters, document)
    rerouted = [change for change in document.changes if change.rule.action == "reroute"]
    if not rerouted:
        return _P, without(new, "$defs"), root.changes + document.changes
    document = Document(root.root)
    new = walk(document.root, _json, document)
    return _J, new, root.changes + rerouted + document.changes


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
    node = union_alone(node, at, document, BESIDE_UNION, staying=_BESIDE_UNION)
    if "anyOf" in node and not _BESIDE_UNION.issuperset(without(node, "anyOf", "$defs")):
        document.note(at, BESIDE_UNION_KEPT)
    node = typed(node, at, document, NO_TYPE)
    node = const_as_enum(node, at, document, CONST)
    node = _strings_only(node, at, document)
    node = tuple_as_list(node, at, document, TUPLE_OF_ONE)
    node = integer_bounds(node, at, document, EXCLUSIVE)
    node = _plain_object(node, at, document)
    node = lower(node, at, document, _LOWERED_PARAMETERS)
    if "default" in node:
        is_null = node["default"] is None
        node = (drop if is_null else lower)(
            node, at, document, {"default": DEFAULT_NULL if is_null else DEFAULT}
        )
    if "format" in node and node["format"] != "date-time":
        node = lower(node, at, document, {"format": FORMAT})
    if "prefixItems" in node:
        document.note(at, TUPLE)
    elif admits(node, "array") and node.get("items", True) in (True, {}):
        document.note(at, NO_ITEMS)
    if node.keys().isdisjoint(("type", "anyOf")):
        document.note(at, UNTYPED)
    return drop(
        node, at, document, {k: ANNOTATION for k in node if k not in _FIELDS and k != "$defs"}
    )


def _flat(node: Schema, at: str, document: Document) -> Schema:
    """Return the node without reference, conjunction, null arm or list of types."""
    while True:
        if "$ref" in node:
            if document.is_recursive(node["$ref"]) or not document.may_expand(at, node["$ref"]):
                document.note(at, RECURSION)
                return {"type": "object"}
            document.note(at, REFERENCE)
            node = _written_out(node, document)
        elif "allOf" in node:
            new = all_merged(node, document, at)
            document.note(at, ALL_OF_KEPT if new is node else ALL_OF)
            if new is node:
                return without(node, "allOf")
            node = new
        elif "oneOf" in node:
            node = one_of_as_any_of(node, at, document, ONE_OF)
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
        new = types_as_union(node, at, document, TYPES)
        if new is node:
            document.note(at, BESIDE_UNION_KEPT)
            return without(node, "type")
        return new
    document.note(at, TYPES)
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
        document.note(at, NULLABLE)
        if not arms:
            return {**rest, "type": "null"}
        rest["nullable"] = True
    if len(arms) > 1:
        return {**rest, "anyOf": arms}
    new = conjunction(rest, as_object(arms[0]))
    if new is None:
        document.note(at, BESIDE_UNION_KEPT)
        return rest
    return new


def _strings_only(node: Schema, at: str, document: Document) -> Schema:
    values = node.get("enum")
    if not isinstance(values, list):
        return node
    if node.get("type") != "string" or not all(isinstance(value, str) for value in values):
        document.note(at, VALUES)
    elif "" in values:
        document.note(at, EMPTY_VALUE)
    return node


def _plain_object(node: Schema, at: str, document: Document) -> Schema:
    if node.get("type") != "object":
        return node
    if "patternProperties" in node or "propertyNames" in node:
        document.note(at, KEYS)
    elif node.get("additionalProperties", False) not in (False, True, {}):
        document.note(at, MAP)
    elif not node.get("properties"):
        document.note(at, BARE_OBJECT)
    elif "additionalProperties" in node:
        node = drop(node, at, document, {"additionalProperties": CLOSED})
    return _declared(node, at, document)


def _declared(node: Schema, at: str, document: Document) -> Schema:
    """Check the names of properties, and keep those of `required` that are declared."""
    properties = node.get("properties", {})
    for name in properties:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]{0,63}", name):
            document.note(f"{at}/properties/{escape(name)}", KEY)
    undeclared = [name for name in node.get("required", ()) if name not in properties]
    if not undeclared:
        return node
    document.note(at, UNDECLARED)
    declared = [name for name in node["required"] if name in properties]
    rest = {**node, "required": declared} if declared else without(node, "required")
    return described(rest, {"required": undeclared})


def _json(node: Schema, at: str, document: Document) -> Schema:
    node = all_of_merged(node, at, document, ALL_OF)
    node = one_of_as_any_of(node, at, document, ONE_OF)
    node = reference_wrapped(
        node, at, document, REFERENCE_WORDS, beside=frozenset(("default", "description"))
    )
    node = typed(node, at, document, NO_TYPE)
    node = types_as_union(node, at, document, TYPES_JSON)
    node = const_as_enum(node, at, document, CONST)
    node = patterns_widened(node, at, document, KEYS_JSON)
    node = integer_bounds(node, at, document, EXCLUSIVE)
    node = _plain_tuple(node, at, document)
    node = lower(node, at, document, _LOWERED_JSON)
    node = drop(node, at, document, {k: ANNOTATION for k in node if k not in _KEYWORDS})
    if "$ref" in node and document.is_recursive(node["$ref"]):
        document.note(at, RECURSION_JSON)
    if (
        admits(node, "array")
        and "prefixItems" not in node
        and node.get("items", True) in (True, {})
    ):
        document.note(at, NO_ITEMS_JSON)
    if admits(node, "object"):
        if not node.get("properties") and node.get("additionalProperties", True) in (True, {}):
            document.note(at, BARE_OBJECT_JSON)
        return _declared(node, at, document)
    if node.keys().isdisjoint(("type", "anyOf", "$ref")):
        document.note(at, UNTYPED_JSON)
    return node


def _plain_tuple(node: Schema, at: str, document: Document) -> Schema:
    items = node.get("prefixItems")
    if not isinstance(items, list) or node.get("items") is not False:
        return node
    document.note(at, TUPLE_LENGTH)
    return {**without(node, "items"), "maxItems": min(len(items), node.get("maxItems", len(items)))}


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the declaration of one tool.

    Args:
        record: A tool as side-files have it.
    """
    field, parameters, _ = form(record["parameters"])
    description = record["description"] or record.get("title") or record["name"]
    declaration: dict[str, Any] = {"name": record["name"], "description": description}
    if parameters.get("properties") or field == _J:
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

    document = checked(records, schema, name=(r"[A-Za-z_][A-Za-z0-9_.:-]{0,127}", NAME))
    for index, record in enumerate(records):
        if len(record["name"]) > 64:
            document.note(f"/{index}/name", LONG_NAME)
        if not record["description"]:
            document.note(f"/{index}/description", NO_DESCRIPTION)
    if len(records) > 512:
        document.note("", TOO_MANY)
    elif len(records) > 128:
        document.note("", MANY)
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
