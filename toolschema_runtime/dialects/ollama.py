"""Ollama: function tools in OpenAI's envelope, of which the server keeps few keywords for the model's template.

Everything else is said in descriptions.  The Python SDK up to 0.6.3 keeps still less: of a property, no `anyOf` and no
`properties`; where they matter, post the same dicts to `/api/chat`.
"""

from __future__ import annotations

from toolschema_runtime.dialects import opened, root_rule
from toolschema_runtime.dialects._rewriting import (
    Document,
    Rule,
    as_object,
    drop,
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
_SERVER = f"{_GITHUB}/ollama/ollama/issues/11444"
_SDK = f"{_GITHUB}/ollama/ollama-python/issues/429"

# A table of rules reads best as a table.
# fmt: off
ROOT: Final = root_rule("OL01", "A", _SERVER)
REFERENCE: Final = Rule("OL02", "any", "rewrite", "`$ref`", "its target is written in its place", "A", _SERVER)
RECURSION: Final = Rule(
    "OL02", "any", "lower", "recursion, or references that grow too large when written out",
    "is written out once; below, any object is asked for", "A", _SERVER,
)
CONST: Final = Rule("OL03", "any", "rewrite", "`const`", "becomes an `enum` of one value", "A", _SERVER)
UNION: Final = Rule(
    "OL04", "any", "rewrite", "`anyOf` of plain types", "becomes a list of types", "A", _SDK,
)
UNION_KEPT: Final = Rule(
    "OL04", "any", "warn", "`anyOf` of other schemas", "is sent; the Python SDK up to 0.6.3 leaves it out", "A", _SDK,
)
ONE_OF: Final = Rule("OL05", "any", "rewrite", "`oneOf`", "becomes `anyOf`", "A", _SERVER)
ALL_OF: Final = Rule(
    "OL06", "any", "rewrite", "`allOf` that one schema can say", "becomes that schema", "A", _SERVER,
)
MAP: Final = Rule(
    "OL07", "any", "lower", "`additionalProperties` with a schema (`dict[str, T]`), `patternProperties`",
    "goes into the description", "A", _SERVER,
)
TUPLE: Final = Rule(
    "OL08", "any", "lower", "`prefixItems` (a tuple)", "becomes `items`; the description says what stands where",
    "A", _SERVER,
)
CONSTRAINT: Final = Rule(
    "OL09", "any", "lower", "every other keyword that demands something, `default`, `examples`",
    "goes into the description", "A", f"{_GITHUB}/ollama/ollama/issues/13472",
)
ANNOTATION: Final = Rule(
    "OL10", "any", "drop", "`title`, `additionalProperties` of true or false, unknown keywords", "is left out",
    "A", f"{_GITHUB}/ollama/ollama/issues/13508",
)
NO_TYPE: Final = Rule(
    "OL11", "any", "rewrite", "`enum` or `const` without `type`", "gets the type of its values", "D", _SERVER,
)
NESTED: Final = Rule(
    "OL12", "any", "warn", "object with `properties` in a property",
    "is sent; the Python SDK up to 0.6.3 leaves its keys out", "A", _SDK,
)
# fmt: on
_KEPT: Final = frozenset(
    ("$defs", "anyOf", "description", "enum", "items", "properties", "required", "type")
)
_SAME_FORM: Final = "Of the same form as an object around it."
_SCALARS: Final = ("string", "integer", "number", "boolean", "null")
_MOVED: Final = frozenset(("const", "oneOf", "patternProperties", "prefixItems"))
_LOWERED: Final = frozenset(
    (
        "allOf",
        "contains",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "default",
        "dependentRequired",
        "dependentSchemas",
        "deprecated",
        "else",
        "examples",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "if",
        "maxContains",
        "maxItems",
        "maxLength",
        "maxProperties",
        "maximum",
        "minContains",
        "minItems",
        "minLength",
        "minProperties",
        "minimum",
        "multipleOf",
        "not",
        "pattern",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
        "uniqueItems",
    )
)


def rules() -> tuple[Rule, ...]:
    """Return every rule of Ollama for tools and their schemas."""
    return (
        ROOT,
        REFERENCE,
        RECURSION,
        CONST,
        UNION,
        UNION_KEPT,
        ONE_OF,
        ALL_OF,
        MAP,
        TUPLE,
        CONSTRAINT,
        ANNOTATION,
        NO_TYPE,
        NESTED,
    )


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as Ollama takes it, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Makes no difference: Ollama has no strict tools.
    """
    document = opened(schema, ROOT)
    return without(walk(document.root, _Step(), document), "$defs"), document.changes


class _Step:
    """Rewrites one node, and remembers which definitions were written out on the way to it."""

    def __init__(self) -> None:
        # Innermost last: the walk goes downwards, so that what is not around a node never is again.
        self._written: list[tuple[str, str]] = []

    def __call__(self, node: Schema, at: str, document: Document) -> Schema:
        if at.startswith("/$defs/"):
            # Every reference is written out; nothing of `$defs` is sent.
            return {}
        if "$ref" in node or "allOf" in node:
            node = self._written_out(node, at, document)
        if not _MOVED.isdisjoint(node) or ("enum" in node and "type" not in node):
            node = _moved(node, at, document)
        node = _plain_union(node, at, document)
        if isinstance(node.get("additionalProperties"), dict):
            node = lower(node, at, document, {"additionalProperties": MAP})
        node = lower(node, at, document, {k: CONSTRAINT for k in node if k in _LOWERED})
        node = drop(node, at, document, {k: ANNOTATION for k in node if k not in _KEPT})
        if at.startswith("/properties/") and node.get("properties"):
            document.note(at, NESTED)
        return node

    def _written_out(self, node: Schema, at: str, document: Document) -> Schema:
        # Few tools of ours have definitions.
        from toolschema_runtime.dialects._merging import all_merged, conjunction, merged
        from toolschema_runtime.dialects._wording import joined

        while "$ref" in node or "allOf" in node:
            if "$ref" not in node:
                new = all_merged(node, document, at)
                if new is node:
                    return node
                document.note(at, ALL_OF)
                node = new
                continue
            reference = node["$ref"]
            target = document.resolve(reference)
            if self._is_around(reference, at) or not document.may_expand(at, reference):
                document.note(at, RECURSION)
                words = {"type": target.get("type", "object"), **without(node, "$ref")}
                return {**words, "description": joined(node.get("description"), _SAME_FORM)}
            document.note(at, REFERENCE)
            self._written.append((at, reference))
            new = merged({"$ref": reference}, document.definitions)
            node = conjunction(without(node, "$ref"), new) or {**new, **without(node, "$ref")}
        return node

    def _is_around(self, reference: str, at: str) -> bool:
        while self._written:
            place = self._written[-1][0]
            if at == place or at.startswith(f"{place}/"):
                break
            self._written.pop()
        return any(written == reference for _, written in self._written)


def _moved(node: Schema, at: str, document: Document) -> Schema:
    # Few schemas have any of it.
    from toolschema_runtime.dialects._moves import (
        const_as_enum,
        one_of_as_any_of,
        patterns_widened,
        tuple_widened,
    )

    node = one_of_as_any_of(node, at, document, ONE_OF)
    node = typed(node, at, document, NO_TYPE)
    node = const_as_enum(node, at, document, CONST)
    node = tuple_widened(node, at, document, TUPLE)
    return patterns_widened(node, at, document, MAP)


def _plain_union(node: Schema, at: str, document: Document) -> Schema:
    arms = node.get("anyOf")
    if not isinstance(arms, list):
        return node
    targets = [_target(as_object(arm), document) for arm in arms]
    if "type" in node or any(map(_says_more, targets)):
        document.note(at, UNION_KEPT)
        return node
    document.note(at, UNION)
    kinds = dict.fromkeys(target["type"] for target in targets)
    return {"type": list(kinds), **without(node, "anyOf")}


def _target(arm: Schema, document: Document) -> Schema:
    if "$ref" not in arm and "allOf" not in arm:
        return arm
    # Few tools of ours have definitions.
    from toolschema_runtime.dialects._merging import merged

    return merged(arm, document.definitions)


def _says_more(arm: Schema) -> bool:
    """Whether a list of types would lose something of it."""
    return arm.keys() != {"type"} or arm["type"] not in _SCALARS


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the envelope of one tool.

    Args:
        record: A tool as side-files have it.
    """
    function: dict[str, Any] = {"name": record["name"]}
    if record["description"]:
        function["description"] = record["description"]
    function["parameters"] = schema(record["parameters"], strict=False)[0]
    return {"type": "function", "function": function}


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `chat(tools=…)` takes."""
    return [tool(record) for record in records]


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what is changed for Ollama, with pointers like `/0/parameters/…`.

    Args:
        records: All tools of one request, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._checking import checked

    # There is no rule for names.
    return checked(records, schema, name=None).changes


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Ollama returned, or None when it is something else.

    Args:
        response: A response, message, list of calls, or call, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import chat_calls, is_object_call

    return chat_calls("ollama", response, is_object_call, cut_off=("length",))


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the messages that answer calls: one each."""
    return [_message(result) for result in results]


def _message(result: ToolResult) -> dict[str, Any]:
    message = {"role": "tool", "tool_name": result.call.name, "content": result.text}
    # Older servers give no ids.
    return message if result.call.id is None else {**message, "tool_call_id": result.call.id}
