"""Amazon Bedrock Converse: tool specifications; strict ones by the rules of Anthropic's models."""

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
_API = "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolSpecification.html"

# A table of rules reads best as a table.
# fmt: off
ROOT: Final = root_rule("BD01", "A", f"{_GITHUB}/earendil-works/pi/issues/8279")
NAME: Final = Rule(
    "BD02", "any", "reject", "tool name other than `[a-zA-Z0-9_-]{1,64}`", "rename the tool", "A", _API,
)
NO_DESCRIPTION: Final = Rule(
    "BD02", "any", "rewrite", "empty description", "is left out", "A", _API,
)
MODELS: Final = Rule(
    "BD04", "strict", "warn", "the `strict` flag",
    "is sent; Claude 4.5 and later and a few open models know it", "C",
    f"{_GITHUB}/BerriAI/litellm/issues/25209",
)
# fmt: on
_CUT_OFF: Final = (
    "content_filtered",
    "max_tokens",
    "model_context_window_exceeded",
    "malformed_tool_use",
)
_BLOCKS: Final = (
    "audio",
    "cachePoint",
    "citationsContent",
    "document",
    "guardContent",
    "image",
    "reasoningContent",
    "searchResult",
    "text",
    "toolAddition",
    "toolRemoval",
    "toolResult",
    "toolUse",
    "video",
)


def rules() -> tuple[Rule, ...]:
    """Return every rule of Bedrock for tools and their schemas, those of Anthropic's strict mode among them."""
    from toolschema_runtime.dialects import _anthropic_strict

    return (ROOT, NAME, NO_DESCRIPTION, MODELS, *_anthropic_strict.RULES)


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as Bedrock takes it, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Whether the tool is sent with `strict: true`.
    """
    document = opened(schema, ROOT)
    if not strict:
        return document.root, document.changes
    document.note("", MODELS)
    # Loose tools need none of it.
    from toolschema_runtime.dialects._anthropic_strict import rewritten

    return rewritten(document), document.changes


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the specification of one tool.

    Args:
        record: A tool as side-files have it.
    """
    parameters = record["parameters"]
    if record["strict"]:
        # Loose tools need none of it.
        from toolschema_runtime.dialects._anthropic_strict import optional_again

        parameters = optional_again(record)
    parameters, is_strict = fitted(parameters, strict=record["strict"], rewrite=schema)
    specification: dict[str, Any] = {"name": record["name"]}
    if record["description"]:
        specification["description"] = record["description"]
    specification["inputSchema"] = {"json": parameters}
    if is_strict:
        specification["strict"] = True
    return {"toolSpec": specification}


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `converse(toolConfig={"tools": …})` takes; Bedrock refuses an empty list."""
    return [tool(record) for record in records]


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what Bedrock refuses of these tools and what is changed, with pointers like `/0/parameters/…`.

    Args:
        records: All tools of one request, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._anthropic_strict import BUDGET, asked, exceeds_budget
    from toolschema_runtime.dialects._checking import checked

    document = checked(asked(records), schema, name=(r"[a-zA-Z0-9_-]{1,64}", NAME))
    for index, record in enumerate(records):
        if not record["description"]:
            document.note(f"/{index}/description", NO_DESCRIPTION)
    specifications = [tool["toolSpec"] for tool in tools(records)]
    if exceeds_budget(s["inputSchema"]["json"] for s in specifications if s.get("strict")):
        document.note("", BUDGET)
    return document.changes


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the calls in what Converse returned, or None when it is something else.

    Args:
        response: A response, message, its content, or a block.

    Raises:
        ToolArgumentError: If Bedrock could not read the model's call.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import field, listed, made, unreadable

    message = field(field(response, "output"), "message")
    holder = response if message is None else message
    if field(holder, "role") not in (None, "assistant"):
        return None
    blocks = listed(field(holder, "content"))
    if blocks is None:
        blocks = listed(holder) or [holder]
    if message is None and not all(_is_block(block) for block in blocks):
        return None
    uses = [use for use in (field(block, "toolUse") for block in blocks) if use is not None]
    own = [use for use in uses if field(use, "type") != "server_tool_use"]
    parts = [(field(use, "name"), field(use, "input"), field(use, "toolUseId")) for use in own]
    reason = field(response, "stopReason")
    if reason == "malformed_tool_use" and not parts:
        raise unreadable(reason)
    return made("bedrock", parts, is_cut_off=reason in _CUT_OFF)


def _is_block(block: Any) -> bool:
    return (
        isinstance(block, dict) and "type" not in block and any(name in block for name in _BLOCKS)
    )


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the message that answers calls: one of the user's, with every result."""
    return [{"role": "user", "content": [{"toolResult": _result(result)} for result in results]}]


def _result(result: ToolResult) -> dict[str, Any]:
    answer = {"toolUseId": result.call.id, "content": [{"text": result.text}]}
    return {**answer, "status": "error"} if result.is_error else answer
