"""aisuite's tool calls run by a registry, and answered in aisuite's shapes."""

from __future__ import annotations

import json

from toolschema_runtime._calls import ToolCall
from toolschema_runtime.dialects._reading import field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from toolschema_runtime._calls import ToolResult, ToolResults
    from toolschema_runtime._injection import Injection
    from toolschema_runtime._registry import Approvals, ToolRegistry

    Answered: TypeAlias = tuple[list[Any], list[dict[str, Any]]]


def execute_tool(
    registry: ToolRegistry,
    tool_calls: object,
    *,
    inject: Injection = None,
    approvals: Approvals = None,
) -> Answered:
    """Run a round of calls as `registry.execute` does, and answer as aisuite's `Tools.execute_tool` does.

    Args:
        registry: The tools.
        tool_calls: What aisuite has as `message.tool_calls`: a list of calls or one, as objects or dicts; or None.
        inject: As for `ToolRegistry.execute`.
        approvals: As for `ToolRegistry.execute`.

    Returns:
        The results, as JSON data, and the messages to append.  What was refused or failed is
        `{"error": text}` in both.

    Raises:
        ToolUsageError: When the host made a mistake; nothing has run.
        ApprovalRequired: When calls are undecided; nothing has run.
    """
    return _shaped(registry.execute(calls_of(tool_calls), inject=inject, approvals=approvals))


async def aexecute_tool(
    registry: ToolRegistry,
    tool_calls: object,
    *,
    inject: Injection = None,
    approvals: Approvals = None,
    limit: int | None = None,
) -> Answered:
    """As `execute_tool`, by `registry.aexecute`: async tools run side by side, at most *limit* at once."""
    results = await registry.aexecute(
        calls_of(tool_calls), inject=inject, approvals=approvals, limit=limit
    )
    return _shaped(results)


def calls_of(tool_calls: object) -> list[ToolCall]:
    """The calls in what aisuite gives to its own `execute_tool`: arguments may be text or an object."""
    if tool_calls is None:
        return []
    several = tool_calls if isinstance(tool_calls, (list, tuple)) else [tool_calls]
    return [call_of(each) for each in several]


def call_of(tool_call: object) -> ToolCall:
    """One call of aisuite's.

    Raises:
        ToolUsageError: If it is none.
    """
    function = field(tool_call, "function")
    name = field(function, "name")
    if not isinstance(name, str):
        from toolschema_runtime._errors import ToolUsageError

        raise ToolUsageError(f"{type(tool_call).__name__} is no tool call of aisuite")
    return ToolCall(name, field(function, "arguments"), field(tool_call, "id"), "openai")


def answer(result: ToolResult) -> Any:
    """What a model of aisuite's hears: the data, or the error in the shape of aisuite's own denials."""
    return result.data if result.error is None else {"error": result.text}


def _shaped(results: ToolResults) -> Answered:
    answers = [answer(result) for result in results]
    messages: list[dict[str, Any]] = [
        {
            "role": "tool",
            "name": result.call.name,
            "content": json.dumps(each),
            "tool_call_id": result.call.id,
        }
        for result, each in zip(results, answers, strict=True)
    ]
    return answers, messages
