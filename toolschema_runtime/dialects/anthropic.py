"""Anthropic Messages: tools, loose and strict."""

from __future__ import annotations

import re

from toolschema_runtime.dialects import opened, root_rule
from toolschema_runtime.dialects._rewriting import Rule, escape, fitted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime.dialects._rewriting import Change, Schema

_GITHUB = "https://github.com"

# A table of rules reads best as a table.
# fmt: off
ROOT: Final = root_rule("AN02", "A", f"{_GITHUB}/anthropics/claude-code/issues/5973")
KEY: Final = Rule(
    "AN03", "any", "reject", "parameter name other than `[a-zA-Z0-9_.-]{1,64}`",
    "rename it, or give it a `Name`", "A", f"{_GITHUB}/anthropics/claude-code/issues/79418",
)
NAME: Final = Rule(
    "AN18", "any", "reject", "tool name other than `[a-zA-Z0-9_-]{1,128}`", "rename the tool",
    "A", f"{_GITHUB}/anthropics/claude-code/issues/96152",
)
LONG_NAME: Final = Rule(
    "AN18", "any", "warn", "tool name of more than 64 characters", "is sent; Bedrock refuses it",
    "A", f"{_GITHUB}/aws/aws-sdk-js-v3/issues/7287",
)
# fmt: on
# Whatever a classifier stops in the middle is a refusal, too.
_CUT_OFF: Final = ("max_tokens", "model_context_window_exceeded", "refusal")
# Blocks of a message's content; those of other providers have other types.
_BLOCKS: Final = frozenset(
    (
        "advisor_tool_result",
        "bash_code_execution_tool_result",
        "code_execution_tool_result",
        "compaction",
        "container_upload",
        "fallback",
        "mcp_tool_listing",
        "mcp_tool_result",
        "mcp_tool_use",
        "redacted_thinking",
        "server_tool_use",
        "text",
        "text_editor_code_execution_tool_result",
        "thinking",
        "tool_search_tool_result",
        "tool_use",
        "web_fetch_tool_result",
        "web_search_tool_result",
    )
)


def rules() -> tuple[Rule, ...]:
    """Return every rule of Anthropic for tools and their schemas."""
    from toolschema_runtime.dialects import _anthropic_strict

    return (ROOT, KEY, *_anthropic_strict.RULES, NAME, LONG_NAME)


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
    # Loose tools need none of it.
    from toolschema_runtime.dialects._anthropic_strict import rewritten

    return rewritten(document), document.changes


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the envelope of one tool.

    Args:
        record: A tool as side-files have it.
    """
    parameters = record["parameters"]
    if record["strict"]:
        # Loose tools need none of it.
        from toolschema_runtime.dialects._anthropic_strict import optional_again

        parameters = optional_again(record)
    parameters, is_strict = fitted(parameters, strict=record["strict"], rewrite=schema)
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
    from toolschema_runtime.dialects._anthropic_strict import BUDGET, asked, exceeds_budget
    from toolschema_runtime.dialects._checking import checked

    document = checked(asked(records), schema, name=(r"[a-zA-Z0-9_-]{1,128}", NAME))
    for index, record in enumerate(records):
        if len(record["name"]) > 64:
            document.note(f"/{index}/name", LONG_NAME)
    if exceeds_budget(tool["input_schema"] for tool in tools(records) if tool.get("strict")):
        document.note("", BUDGET)
    return document.changes


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Messages returned, or None when it is something else.

    Args:
        response: A message, its content, or a block, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import field, has, kind_of, listed, made

    content = listed(field(response, "content"))
    if content is not None and (
        field(response, "role") != "assistant" or has(response, "tool_calls")
    ):
        return None
    blocks = content if content is not None else listed(response)
    if blocks is None:
        blocks = [response]
    # Of a whole message nothing but its ending is asked: there may be new kinds of blocks.
    is_whole = content is not None and has(response, "stop_reason")
    if blocks and not is_whole and not any(kind_of(block) in _BLOCKS for block in blocks):
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
