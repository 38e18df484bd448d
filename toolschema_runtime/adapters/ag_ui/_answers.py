"""Calls as events for a front end, and results as events and messages."""

from __future__ import annotations

import json

from toolschema_runtime._calls import CutOffCall
from toolschema_runtime._errors import ToolUsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import TypeAlias

    from ag_ui.core import (
        ToolCallArgsEvent,
        ToolCallEndEvent,
        ToolCallResultEvent,
        ToolCallStartEvent,
        ToolMessage,
    )

    from toolschema_runtime._calls import ToolCall, ToolResult

    CallEvent: TypeAlias = ToolCallStartEvent | ToolCallArgsEvent | ToolCallEndEvent


def call_events(
    calls: Iterable[ToolCall], *, parent_message_id: str | None = None
) -> list[CallEvent]:
    """Tell of calls that a model asks for: a start, the arguments and an end for each.

    Args:
        calls: The calls, as `ToolRegistry.tool_calls` reads them from any provider's response.
        parent_message_id: The assistant message that they belong to.

    Raises:
        ToolUsageError: If a call has no id, or was cut off: no front end may run it.
        ImportError: If the package is not installed (extra `ag-ui`).
    """
    from ag_ui.core import ToolCallArgsEvent, ToolCallEndEvent, ToolCallStartEvent

    events: list[CallEvent] = []
    for call in calls:
        if isinstance(call, CutOffCall):
            raise ToolUsageError(
                f'the call of "{call.name}" was cut off: answer it with execute, which refuses it'
            )
        id = id_of(call)
        events += [
            ToolCallStartEvent(
                tool_call_id=id, tool_call_name=call.name, parent_message_id=parent_message_id
            ),
            ToolCallArgsEvent(tool_call_id=id, delta=_text(call)),
            ToolCallEndEvent(tool_call_id=id),
        ]
    return events


def result_events(results: Iterable[ToolResult]) -> list[ToolCallResultEvent]:
    """Tell of what came of calls; the text is what the model is told.

    Raises:
        ToolUsageError: If a call has no id.
        ImportError: If the package is not installed (extra `ag-ui`).
    """
    from ag_ui.core import ToolCallResultEvent

    return [
        ToolCallResultEvent(
            message_id=_message_id(result),
            tool_call_id=id_of(result.call),
            content=result.text,
            role="tool",
        )
        for result in results
    ]


def tool_messages(results: Iterable[ToolResult]) -> list[ToolMessage]:
    """Answer calls with messages, for the conversation of the next `RunAgentInput`.

    They have the ids that `result_events` gives to the same results.

    Raises:
        ToolUsageError: If a call has no id.
        ImportError: If the package is not installed (extra `ag-ui`).
    """
    from ag_ui.core import ToolMessage

    return [
        ToolMessage(
            id=_message_id(result),
            tool_call_id=id_of(result.call),
            content=result.text,
            error=result.text if result.is_error else None,
        )
        for result in results
    ]


def id_of(call: ToolCall) -> str:
    """The id of a call, by which everything in AG-UI refers to it.

    Raises:
        ToolUsageError: If it has none.
    """
    if call.id is None:
        raise ToolUsageError(
            f'the call of "{call.name}" has no id, as some providers give none: make one, '
            "ToolCall(call.name, call.arguments, id=…, format=call.format)"
        )
    return call.id


def _message_id(result: ToolResult) -> str:
    return f"result-{id_of(result.call)}"


def _text(call: ToolCall) -> str:
    if isinstance(call.arguments, str):
        return call.arguments
    return json.dumps(dict(call.arguments or {}), ensure_ascii=False)
