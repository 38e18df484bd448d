"""Tool calls out of responses: SDK objects and dicts alike, and the chat shape that four providers share."""

from __future__ import annotations

from toolschema_runtime._calls import CutOffCall, ToolCall
from toolschema_runtime._errors import ArgumentProblem, ToolUsageError, argument_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Final

    from toolschema_runtime._errors import ToolArgumentError


def field(thing: Any, *names: str) -> Any:
    """The first of these fields that a dict or object has, or None."""
    for name in names:
        found = thing.get(name) if isinstance(thing, dict) else getattr(thing, name, None)
        if found is not None:
            return found
    return None


def has(thing: Any, name: str) -> bool:
    """Whether a dict or object has a field, be it None."""
    return name in thing if isinstance(thing, dict) else hasattr(thing, name)


def kind_of(thing: Any) -> str | None:
    """What a dict or object says as its `type`, where that is a text: JSON Schema has lists there, and a text may be one."""
    kind = field(thing, "type")
    return kind if isinstance(kind, str) else None


def listed(value: Any) -> list[Any] | None:
    """A list or tuple as a list, or None; SDKs mark absent fields in several ways."""
    return list(value) if isinstance(value, (list, tuple)) else None


def made(
    fmt: str, calls: Iterable[tuple[str, Any, str | None]], *, is_cut_off: bool = False
) -> list[ToolCall]:
    """Calls from names, arguments and ids.

    Raises:
        ToolUsageError: If one has no name.
    """
    kind = CutOffCall if is_cut_off else ToolCall
    return [kind(_name(name), arguments, id, fmt) for name, arguments, id in calls]


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise ToolUsageError("a call without a name: put the pieces of a stream together first")
    return name


def unreadable(reason: str) -> ToolArgumentError:
    """The error for a response that ended since the provider could not read the model's call."""
    expected = (
        f"a call that can be read; the response ended with {reason}, so send the request again"
    )
    return argument_error([ArgumentProblem("", "value", expected)], tool=None)


def named(reason: Any) -> str:
    """Why a response ended, as text; SDKs have enums for it."""
    return str(getattr(reason, "value", reason))


def chat_calls(
    fmt: str, response: Any, is_call: Callable[[Any], bool], *, cut_off: tuple[str, ...]
) -> list[ToolCall] | None:
    """The calls in a response of the chat shape, or None when it has another.

    Args:
        fmt: The provider's format.
        response: A response, choice, message, list of calls, or call.
        is_call: Whether something is a call as this provider writes it.
        cut_off: The reasons to finish that mean that the end is missing.

    Raises:
        ToolUsageError: If a call is OpenAI's older `function_call`, or has no name.
    """
    choices = listed(field(response, "choices"))
    if choices is not None:
        return chat_calls(fmt, choices[0], is_call, cut_off=cut_off) if choices else []
    # Mistral may give several messages in one choice.
    several = listed(field(response, "messages"))
    message = several[-1] if several else field(response, "message")
    if message is not None:
        calls = _calls_of(message)
        if not all(map(is_call, calls)):
            return None
        reason = named(field(response, "finish_reason", "done_reason"))
        return made(fmt, map(_parts, filter(_is_function, calls)), is_cut_off=reason in cut_off)
    if field(response, "role") == "assistant" and _is_chat_content(response):
        calls = _calls_of(response)
    else:
        calls = listed(response) or [response]
    if not all(map(is_call, calls)):
        return None
    return made(fmt, map(_parts, filter(_is_function, calls)))


def _calls_of(message: Any) -> list[Any]:
    calls = listed(field(message, "tool_calls")) or []
    if not calls and isinstance(field(field(message, "function_call"), "name"), str):
        # It has no id, and is answered by a message of another role.
        raise ToolUsageError(
            "OpenAI's older function_call is not taken: send tools= instead of functions=, "
            "and the calls are in tool_calls"
        )
    return calls


# The last of them are Mistral's.
_CHAT_PARTS: Final = frozenset(
    (
        "text",
        "refusal",
        "thinking",
        "document_url",
        "file",
        "image_url",
        "input_audio",
        "reference",
        "resource",
        "resource_link",
    )
)


def _is_chat_content(message: Any) -> bool:
    """Whether a message's content is a text, or parts that no other provider has."""
    parts = listed(field(message, "content")) or []
    return all(kind_of(part) in _CHAT_PARTS for part in parts)


def is_text_call(call: Any) -> bool:
    """Whether something is a call with an id and its arguments as text, or one of a custom tool."""
    if field(call, "type") == "custom":
        return True
    function = field(call, "function")
    arguments = field(function, "arguments")
    is_text = arguments is None or isinstance(arguments, str)
    is_function = field(function, "name") is not None or has(function, "arguments")
    return is_text and is_function and field(call, "id") is not None


def is_call_with_id(call: Any) -> bool:
    """Whether something is a call with an id, its arguments as text or object."""
    return field(call, "id") is not None and has(field(call, "function"), "arguments")


def is_object_call(call: Any) -> bool:
    """Whether something is a call with its arguments as object."""
    arguments = field(field(call, "function"), "arguments")
    return arguments is not None and not isinstance(arguments, str)


def _is_function(call: Any) -> bool:
    return field(call, "function") is not None


def _parts(call: Any) -> tuple[str, Any, str | None]:
    function = field(call, "function")
    return field(function, "name"), field(function, "arguments"), field(call, "id")
