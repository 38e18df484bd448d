"""Approval by elicitation: the client asks the person in front of it."""

from __future__ import annotations

import hashlib
import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from mcp.server.context import ServerRequestContext
    from mcp_types import CallToolRequestParams

    from toolschema_runtime._definition import ToolDefinition

# From this version on a server asks in its answer, and the client makes the call again.
_WITH_INPUT_REQUIRED: Final = "2026-07-28"
# Accepting says yes; there is nothing to fill in.
_FORM: Final[dict[str, Any]] = {"type": "object", "properties": {}}

_CANNOT_ASK = "this call needs the approval of a person, and this client has no way to ask for it"
_DECLINED = "the user declined this call"
_DISMISSED = "the user did not decide about this call"


async def decision(
    ctx: ServerRequestContext[Any, Any], params: CallToolRequestParams, definition: ToolDefinition
) -> bool | str | dict[str, Any]:
    """Whether a call may run.

    Args:
        ctx: The SDK's request context.
        params: The call as the client sent it.
        definition: The tool.

    Returns:
        True, a text that says why not, or the result that asks the client for a decision.
    """
    if not _can_ask(ctx):
        return _CANNOT_ASK
    # An answer counts for the call that it was asked about, and for no other.
    key = _key(params)
    if ctx.protocol_version < _WITH_INPUT_REQUIRED:
        answer: Any = await ctx.session.elicit_form(
            _question(params, definition), dict(_FORM), related_request_id=ctx.request_id
        )
    else:
        answer = (params.input_responses or {}).get(key)
        if answer is None:
            return _input_required(key, _question(params, definition))
    match getattr(answer, "action", None):
        case "accept":
            return True
        case "decline":
            return _DECLINED
        case _:
            return _DISMISSED


def _can_ask(ctx: ServerRequestContext[Any, Any]) -> bool:
    capabilities = ctx.session.client_capabilities
    elicitation = None if capabilities is None else capabilities.elicitation
    if elicitation is None or (
        ctx.protocol_version < _WITH_INPUT_REQUIRED and not ctx.session.can_send_request
    ):
        return False
    # `{}` is how clients before 2025-11-25 say that they show forms.
    return elicitation.form is not None or elicitation.url is None


def _key(params: CallToolRequestParams) -> str:
    call = json.dumps([params.name, params.arguments or {}], sort_keys=True)
    return f"approval-{hashlib.sha256(call.encode()).hexdigest()[:32]}"


def _question(params: CallToolRequestParams, definition: ToolDefinition) -> str:
    lines = [
        f"{key}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in (params.arguments or {}).items()
    ]
    return "\n".join([f"Allow {definition.title or definition.name}?", *lines])


def _input_required(key: str, question: str) -> dict[str, Any]:
    request = {
        "method": "elicitation/create",
        "params": {"mode": "form", "message": question, "requestedSchema": dict(_FORM)},
    }
    return {"resultType": "input_required", "inputRequests": {key: request}}
