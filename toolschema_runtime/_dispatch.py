"""From a call's name and arguments to the value of the tool.

`prepare` decides whether a call is acceptable and runs nothing of the tool; `run` and `arun` call it.
"""

from __future__ import annotations

from toolschema_runtime._binding import bind
from toolschema_runtime._decode.faults import Fault, Faults
from toolschema_runtime._decode.json_text import NotAcceptable, parse
from toolschema_runtime._decode.limits import DEFAULT_LIMITS
from toolschema_runtime._errors import (
    ARGUMENT_ERRORS,
    ApprovalRequired,
    AsyncToolError,
    ToolArgumentError,
    ToolCallRefused,
    ToolExecutionError,
    ToolSchemaError,
    ToolTimeoutError,
    UnboundToolError,
)
from toolschema_runtime._injection import values_for
from toolschema_runtime._log import log_crash, log_refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any, NoReturn

    from toolschema_runtime._calls import ToolCall
    from toolschema_runtime._decode.limits import Limits
    from toolschema_runtime._definition import ToolDefinition
    from toolschema_runtime._injection import Injection
    from toolschema_runtime._registry import ToolRegistry


class Prepared:
    """A call that may run: its arguments are acceptable and its injected values are there.

    Attributes:
        definition: The tool.
        call: The call as the model made it.
        repairs: What a lenient registry mended in the arguments.
        timeout: The seconds it has, or None.
    """

    __slots__ = ("call", "definition", "function", "keywords", "positional", "repairs", "timeout")

    def __init__(
        self,
        definition: ToolDefinition,
        call: ToolCall,
        function: Callable[..., Any],
        positional: tuple[Any, ...],
        keywords: dict[str, Any],
        repairs: tuple[str, ...],
    ) -> None:
        self.definition = definition
        self.call = call
        self.function = function
        self.positional = positional
        self.keywords = keywords
        self.repairs = repairs
        self.timeout = timeout_of(definition)


def timeout_of(definition: ToolDefinition) -> float | None:
    """The seconds a call has by the registry's rule, else by the tool's own word."""
    rule = definition._rules.timeout
    return definition._record.get("timeout") if rule is None else rule


def prepare(registry: ToolRegistry, call: ToolCall, *, inject: Injection = None) -> Prepared:
    """Decides whether *call* is acceptable; nothing of the tool runs.

    Args:
        registry: Where its tool is.
        call: The call; `arguments` may be an object or its JSON text.
        inject: Values for what is not bound, or a function from the call to them.

    Raises:
        ToolUsageError: When the host made a mistake.
        ToolCallError: When the model did.
    """
    definition, given = _found(registry, call, inject)
    providers = providers_of(definition, inject)
    if not providers:
        return _prepared(definition, call, values_for(definition, given))
    _check(definition)
    decoded = decode(definition, call.arguments, call.id)
    for provider in providers:
        provided = provider(call)
        if hasattr(provided, "__await__"):
            getattr(provided, "close", lambda: None)()
            raise AsyncToolError("the provider of injected values is async: use acall")
        given = {**registry._takers.resolve(provided), **given}
    return _bound(definition, call, decoded, values_for(definition, given))


async def aprepare(registry: ToolRegistry, call: ToolCall, *, inject: Injection = None) -> Prepared:
    """As `prepare`, for providers of either kind."""
    definition, given = _found(registry, call, inject)
    providers = providers_of(definition, inject)
    if not providers:
        return _prepared(definition, call, values_for(definition, given))
    _check(definition)
    decoded = decode(definition, call.arguments, call.id)
    for provider in providers:
        provided = provider(call)
        if hasattr(provided, "__await__"):
            provided = await provided
        given = {**registry._takers.resolve(provided), **given}
    return _bound(definition, call, decoded, values_for(definition, given))


def _found(
    registry: ToolRegistry, call: ToolCall, inject: Injection
) -> tuple[ToolDefinition, dict[str, Any]]:
    definition = registry._find(call.name, call.id)
    given = {} if inject is None or callable(inject) else registry._takers.resolve(inject)
    if not definition.is_bound:
        raise UnboundToolError(
            f'tool "{definition.name}" is a method: list it with ToolRegistry.for_instance(object)'
        )
    return definition, given


