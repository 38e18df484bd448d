"""Approval by interrupt: a run ends with the question, and the next one brings the decision."""

from __future__ import annotations

import json

from toolschema_runtime._errors import ToolUsageError
from toolschema_runtime.adapters.ag_ui._answers import id_of
from toolschema_runtime.dialects._reading import field, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, Final

    from ag_ui.core import ResumeEntry, RunAgentInput, RunFinishedInterruptOutcome

    from toolschema_runtime._calls import ToolCall
    from toolschema_runtime._errors import ApprovalRequired
    from toolschema_runtime._registry import ToolRegistry

_PREFIX: Final = "approval-"
_ANSWER: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {"approved": {"type": "boolean"}},
    "required": ["approved"],
    "additionalProperties": False,
}
_DISMISSED: Final = "the user did not decide about this call"


def interrupt_outcome(
    registry: ToolRegistry, error: ApprovalRequired
) -> RunFinishedInterruptOutcome:
    """The outcome of a run that ends because calls wait for a decision.

        except ApprovalRequired as error:
            yield RunFinishedEvent(…, outcome=interrupt_outcome(tools, error))

    Args:
        registry: Where the tools are.
        error: What `execute` raised.

    Raises:
        ToolUsageError: If a call has no id.
        ImportError: If the package is not installed (extra `ag-ui`).
    """
    from ag_ui.core import Interrupt, RunFinishedInterruptOutcome

    return RunFinishedInterruptOutcome(
        interrupts=[
            Interrupt(
                id=_PREFIX + id_of(call),
                reason="tool_call",
                message=_question(registry, call),
                tool_call_id=call.id,
                response_schema=dict(_ANSWER),
            )
            for call in error.calls
        ]
    )


def approvals_of(resume: Iterable[ResumeEntry] | RunAgentInput | None) -> dict[str, bool | str]:
    """The decisions that a front end brings, for `execute(…, approvals=)`.

    Args:
        resume: The entries, or the input that has them; dicts will do.

    Returns:
        Decisions by call id.  What was abandoned is a refusal that says so.

    Raises:
        ToolUsageError: If an entry is not an answer to a question of `interrupt_outcome`, or says more than
            yes or no: edited arguments were not offered, and what was asked about is not what would run.
    """
    own = listed(field(resume, "resume"))
    entries: Any = own if own is not None or field(resume, "messages") is not None else resume
    return dict(_decision(entry) for entry in entries or ())


def _decision(entry: object) -> tuple[str, bool | str]:
    interrupt = field(entry, "interrupt_id", "interruptId")
    if not isinstance(interrupt, str) or not interrupt.startswith(_PREFIX):
        raise ToolUsageError(f"an answer to {interrupt!r}, which is no question about a call")
    call_id = interrupt[len(_PREFIX) :]
    if field(entry, "status") == "cancelled":
        return call_id, _DISMISSED
    match field(entry, "payload"):
        case {"approved": bool(is_approved), **rest} if not rest:
            return call_id, is_approved
        case _:
            raise ToolUsageError(
                f'the answer to {interrupt!r} is not {{"approved": true or false}}'
            )


def _question(registry: ToolRegistry, call: ToolCall) -> str:
    definition = registry[call.name]
    return "\n".join([f"Allow {definition.title or definition.name}?", *_lines(call.arguments)])


def _lines(arguments: Any) -> list[str]:
    """One line for each argument; what a lenient registry mended is shown as it came."""
    if isinstance(arguments, str) and arguments.strip():
        try:
            arguments = json.loads(arguments)
        except ValueError:
            return [str(arguments)]
    if not isinstance(arguments, dict):
        return []
    return [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in arguments.items()]
