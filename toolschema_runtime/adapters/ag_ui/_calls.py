"""Tool calls out of what AG-UI has them in: messages, events, and calls themselves."""

from __future__ import annotations

from toolschema_runtime._arguments import decode
from toolschema_runtime._calls import CutOffCall, ToolCall, ToolResults
from toolschema_runtime._errors import ToolCallError, ToolUsageError
from toolschema_runtime._rounds import _cut_off, _failed
from toolschema_runtime.dialects._reading import field, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Final

    from toolschema_runtime._calls import ToolResult
    from toolschema_runtime._registry import ToolRegistry

# AG-UI's messages and calls are OpenAI's in other letters.
_FORMAT: Final = "openai"


def tool_calls(given: object) -> list[ToolCall]:
    """The calls that nobody has answered yet, for `ToolRegistry.execute`.

    Args:
        given: The events of a run so far; the messages of a conversation, or the `RunAgentInput` that has them
            (the calls of the last assistant message); one assistant message; calls.  All as AG-UI's objects or
            as dicts, or None.

    Returns:
        The calls in their order.  One whose events end before `TOOL_CALL_END` is never run, but refused.

    Raises:
        ToolUsageError: If it is none of these, or events do not fit together.
    """
    if given is None:
        return []
    messages = listed(field(given, "messages"))
    if messages is not None:
        return _of_messages(messages)
    # AG-UI's own objects can be iterated over, too.
    several = isinstance(given, (list, tuple)) or hasattr(given, "__next__")
    items: list[Any] = list(given) if several else [given]  # type: ignore[call-overload]
    if all(field(item, "role") is not None for item in items):
        return _of_messages(items)
    if all(field(item, "function") is not None for item in items):
        return _of_calls(items)
    if all(field(item, "type") is not None for item in items):
        return _of_events(items)
    raise ToolUsageError(
        f"{type(given).__name__} is nothing that AG-UI has calls in: give events, messages, or calls"
    )


def checked(
    registry: ToolRegistry, calls: Iterable[ToolCall]
) -> tuple[list[ToolCall], ToolResults]:
    """Tell which calls may go to a front end, and answer the others: nobody bothers the user with them.

    Args:
        registry: The front end's tools, as `registry_of` makes them.
        calls: Calls of them.

    Returns:
        The calls with acceptable arguments, and results that refuse the rest.
    """
    acceptable: list[ToolCall] = []
    refused: list[ToolResult] = []
    for call in calls:
        result = _cut_off(call) or _refused(registry, call)
        if result is None:
            acceptable.append(call)
        else:
            refused.append(result)
    return acceptable, ToolResults(refused)


def _refused(registry: ToolRegistry, call: ToolCall) -> ToolResult | None:
    try:
        decode(registry._find(call.name, call.id), call.arguments, call.id)
    except ToolCallError as error:
        return _failed(call, error, registry)
    return None


def _of_messages(messages: list[Any]) -> list[ToolCall]:
    answered = {field(each, "tool_call_id", "toolCallId") for each in messages}
    for message in reversed(messages):
        if field(message, "role") == "assistant":
            calls = listed(field(message, "tool_calls", "toolCalls")) or []
            return [call for call in _of_calls(calls) if call.id not in answered]
    return []


def _of_calls(calls: Iterable[Any]) -> list[ToolCall]:
    made = []
    for call in calls:
        function = field(call, "function")
        name, id = field(function, "name"), field(call, "id")
        if not isinstance(name, str) or not isinstance(id, str):
            raise ToolUsageError("a tool call of AG-UI has a name and an id")
        made.append(ToolCall(name, field(function, "arguments"), id, _FORMAT))
    return made


class _Streamed:
    """One call as its events come."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.fragments: list[str] = []
        self.is_whole = False


def _of_events(events: Iterable[Any]) -> list[ToolCall]:
    streamed: dict[str, _Streamed] = {}
    answered: set[str] = set()
    in_chunks: str | None = None
    for event in events:
        kind, id = field(event, "type"), field(event, "tool_call_id", "toolCallId")
        if kind == "TOOL_CALL_CHUNK":
            in_chunks = _chunk(streamed, event, id or in_chunks)
            continue
        # What is no further chunk ends a call in chunks.
        in_chunks = None
        if kind == "TOOL_CALL_START":
            _begin(streamed, event, id)
        elif kind == "TOOL_CALL_ARGS":
            _begun(streamed, id).fragments.append(field(event, "delta"))
        elif kind == "TOOL_CALL_END":
            _begun(streamed, id).is_whole = True
        elif kind == "TOOL_CALL_RESULT":
            answered.add(id)
    return [
        (ToolCall if call.is_whole else CutOffCall)(call.name, "".join(call.fragments), id, _FORMAT)
        for id, call in streamed.items()
        if id not in answered
    ]


def _chunk(streamed: dict[str, _Streamed], event: object, id: str | None) -> str:
    if id is None:
        raise ToolUsageError("a TOOL_CALL_CHUNK that belongs to no call")
    if id not in streamed:
        _begin(streamed, event, id)
        streamed[id].is_whole = True
    streamed[id].fragments.append(field(event, "delta") or "")
    return id


def _begin(streamed: dict[str, _Streamed], event: object, id: object) -> None:
    name = field(event, "tool_call_name", "toolCallName")
    if not isinstance(name, str) or not isinstance(id, str):
        raise ToolUsageError("a tool call begins with its name and its id")
    streamed[id] = _Streamed(name)


def _begun(streamed: dict[str, _Streamed], id: str) -> _Streamed:
    if id not in streamed:
        raise ToolUsageError(f"an event of call {id!r}, which no event began")
    return streamed[id]
