"""Mistral: function tools in OpenAI's envelope.  Which keywords are enforced is not published; all are sent."""

from __future__ import annotations

from toolschema_runtime.dialects import opened, root_rule
from toolschema_runtime.dialects._rewriting import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime.dialects._rewriting import Change, Schema

_API = "https://docs.mistral.ai/api"

# A table of rules reads best as a table.
# fmt: off
ROOT: Final = root_rule("MI01", "D", _API)
NAME: Final = Rule(
    "MI02", "any", "reject", "tool name other than `[a-zA-Z0-9_-]{1,64}`", "rename the tool",
    "A", "https://github.com/nbonamy/witsy/issues/164",
)
STRICT: Final = Rule(
    "MI03", "strict", "warn", "the `strict` flag", "is sent; what it does is not published", "U", _API,
)
# fmt: on


def rules() -> tuple[Rule, ...]:
    """Return every rule of Mistral for tools and their schemas."""
    return (ROOT, NAME, STRICT)


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as Mistral takes it, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Whether the tool is sent with `strict: true`.
    """
    document = opened(schema, ROOT)
    if strict:
        document.note("", STRICT)
    return document.root, document.changes


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the envelope of one tool.

    Args:
        record: A tool as side-files have it.
    """
    function: dict[str, Any] = {"name": record["name"]}
    if record["description"]:
        function["description"] = record["description"]
    function["parameters"] = schema(record["parameters"], strict=record["strict"])[0]
    if record["strict"]:
        function["strict"] = True
    return {"type": "function", "function": function}


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `chat.complete(tools=…)` takes."""
    return [tool(record) for record in records]


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what Mistral refuses of these tools and what is changed, with pointers like `/0/parameters/…`.

    Args:
        records: All tools of one request, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._checking import checked

    return checked(records, schema, name=(r"[a-zA-Z0-9_-]{1,64}", NAME)).changes


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Mistral returned, or None when it is something else.

    Args:
        response: A completion, choice, message, list of calls, or call, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import chat_calls, is_call_with_id

    return chat_calls(
        "mistral", response, is_call_with_id, cut_off=("length", "model_length", "error")
    )


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the messages that answer calls: one each."""
    return [
        {
            "role": "tool",
            "tool_call_id": result.call.id,
            "name": result.call.name,
            "content": result.text,
        }
        for result in results
    ]
