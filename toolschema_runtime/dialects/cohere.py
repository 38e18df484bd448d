"""Cohere v2: function tools in OpenAI's envelope.

Cohere has no strict tools, but a flag of the request, `strict_tools=True`, for all of them.  A tool that is strict is
written so that it may be sent with that flag.
"""

from __future__ import annotations

from toolschema_runtime.dialects import opened, root_rule
from toolschema_runtime.dialects._rewriting import Document, Rule, admits, fitted, lower, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime.dialects._rewriting import Change, Schema

_DOCS = "https://docs.cohere.com/docs/tool-use-overview"
_PARAMETERS = "https://docs.cohere.com/docs/parameter-types-in-tool-use"

# A table of rules reads best as a table.
# fmt: off
ROOT: Final = root_rule("CO01", "B", _PARAMETERS)
FLAG: Final = Rule(
    "CO02", "strict", "drop", "the `strict` flag of a tool",
    "is left out: send `strict_tools=True` with the request",
    "A", "https://github.com/OpenRouterTeam/openrouter-examples/issues/71",
)
NOTHING_REQUIRED: Final = Rule(
    "CO03", "strict", "reject", "object without a required key", "require one of its keys", "B", _DOCS,
)
ONE_OF: Final = Rule("CO04", "any", "rewrite", "`oneOf`", "becomes `anyOf`", "B", _PARAMETERS)
ALL_OF: Final = Rule(
    "CO05", "any", "rewrite", "`allOf` that one schema can say", "becomes that schema", "B", _PARAMETERS,
)
ALL_OF_LOOSE: Final = Rule(
    "CO05", "loose", "warn", "`allOf` that no one schema can say", "is sent as it is", "U", _PARAMETERS,
)
ALL_OF_STRICT: Final = Rule(
    "CO05", "strict", "reject", "`allOf` that no one schema can say", "write it as one schema", "B", _PARAMETERS,
)
BOUND_LOOSE: Final = Rule(
    "CO06", "loose", "warn",
    "`not`, `minimum`, `maximum`, `minItems`, `maxItems`, `minLength`, `maxLength` and the like",
    "is sent as it is; documented as unsupported", "U", _PARAMETERS,
)
BOUND: Final = Rule(
    "CO06", "strict", "lower",
    "`not`, `minimum`, `maximum`, `minItems`, `maxItems`, `minLength`, `maxLength`, `uniqueItems` and the like",
    "goes into the description", "B", _PARAMETERS,
)
FORMAT: Final = Rule(
    "CO07", "strict", "lower", "`format` other than `date-time`, `date`, `time`, `uuid`",
    "goes into the description", "B", _PARAMETERS,
)
PATTERN: Final = Rule(
    "CO08", "strict", "lower", "`pattern` with `^`, `$`, `?=` or `?!`", "goes into the description", "B", _PARAMETERS,
)
TOO_MANY: Final = Rule(
    "CO09", "strict", "reject", "more than 200 fields in the strict tools of a request", "send fewer", "B", _DOCS,
)
# fmt: on
_FORMATS: Final = frozenset(("date-time", "date", "time", "uuid"))
_UNSUPPORTED: Final = (
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
)
_LOWERED: Final[dict[str, Rule]] = dict.fromkeys((*_UNSUPPORTED, "uniqueItems"), BOUND)


def rules() -> tuple[Rule, ...]:
    """Return every rule of Cohere for tools and their schemas."""
    return (
        ROOT,
        FLAG,
        NOTHING_REQUIRED,
        ONE_OF,
        ALL_OF,
        ALL_OF_LOOSE,
        ALL_OF_STRICT,
        BOUND_LOOSE,
        BOUND,
        FORMAT,
        PATTERN,
        TOO_MANY,
    )


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as Cohere takes it, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Whether the request may be sent with `strict_tools=True`.
    """
    document = opened(schema, ROOT)
    if strict:
        document.note("", FLAG)
    new = walk(document.root, _strict if strict else _loose, document)
    return document.pruned(new), document.changes


def _either(node: Schema, at: str, document: Document) -> Schema:
    if "allOf" not in node and "oneOf" not in node:
        return node
    # Few schemas have any of it.
    from toolschema_runtime.dialects._moves import all_of_merged, one_of_as_any_of

    node = all_of_merged(node, at, document, ALL_OF)
    return one_of_as_any_of(node, at, document, ONE_OF)


def _loose(node: Schema, at: str, document: Document) -> Schema:
    node = _either(node, at, document)
    if "allOf" in node:
        document.note(at, ALL_OF_LOOSE)
    if not node.keys().isdisjoint(_UNSUPPORTED):
        document.note(at, BOUND_LOOSE)
    return node


def _strict(node: Schema, at: str, document: Document) -> Schema:
    node = _either(node, at, document)
    if "allOf" in node:
        document.note(at, ALL_OF_STRICT)
    node = lower(node, at, document, _LOWERED)
    if "format" in node and node["format"] not in _FORMATS:
        node = lower(node, at, document, {"format": FORMAT})
    if any(sign in node.get("pattern", "") for sign in ("^", "$", "?=", "?!")):
        node = lower(node, at, document, {"pattern": PATTERN})
    if admits(node, "object") and not node.get("required"):
        document.note(at, NOTHING_REQUIRED)
    return node


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the envelope of one tool.

    Args:
        record: A tool as side-files have it.
    """
    parameters, _ = fitted(record["parameters"], strict=record["strict"], rewrite=schema)
    function: dict[str, Any] = {"name": record["name"]}
    if record["description"]:
        function["description"] = record["description"]
    return {"type": "function", "function": {**function, "parameters": parameters}}


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `chat(tools=…)` takes."""
    return [tool(record) for record in records]


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what Cohere refuses of these tools and what is changed, with pointers like `/0/parameters/…`.

    Args:
        records: All tools of one request, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._checking import checked

    # There is no rule for names.
    document = checked(records, schema, name=None)
    fields = 0

    def count(node: Schema, at: str, found: Document) -> Schema:
        nonlocal fields
        fields += len(node.get("properties", ()))
        return node

    for record in records:
        if record["strict"]:
            walk(record["parameters"], count, document)
    if fields > 200:
        document.note("", TOO_MANY)
    return document.changes


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Cohere returned, or None when it is something else.

    Args:
        response: A response, message, list of calls, or call, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import chat_calls, is_text_call

    return chat_calls("cohere", response, is_text_call, cut_off=("MAX_TOKENS", "ERROR", "TIMEOUT"))


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the messages that answer calls: one each."""
    return [
        {"role": "tool", "tool_call_id": result.call.id, "content": result.text}
        for result in results
    ]
