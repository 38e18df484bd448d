"""The arguments of a call, decoded by the nodes: every fault is found, and said to host and model."""

from __future__ import annotations

from toolschema_runtime._decode.faults import Fault, Faults
from toolschema_runtime._decode.json_text import NotAcceptable, parse
from toolschema_runtime._decode.limits import DEFAULT_LIMITS
from toolschema_runtime._errors import (
    ARGUMENT_ERRORS,
    ToolArgumentError,
    ToolExecutionError,
    ToolSchemaError,
)
from toolschema_runtime._log import log_crash, log_refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from toolschema_runtime._decode.limits import Limits
    from toolschema_runtime._definition import ToolDefinition


class Decoded:
    """Arguments by Python's names, and what was mended in them."""

    __slots__ = ("repairs", "values")

    def __init__(self, values: dict[str, Any], repairs: tuple[str, ...]) -> None:
        self.values = values
        self.repairs = repairs


def decode(definition: ToolDefinition, arguments: object, call_id: str | None) -> Decoded:
    """The arguments of a call, decoded by the nodes, which find every fault.

    Raises:
        ToolArgumentError: With all faults of the call.
        ToolExecutionError: When a constructor failed other than by refusing.
    """
    signature = definition._source.signature
    rules = definition._rules
    limits = rules.limits or DEFAULT_LIMITS
    faults = Faults([] if rules.is_lenient else None)
    values: dict[str, Any] = {}
    try:
        sent = _as_object(arguments, limits, faults)
        values = signature.decode(sent, faults)
        # What is too large but otherwise sound; text was measured when it was read, but for texts inside it.
        if not faults.found and (faults.read or type(arguments) is not str):
            excess = limits.excess(sent, *faults.read.values())
            if excess is not None:
                raise NotAcceptable(excess)
    except NotAcceptable as error:
        faults.found = [Fault((), "type", error.expected, error.value)]
    except RecursionError:
        faults.found = [Fault((), "type", f"at most {limits.depth} levels")]
    except ToolSchemaError:
        raise
    except Exception as error:
        raise crashed(error, definition.name, call_id) from error
    if faults.found:
        # Never held in a variable here: with its traceback that would be a cycle for the collector.
        raise _refusal(definition, faults, call_id)
    return Decoded(values, tuple(faults.repairs or ()))


def _refusal(definition: ToolDefinition, faults: Faults, call_id: str | None) -> ToolArgumentError:
    redact = definition._rules.redact
    error = ARGUMENT_ERRORS[faults.found[0].code](
        lambda: faults.problems(redact=redact), tool=definition.name, call_id=call_id
    )
    log_refusal(error, definition._source.signature.keys)
    return error


def decoded_arguments(definition: ToolDefinition, arguments: object) -> dict[str, Any]:
    """What a call with *arguments* would pass, by name, without injected values."""
    check_handler(definition)
    return decode(definition, arguments, None).values


def check_handler(definition: ToolDefinition) -> None:
    """Finds a stale side-file before anything of a call is looked at."""
    _ = definition.handler


def _as_object(arguments: object, limits: Limits, faults: Faults) -> dict[str, Any]:
    if type(arguments) is str:
        text = arguments
        if faults.repairs is not None:
            from toolschema_runtime._decode.lenient import unwrap

            text = unwrap(text, limits, faults)
        arguments = parse(text, limits) if text.strip() else None
    if arguments is None:
        return {}
    if type(arguments) is not dict and hasattr(arguments, "keys"):
        from toolschema_runtime._calls import plain

        arguments = plain(arguments)
    if type(arguments) is not dict:
        raise NotAcceptable("an object with the arguments", arguments)
    return arguments


def crashed(error: Exception, tool: str, call_id: str | None) -> ToolExecutionError:
    """The error for a tool's own failure, after it was logged."""
    log_crash(tool, error)
    return ToolExecutionError(error, tool=tool, call_id=call_id)
