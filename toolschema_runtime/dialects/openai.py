"""OpenAI Chat Completions: function tools, loose and strict."""

from __future__ import annotations

from toolschema_runtime.dialects._openai_schema import check, rules, schema
from toolschema_runtime.dialects._rewriting import fitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from toolschema_runtime._calls import ToolCall, ToolResult

__all__ = ["calls", "check", "messages", "rules", "schema", "tool", "tools"]


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


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Chat Completions returned, or None when it is something else.

    Args:
        response: A completion, choice, message, list of calls, or call, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import chat_calls, is_text_call

    return chat_calls("openai", response, is_text_call, cut_off=("length", "content_filter"))


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the messages that answer calls: one each."""
    return [
        {"role": "tool", "tool_call_id": result.call.id, "content": result.text}
        for result in results
    ]
