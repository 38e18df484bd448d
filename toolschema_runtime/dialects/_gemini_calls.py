"""Function calls in what Gemini returned."""

from __future__ import annotations

from toolschema_runtime._errors import ToolUsageError
from toolschema_runtime.dialects._reading import field, has, listed, made, named, unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall


# What the model wrote was no call, or one of a tool that it was not offered; what there is of it is not run.
_UNREADABLE: Final = ("MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL")
# What a part may hold.
_PARTS: Final = (
    "codeExecutionResult",
    "code_execution_result",
    "executableCode",
    "executable_code",
    "fileData",
    "file_data",
    "functionCall",
    "function_call",
    "functionResponse",
    "function_response",
    "inlineData",
    "inline_data",
    "text",
    "thought",
    "thoughtSignature",
    "thought_signature",
    "toolCall",
    "tool_call",
    "toolResponse",
    "tool_response",
)


def calls(response: Any) -> list[ToolCall] | None:
    """Return the calls in a response or a part of one, or None when it is something else.

    Raises:
        ToolArgumentError: If Gemini could not read the model's call.
    """
    candidates = listed(field(response, "candidates"))
    if candidates is None and field(response, "promptFeedback", "prompt_feedback") is not None:
        return []  # the prompt was blocked
    if candidates is not None:
        response = candidates[0] if candidates else {"finishReason": "STOP"}
    content = field(response, "content")
    reason = named(field(response, "finishReason", "finish_reason"))
    if reason in _UNREADABLE:
        raise unreadable(reason)
    if listed(field(content, "parts")) is not None or (content is None and reason.isupper()):
        return _read(listed(field(content, "parts")) or [], is_cut_off=reason == "MAX_TOKENS")
    parts = listed(field(response, "parts", "function_calls", "functionCalls"))
    if parts is not None:
        return _read(parts)
    parts = listed(response) or [response]
    return _read(parts) if all(map(_is_part, parts)) else None


def _is_part(part: Any) -> bool:
    if has(part, "type"):
        return False
    if has(part, "name"):
        return has(part, "args")
    return any(has(part, name) for name in _PARTS)


def _read(parts: list[Any], *, is_cut_off: bool = False) -> list[ToolCall]:
    found = [p if has(p, "args") else field(p, "functionCall", "function_call") for p in parts]
    if any(field(call, "willContinue", "will_continue") for call in found):
        raise ToolUsageError("a call in pieces: put the pieces of a stream together first")
    triples = [(field(c, "name"), field(c, "args"), field(c, "id")) for c in found if c is not None]
    return made("gemini", triples, is_cut_off=is_cut_off)
