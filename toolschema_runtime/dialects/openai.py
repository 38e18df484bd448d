"""OpenAI Chat Completions: function tools, loose and strict."""

from __future__ import annotations

from toolschema_runtime.dialects import opened, root_rule
from toolschema_runtime.dialects._rewriting import Rule, fitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime.dialects._rewriting import Change, Schema

_GITHUB = "https://github.com"

# A table of rules reads best as a table.
# fmt: off
ROOT: Final = root_rule("OA01", "A", f"{_GITHUB}/cecli-dev/cecli/issues/281")
NAME: Final = Rule(
    "OA22", "any", "reject", "tool name other than `[a-zA-Z0-9_-]{1,64}`", "rename the tool",
    "A", f"{_GITHUB}/nanbingxyz/5ire/issues/33",
)
TOO_MANY: Final = Rule(
    "OA23", "any", "reject", "more than 128 tools in a request", "send fewer",
    "A", f"{_GITHUB}/zed-industries/zed/issues/42393",
)
LONG_DESCRIPTION: Final = Rule(
    "OA24", "any", "warn", "tool description of more than 1,024 characters",
    "is sent; some deployments refuse it", "U", f"{_GITHUB}/langchain-ai/open_deep_research/issues/80",
)
# fmt: on


def rules() -> tuple[Rule, ...]:
    """Return every rule of OpenAI for tools and their schemas."""
    from toolschema_runtime.dialects import _openai_schema

    return (ROOT, *_openai_schema.RULES, NAME, TOO_MANY, LONG_DESCRIPTION)


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as OpenAI takes it, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Whether the tool is sent with `strict: true`.
    """
    document = opened(schema, ROOT)
    if not strict and not document.has_bare:
        return document.root, document.changes
    # Most loose tools need none of it.
    from toolschema_runtime.dialects._openai_schema import rewritten

    return rewritten(document, strict=strict), document.changes


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the envelope of one tool.

    Args:
        record: A tool as side-files have it.
    """
    parameters, is_strict = fitted(record["parameters"], strict=record["strict"], rewrite=schema)
    function: dict[str, Any] = {"name": record["name"]}
    if record["description"]:
        function["description"] = record["description"]
    function["parameters"] = parameters
    if is_strict:
        function["strict"] = True
    return {"type": "function", "function": function}


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `chat.completions.create(tools=…)` takes."""
    return [tool(record) for record in records]


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what OpenAI refuses of these tools and what is changed, with pointers like `/0/parameters/…`.

    Args:
        records: All tools of one request, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._checking import checked

    document = checked(records, schema, name=(r"[a-zA-Z0-9_-]{1,64}", NAME))
    for index, record in enumerate(records):
        if len(record["description"]) > 1_024:
            document.note(f"/{index}/description", LONG_DESCRIPTION)
    if len(records) > 128:
        document.note("", TOO_MANY)
    return document.changes


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Chat Completions returned, or None when it is something else.

    Args:
        response: A completion, choice, message, list of calls, or call, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import chat_calls, is_text_call

    return chat_calls("openai", response, is_text_call, cut_off=("length",))


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the messages that answer calls: one each."""
    return [
        {"role": "tool", "tool_call_id": result.call.id, "content": result.text}
        for result in results
    ]
