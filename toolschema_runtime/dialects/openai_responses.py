"""OpenAI Responses: the schema rules of Chat Completions in a flat envelope."""

from __future__ import annotations

from toolschema_runtime.dialects._openai_schema import check, schema
from toolschema_runtime.dialects._openai_schema import rules as shared_rules
from toolschema_runtime.dialects._rewriting import Rule, fitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall, ToolResult

__all__ = ["calls", "check", "messages", "rules", "schema", "tool", "tools"]

# fmt: off
STRICT_FLAG: Final = Rule(
    "OA25", "any", "rewrite", "the `strict` flag", "is always sent: left out it does not mean false",
    "A", "https://github.com/openai/openai-openapi",
)
# fmt: on
# Items of a response's output; those of other providers have other types.
_ITEMS: Final = frozenset(
    (
        "additional_tools",
        "apply_patch_call",
        "apply_patch_call_output",
        "code_interpreter_call",
        "compaction",
        "computer_call",
        "computer_call_output",
        "custom_tool_call",
        "custom_tool_call_output",
        "file_search_call",
        "function_call",
        "function_call_output",
        "image_generation_call",
        "local_shell_call",
        "local_shell_call_output",
        "mcp_approval_request",
        "mcp_approval_response",
        "mcp_call",
        "mcp_list_tools",
        "program",
        "program_output",
        "reasoning",
        "shell_call",
        "shell_call_output",
        "tool_search_call",
        "tool_search_output",
        "web_search_call",
    )
)
# What a response or a call says of itself when its end is missing.
_CUT_OFF: Final = ("cancelled", "failed", "in_progress", "incomplete", "queued")


def rules() -> tuple[Rule, ...]:
    """Return every rule of OpenAI for tools and their schemas, with the one for Responses alone."""
    return (*shared_rules(), STRICT_FLAG)


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the envelope of one tool.

    Args:
        record: A tool as side-files have it.
    """
    parameters, is_strict = fitted(record["parameters"], strict=record["strict"], rewrite=schema)
    envelope: dict[str, Any] = {"type": "function", "name": record["name"]}
    if record["description"]:
        envelope["description"] = record["description"]
    return {**envelope, "parameters": parameters, "strict": is_strict}


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `responses.create(tools=…)` takes."""
    return [tool(record) for record in records]


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Responses returned, or None when it is something else.

    Args:
        response: A response, list of output items, or item, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import field, listed, made

    output = listed(field(response, "output"))
    is_cut_off = output is not None and field(response, "status") in _CUT_OFF
    items = output if output is not None else listed(response)
    if items is None:
        items = [response]
    if output is None and not any(map(_is_item, items)):
        return None
    found = [item for item in items if field(item, "type") == "function_call"]
    is_cut_off = is_cut_off or any(field(item, "status") in _CUT_OFF for item in found)
    parts = [(field(c, "name"), field(c, "arguments"), field(c, "call_id")) for c in found]
    return made("openai_responses", parts, is_cut_off=is_cut_off)


def _is_item(item: Any) -> bool:
    from toolschema_runtime.dialects._reading import field, kind_of, listed

    if kind_of(item) != "message":
        return kind_of(item) in _ITEMS
    # Anthropic has messages of that type, with other parts.
    parts = listed(field(item, "content")) or []
    return any(field(part, "type") in ("output_text", "refusal") for part in parts)


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the input items that answer calls: one each."""
    return [
        {"type": "function_call_output", "call_id": result.call.id, "output": result.text}
        for result in results
    ]