def _capture(*positional: Any, **keywords: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return positional, keywords


def _prepared(definition: ToolDefinition, call: ToolCall, injected: dict[str, Any]) -> Prepared:
    handler = definition.handler
    if not definition._rules.is_lenient and definition._rules.limits is None:
        make = definition._source.make_for(handler)
        passed = None if make is None else make(_capture, injected, _raise, _no)(call.arguments)
        if passed is not None:
            positional, keywords = passed
            return Prepared(definition, call, handler, positional, keywords, ())
    return _bound(definition, call, decode(definition, call.arguments, call.id), injected)


def _raise(error: Exception) -> NoReturn:
    raise error


def _no(arguments: object) -> None:
    return None


def fast_call(definition: ToolDefinition) -> Callable[[Any], Any] | None:
    """From arguments to the value of a tool, or to its awaitable: the compiled decoder and nothing else.

    None while the tool is not called often, and for tools that need more than their arguments.
    """
    rules = definition._rules
    source = definition._source
    if (
        definition.approval
        or rules.is_lenient
        or rules.limits is not None
        or rules.providers
        or source.signature.is_generator
        or timeout_of(definition) is not None
        or any(definition.injected.values())
    ):
        return None
    handler = definition.handler
    make = source.made_for(handler)
    if make is None:
        return None
    name = definition.name
    injected = values_for(definition, {})

    def failed(error: Exception) -> NoReturn:
        fail(error, name, None)

    def refused(arguments: object) -> Any:
        decoded = decode(definition, arguments, None)
        prepared = _bound(definition, _tool_call(name, arguments), decoded, injected)
        return arun(prepared) if definition.is_async else run(prepared)

    async def awaited(*positional: Any, **keywords: Any) -> Any:
        try:
            return await handler(*positional, **keywords)
        except Exception as error:  # noqa: BLE001  # whatever the tool raised
            fail(error, name, None)

    return make(awaited if definition.is_async else handler, injected, failed, refused)


def providers_of(definition: ToolDefinition, inject: Injection) -> tuple[Callable[..., Any], ...]:
    """What gives values for this call, what was bound first."""
    return (*definition._rules.providers, *([inject] if callable(inject) else []))


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
        # What is too large but otherwise sound; text was measured when it was read.
        excess = None if faults.found or sent is not arguments else limits.excess(arguments)
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
    _check(definition)
    return decode(definition, arguments, None).values


def _check(definition: ToolDefinition) -> None:
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
    if type(arguments) is not dict:
        raise NotAcceptable("an object with the arguments", arguments)
    return arguments


def _bound(
    definition: ToolDefinition, call: ToolCall, decoded: Decoded, injected: dict[str, Any]
) -> Prepared:
    handler = definition.handler
    signature = definition._source.signature
    positional, keywords = bind(signature, decoded.values, injected, handler)
    return Prepared(definition, call, handler, positional, keywords, decoded.repairs)


def run(prepared: Prepared, *, timeout: float | None = None) -> Any:
    """Calls a sync tool and gives its own value.

    Raises:
        AsyncToolError: When the tool is async.
        ToolTimeoutError: When it does not answer in time; its thread is left to itself.  A tool that
            must not change threads has all the time it takes.
        ToolCallRefused: When the tool refused.
        ToolExecutionError: When the tool failed.
    """
    if prepared.definition.is_async:
        raise AsyncToolError(f'tool "{prepared.definition.name}" is async: use acall')
    seconds = prepared.timeout if timeout is None else timeout
    call = prepared.call
    try:
        if seconds is None or not _may_change_thread(prepared):
            return _value(prepared)
        return _value_in_time(prepared, seconds)
    except Exception as error:  # noqa: BLE001  # whatever the tool raised
        fail(error, call.name, call.id)


def _may_change_thread(prepared: Prepared) -> bool:
    return bool(prepared.definition._record.get("thread", True))


def _value(prepared: Prepared) -> Any:
    value = prepared.function(*prepared.positional, **prepared.keywords)
    return list(value) if prepared.definition._source.signature.is_generator else value


def _value_in_time(prepared: Prepared, seconds: float) -> Any:
    from contextvars import copy_context
    from threading import Thread

    outcome: list[tuple[bool, Any]] = []

    def work() -> None:
        try:
            outcome.append((True, context.run(_value, prepared)))
        except BaseException as error:  # noqa: BLE001  # raised again by the thread that waits
            outcome.append((False, error))

    context = copy_context()
    thread = Thread(target=work, daemon=True, name=f"tool {prepared.definition.name}")
    thread.start()
    thread.join(seconds)
    if not outcome:
        raise ToolTimeoutError(seconds)
    is_value, result = outcome[0]
    if is_value:
        return result
    raise result


async def arun(prepared: Prepared, *, timeout: float | None = None) -> Any:
    """Calls a tool of either kind and gives its own value; a sync one in a thread, unless it says no.

    Raises:
        ToolTimeoutError: When it does not answer in time.
        ToolCallRefused: When the tool refused.
        ToolExecutionError: When the tool failed.
    """
    seconds = prepared.timeout if timeout is None else timeout
    call = prepared.call
    try:
        if prepared.definition.is_async:
            awaitable = _avalue(prepared)
        elif _may_change_thread(prepared):
            awaitable = _value_in_thread(prepared)
        else:
            return _value(prepared)
        if seconds is None:
            return await awaitable
        return await _in_time(awaitable, seconds)
    except Exception as error:  # noqa: BLE001  # whatever the tool raised
        fail(error, call.name, call.id)


async def _avalue(prepared: Prepared) -> Any:
    value = prepared.function(*prepared.positional, **prepared.keywords)
    if prepared.definition._source.signature.is_generator:
        return [item async for item in value]
    return await value


async def _value_in_thread(prepared: Prepared) -> Any:
    import asyncio

    def work() -> tuple[bool, Any]:
        # A future cannot hold a StopIteration, so errors travel as values.
        try:
            return True, _value(prepared)
        except Exception as error:  # noqa: BLE001  # raised again below
            return False, error

    is_value, result = await asyncio.to_thread(work)
    if is_value:
        return result
    raise result


async def _in_time(awaitable: Awaitable[Any], seconds: float) -> Any:
    import asyncio

    task = asyncio.ensure_future(awaitable)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        raise
    if not done:
        task.cancel()
        raise ToolTimeoutError(seconds)
    return task.result()


def fail(error: Exception, tool: str, call_id: str | None) -> NoReturn:
    """Raises what a tool's exception is to the caller: a refusal or time-out as it is, else a crash."""
    # A time-out that already names a tool comes from a call that this tool made.
    if isinstance(error, ToolCallRefused) or (
        isinstance(error, ToolTimeoutError) and error.tool is None
    ):
        if error.tool is None:
            error.tool, error.call_id = tool, call_id
        log_refusal(error)
        raise error
    raise crashed(error, tool, call_id) from error


def crashed(error: Exception, tool: str, call_id: str | None) -> ToolExecutionError:
    """The error for a tool's own failure, after it was logged."""
    log_crash(tool, error)
    return ToolExecutionError(error, tool=tool, call_id=call_id)


def call(
    registry: ToolRegistry,
    name: str,
    arguments: object,
    *,
    inject: Injection,
    approved: bool,
    timeout: float | None,
) -> Any:
    """One call from start to end; see `ToolRegistry.call`."""
    made = _tool_call(name, arguments)
    prepared = prepare(registry, made, inject=inject)
    if prepared.definition.approval and not approved:
        raise ApprovalRequired([made])
    return run(prepared, timeout=timeout)


async def acall(
    registry: ToolRegistry,
    name: str,
    arguments: object,
    *,
    inject: Injection,
    approved: bool,
    timeout: float | None,
) -> Any:
    """One call from start to end; see `ToolRegistry.acall`."""
    made = _tool_call(name, arguments)
    prepared = await aprepare(registry, made, inject=inject)
    if prepared.definition.approval and not approved:
        raise ApprovalRequired([made])
    return await arun(prepared, timeout=timeout)


def _tool_call(name: str, arguments: Any) -> ToolCall:
    from toolschema_runtime._calls import ToolCall

    return ToolCall(name, arguments)
