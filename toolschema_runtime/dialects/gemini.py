"""Gemini: function declarations, in OpenAPI form (`parameters`) or as JSON Schema (`parametersJsonSchema`).

A tool goes as `parameters`, which every Gemini API takes, when no value is asked for differently there; else as
`parametersJsonSchema`.
"""

from __future__ import annotations

import re

from toolschema_runtime.dialects import opened, root_rule
from toolschema_runtime.dialects._rewriting import (
    Document,
    Rule,
    admits,
    as_object,
    drop,
    escape,
    lower,
    typed,
    walk,
    without,
)

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
_PARAMETERS: Final = "parameters"
_JSON_SCHEMA: Final = "parametersJsonSchema"

# A table of rules reads best as a table.
# fmt: off
NO_PARAMETERS: Final = Rule(
    "GE01", "any", "rewrite", "tool without parameters", "has no field for them",
    "A", f"{_GITHUB}/SWE-agent/SWE-agent/issues/1431",
)
BARE_OBJECT: Final = Rule(
    "GE02", _PARAMETERS, "reroute", "object without `properties` (bare `dict`)", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/pipecat-ai/pipecat-flows/issues/110",
)
ROOT: Final = root_rule("GE03", "A", f"{_GITHUB}/diegosouzapw/OmniRoute/issues/3360")
TYPES: Final = Rule(
    "GE07", _PARAMETERS, "rewrite", "list of types", "becomes `nullable`, or `anyOf`",
    "A", f"{_GITHUB}/openclaw/openclaw/issues/137249",
)
NULLABLE: Final = Rule("GE08", _PARAMETERS, "rewrite", "`anyOf` with null", "becomes `nullable: true`", "A", _SDK)
VALUES: Final = Rule(
    "GE12", _PARAMETERS, "reroute", "`enum` or `const` of other values than strings",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/microsoft/azure-devops-mcp/issues/139",
)
EMPTY_VALUE: Final = Rule(
    "GE13", _PARAMETERS, "reroute", '`enum` with `""`', "the tool goes as `parametersJsonSchema`", "C", _AI,
)
KEYS: Final = Rule(
    "GE16", _PARAMETERS, "reroute", "`patternProperties`, `propertyNames`", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/BerriAI/litellm/issues/14330",
)
CLOSED: Final = Rule(
    "GE17", _PARAMETERS, "drop", "`additionalProperties` that is `true` or `false`", "is left out; the decoder knows",
    "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
MAP: Final = Rule(
    "GE18", _PARAMETERS, "reroute", "`additionalProperties` with a schema (`dict[str, T]`)",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
TUPLE_OF_ONE: Final = Rule(
    "GE19", _PARAMETERS, "rewrite", "tuple of equal items", "becomes `items` with its length", "A", _SDK,
)
TUPLE: Final = Rule(
    "GE19", _PARAMETERS, "reroute", "tuple of different items", "the tool goes as `parametersJsonSchema`", "A", _SDK,
)
NO_ITEMS: Final = Rule(
    "GE20", _PARAMETERS, "reroute", "array whose items may be anything", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/TokenRhythm/opensquilla/issues/1263",
)
UNTYPED: Final = Rule(
    "GE21", _PARAMETERS, "reroute", "a value of any type", "the tool goes as `parametersJsonSchema`",
    "A", f"{_GITHUB}/QuantumNous/new-api/issues/3022",
)
UNIQUE: Final = Rule("GE23", _PARAMETERS, "lower", "`uniqueItems`", "goes into the description", "A", _SDK)
FORMAT: Final = Rule(
    "GE24", _PARAMETERS, "lower", "`format` of a string other than `date-time`", "goes into the description",
    "A", f"{_GITHUB}/hideya/langchain-mcp-tools-ts/issues/36",
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
DEFAULT: Final = Rule("GE31", _PARAMETERS, "lower", "`default`", "goes into the description, since Gemini ignores it", "A", _SDK)
DEFAULT_NULL: Final = Rule("GE31", _PARAMETERS, "drop", "`default: null`", "is left out", "A", _SDK)
_RULES: Final = (
    NO_PARAMETERS, BARE_OBJECT, ROOT, TYPES, NULLABLE, VALUES, EMPTY_VALUE, KEYS, CLOSED, MAP, TUPLE_OF_ONE, TUPLE, NO_ITEMS,
    UNTYPED, UNIQUE, UNDECLARED, KEY, NAME, LONG_NAME, TOO_MANY, MANY, NO_DESCRIPTION, DEFAULT, DEFAULT_NULL,
)
# fmt: on
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
_SENT: Final = _FIELDS | {"$defs"}
_TAKEN: Final = _SENT | {"additionalProperties", "default", "patternProperties", "prefixItems"}
_WORDS: Final = frozenset(("description", "nullable", "title"))
_BESIDE_ARM: Final = _WORDS | {"default"}
_COMPOSED: Final = frozenset(("$ref", "allOf", "oneOf"))
_BESIDE_UNION: Final = _BESIDE_ARM | {"$defs", "anyOf"}


def rules() -> tuple[Rule, ...]:
    """Return every rule of Gemini for tools and their schemas, in either form."""
    from toolschema_runtime.dialects import _gemini_composition, _gemini_json, _gemini_rules

    # The rules of one id stand in this order on the provider's page.
    return (
        FORMAT,
        *_gemini_rules.RULES,
        *_gemini_composition.RULES,
        *_RULES,
        *_gemini_json.RULES,
    )


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
        return _PARAMETERS, {"type": "object", "properties": {}}, root.changes
    document = Document(root.root)
    new = walk(document.root, _parameters, document)
    rerouted = [change for change in document.changes if change.rule.action == "reroute"]
    if not rerouted:
        return _PARAMETERS, without(new, "$defs"), root.changes + document.changes
    # Few tools go in the other form.
    from toolschema_runtime.dialects._gemini_json import step as json_step

    def json(node: Schema, at: str, document: Document) -> Schema:
        node = json_step(node, at, document)
        return _declared(node, at, document) if admits(node, "object") else node

    document = Document(root.root)
    new = document.pruned(walk(document.root, json, document))
    return _JSON_SCHEMA, new, root.changes + rerouted + document.changes


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as Gemini takes it, in the form that `form` chooses, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Makes no difference: Gemini has no strict tools, but a mode of the request, `VALIDATED`.
    """
    _, new, changes = form(schema)
    return new, changes


# What few schemas have is rewritten in modules of their own, which are imported when one has it.


def _parameters(node: Schema, at: str, document: Document) -> Schema:
    if at.startswith("/$defs/"):
        # Every reference is written out; nothing of `$defs` is sent.
        return {}
    node = _flat(node, at, document)
    if "anyOf" in node and not _BESIDE_UNION.issuperset(node):
        from toolschema_runtime.dialects._gemini_composition import demands_joined

        node = demands_joined(node, at, document, staying=_BESIDE_ARM)
    if "const" in node or ("enum" in node and "type" not in node):
        node = _values_listed(node, at, document)
    node = _strings_only(node, at, document)
    if "prefixItems" in node:
        from toolschema_runtime.dialects._moves import tuple_as_list

        node = tuple_as_list(node, at, document, TUPLE_OF_ONE)
    node = _plain_object(node, at, document)
    if not _TAKEN.issuperset(node):
        node = _lowered(node, at, document)
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
    return node if _SENT.issuperset(node) else _fields_alone(node, at, document)


def _values_listed(node: Schema, at: str, document: Document) -> Schema:
    from toolschema_runtime.dialects._gemini_rules import CONST, NO_TYPE
    from toolschema_runtime.dialects._moves import const_as_enum

    return const_as_enum(typed(node, at, document, NO_TYPE), at, document, CONST)


def _lowered(node: Schema, at: str, document: Document) -> Schema:
    from toolschema_runtime.dialects._gemini_rules import EXCLUSIVE, LOWERED
    from toolschema_runtime.dialects._moves import integer_bounds

    node = integer_bounds(node, at, document, EXCLUSIVE)
    return lower(node, at, document, {**LOWERED, "uniqueItems": UNIQUE})


def _fields_alone(node: Schema, at: str, document: Document) -> Schema:
    from toolschema_runtime.dialects._gemini_rules import ANNOTATION

    return drop(node, at, document, {k: ANNOTATION for k in node if k not in _SENT})


def _flat(node: Schema, at: str, document: Document) -> Schema:
    """Return the node without reference, conjunction, null arm or list of types."""
    while True:
        if not _COMPOSED.isdisjoint(node):
            # Few tools of ours have definitions, and none the rest.
            from toolschema_runtime.dialects._gemini_composition import drawn

            node = drawn(node, at, document, staying=_WORDS)
            if "allOf" in node:
                return without(node, "allOf")
        elif isinstance(node.get("type"), list):
            node = _one_type(node, at, document)
        elif "anyOf" in node and (len(node["anyOf"]) == 1 or any(map(_is_null, node["anyOf"]))):
            node = _without_null(node, at, document)
        else:
            return node


def _one_type(node: Schema, at: str, document: Document) -> Schema:
    kinds = [kind for kind in node["type"] if kind != "null"]
    if len(kinds) == len(node["type"]) or "anyOf" in node:
        from toolschema_runtime.dialects._gemini_composition import types_parted

        return types_parted(node, at, document, TYPES)
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
    arm = as_object(arms[0])
    if _BESIDE_ARM.issuperset(rest) and _is_plain(arm):
        # Most optional values: only words are beside them.
        return {**arm, **rest}
    from toolschema_runtime.dialects._gemini_composition import arm_joined

    return arm_joined(rest, arm, at, document)


def _is_plain(arm: Schema) -> bool:
    """Whether no part of a schema may contradict another."""
    if not arm.keys().isdisjoint(("const", "nullable", "patternProperties")):
        return False
    values = arm.get("enum")
    return values is None or (
        arm.get("type") == "string" and values and all(isinstance(value, str) for value in values)
    )


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
    from toolschema_runtime.dialects._moves import not_required

    return not_required(node, undeclared, at, document, UNDECLARED)


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
    from toolschema_runtime.dialects._gemini_calls import calls

    return calls(response)


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the content that answers calls: one, with a part for each."""
    return [
        {"role": "user", "parts": [{"functionResponse": _response(result)} for result in results]}
    ]


def _response(result: ToolResult) -> dict[str, Any]:
    id = {} if result.call.id is None else {"id": result.call.id}
    answer = {"error": result.text} if result.is_error else {"output": result.data}
    return {**id, "name": result.call.name, "response": answer}
