"""Anthropic Messages: tools, loose and strict."""

from __future__ import annotations

import re

from toolschema_runtime.dialects._rewriting import (
    WORDS,
    Document,
    Rule,
    admits,
    all_of_merged,
    drop,
    escape,
    fitted,
    is_open,
    lower,
    objects_in,
    one_of_as_any_of,
    opened,
    tuple_as_list,
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
_GUIDE = "https://platform.claude.com/docs/en/build-with-claude/structured-outputs"
_SDK = f"{_GITHUB}/anthropics/anthropic-sdk-python"

# A table of rules reads best as a table.
# fmt: off
ROOT: Final = Rule(
    "AN02", "any", "rewrite",
    "root that is no plain object: `anyOf`, `oneOf`, `allOf`, `enum`, `not`, `$ref` or no `type`",
    "one object with the keys of every form, and the description says what is meant",
    "A", f"{_GITHUB}/anthropics/claude-code/issues/5973",
)
KEY: Final = Rule(
    "AN03", "any", "reject", "parameter name other than `[a-zA-Z0-9_.-]{1,64}`",
    "rename it, or give it a `Name`", "A", f"{_GITHUB}/anthropics/claude-code/issues/79418",
)
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
BUDGET: Final = Rule(
    "AN17", "strict", "reject",
    "more than 20 strict tools, 24 optional properties or 16 unions in the strict tools of a request",
    "send fewer, or make some tools loose", "B", _GUIDE,
)
NAME: Final = Rule(
    "AN18", "any", "reject", "tool name other than `[a-zA-Z0-9_-]{1,128}`", "rename the tool",
    "A", f"{_GITHUB}/anthropics/claude-code/issues/96152",
)
LONG_NAME: Final = Rule(
    "AN18", "any", "warn", "tool name of more than 64 characters", "is sent; Bedrock refuses it",
    "A", f"{_GITHUB}/aws/aws-sdk-js-v3/issues/7287",
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
    ROOT, NO_PROPERTIES, BESIDE_UNION, BESIDE_UNION_KEPT, KEY, NOT_CLOSED, OPEN, PATTERN_PROPERTIES, RECURSION, BOUND, SIZE, PATTERN, FORMAT, ONE_OF, ALL_OF,
    ALL_OF_KEPT, REFERENCE_WORDS, TUPLE_OF_ONE, UNPROBED, NO_TYPE, UNTYPED, BUDGET, NAME, LONG_NAME, ANNOTATION,
)
# fmt: on
_CUT_OFF: Final = ("max_tokens", "model_context_window_exceeded")
# Blocks of a message's content; those of other providers have other types.
_BLOCKS: Final = frozenset(
    (
        "code_execution_tool_result",
        "mcp_tool_result",
        "mcp_tool_use",
        "redacted_thinking",
        "server_tool_use",
        "text",
        "thinking",
        "tool_use",
        "web_fetch_tool_result",
        "web_search_tool_result",
    )
)
_FORMATS: Final = frozenset(
    ("date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uri", "uuid")
)
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


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as Anthropic takes it, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Whether the tool is sent with `strict: true`.
    """
    document = opened(schema, ROOT)
    for name in document.root.get("properties", ()):
        if not re.fullmatch(r"[a-zA-Z0-9_.-]{1,64}", name):
            document.note(f"/properties/{escape(name)}", KEY)
    if not strict:
        return document.root, document.changes
    new = document.pruned(walk(document.root, strict_step, document))
    return new, document.changes


def strict_step(node: Schema, at: str, document: Document) -> Schema:
    """Rewrite one node as strict mode takes it, whoever serves the model."""
    # Loose tools need none of it.
    from toolschema_runtime.dialects._moves import (
        reference_inlined,
        tuple_widened,
        union_alone,
    )

    node = all_of_merged(node, at, document, ALL_OF)
    node = reference_inlined(node, at, document, REFERENCE_WORDS)
    node = one_of_as_any_of(node, at, document, ONE_OF)
    node = union_alone(node, at, document, BESIDE_UNION, staying=WORDS)
    if "anyOf" in node:
        beside = without(node, "anyOf", "$defs", *WORDS)
        node = lower(node, at, document, dict.fromkeys(beside, BESIDE_UNION_KEPT))
    node = tuple_as_list(node, at, document, TUPLE_OF_ONE)
    node = tuple_widened(node, at, document, UNPROBED)
    node = lower(node, at, document, _lowered(node))
    node = typed(node, at, document, NO_TYPE)
    node = drop(
        node, at, document, {keyword: ANNOTATION for keyword in node if keyword not in _KNOWN}
    )
    if "$ref" in node and document.is_recursive(node["$ref"]):
        document.note(at, RECURSION)
    if "allOf" in node:
        document.note(at, ALL_OF_KEPT)
    if admits(node, "object"):
        return _closed(node, at, document)
    if node.keys().isdisjoint(("type", "anyOf", "$ref", "allOf")):
        document.note(at, UNTYPED)
    return node


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
    if "additionalProperties" not in node:
        document.note(at, NOT_CLOSED)
        node = {**without(node, "unevaluatedProperties"), "additionalProperties": False}
    if "properties" not in node:
        document.note(at, NO_PROPERTIES)
        node = {**node, "properties": {}}
    return node


def strict_parameters(record: dict[str, Any]) -> Schema:
    """The parameters of a strict tool, in which what is optional may be left out."""
    # Loose tools need none of it.
    from toolschema_runtime.dialects._optional import optional_again

    return optional_again(record)


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the envelope of one tool.

    Args:
        record: A tool as side-files have it.
    """
    asked = strict_parameters(record) if record["strict"] else record["parameters"]
    parameters, is_strict = fitted(asked, strict=record["strict"], rewrite=schema)
    envelope: dict[str, Any] = {"name": record["name"]}
    if record["description"]:
        envelope["description"] = record["description"]
    envelope["input_schema"] = parameters
    if is_strict:
        envelope["strict"] = True
    return envelope


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `messages.create(tools=…)` takes."""
    return [tool(record) for record in records]


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what Anthropic refuses of these tools and what is changed, with pointers like `/0/parameters/…`.

    Args:
        records: All tools of one request, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._checking import checked

    asked = [
        {**record, "parameters": strict_parameters(record)} if record["strict"] else record
        for record in records
    ]
    document = checked(asked, schema, name=(r"[a-zA-Z0-9_-]{1,128}", NAME))
    for index, record in enumerate(records):
        if len(record["name"]) > 64:
            document.note(f"/{index}/name", LONG_NAME)
    if exceeds_budget(tools(records)):
        document.note("", BUDGET)
    return document.changes


def exceeds_budget(tools: Sequence[dict[str, Any]]) -> bool:
    """Whether the strict tools of a request are too many, or have too many optional properties or unions."""
    strict = [tool["input_schema"] for tool in tools if tool.get("strict")]
    optional = unions = 0
    for node, _ in (pair for parameters in strict for pair in objects_in(parameters)):
        properties = node["properties"]
        optional += len(properties.keys() - set(node.get("required", ())))
        unions += sum("anyOf" in p or isinstance(p.get("type"), list) for p in properties.values())
    return len(strict) > 20 or optional > 24 or unions > 16


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Messages returned, or None when it is something else.

    Args:
        response: A message, its content, or a block, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import field, has, listed, made

    content = listed(field(response, "content"))
    if content is not None and (
        field(response, "role") != "assistant" or has(response, "tool_calls")
    ):
        return None
    blocks = content if content is not None else listed(response)
    if blocks is None:
        blocks = [response]
    if blocks and not any(field(block, "type") in _BLOCKS for block in blocks):
        return None
    uses = [block for block in blocks if field(block, "type") == "tool_use"]
    parts = [(field(use, "name"), field(use, "input"), field(use, "id")) for use in uses]
    return made("anthropic", parts, is_cut_off=field(response, "stop_reason") in _CUT_OFF)


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the message that answers calls: one of the user's, with every result."""
    return [{"role": "user", "content": [_block(result) for result in results]}]


def _block(result: ToolResult) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": result.call.id, "content": result.text}
    return {**block, "is_error": True} if result.is_error else block
