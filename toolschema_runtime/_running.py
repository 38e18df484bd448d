"""Calls a tool whose arguments are acceptable: in this thread, in another, in a loop, and in time."""

from __future__ import annotations

import sys

from toolschema_runtime._arguments import crashed
from toolschema_runtime._errors import AsyncToolError, ToolCallRefused, ToolTimeoutError
from toolschema_runtime._log import log_refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from typing import Any, NoReturn

    from toolschema_runtime._calls import ToolCall
    from toolschema_runtime._definition import ToolDefinition


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


def require_offered(definition: ToolDefinition) -> None:
    """Asks what `when` of a tool names: before a round, and again when the calls before it have run.

    Raises:
        ToolCallRefused: When the tool is not offered now.
        Exception: Whatever the property or method of the user's raises.
    """
    if not definition.is_available:
        raise ToolCallRefused("this tool cannot be used now")


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
    except BaseException as error:  # noqa: BLE001  # whatever the tool raised
        fail(error, call.name, call.id)


def _may_change_thread(prepared: Prepared) -> bool:
    return bool(prepared.definition._record.get("thread", True))


def _value(prepared: Prepared) -> Any:
    require_offered(prepared.definition)
    value = prepared.function(*prepared.positional, **prepared.keywords)
    return list(value) if prepared.definition._source.signature.is_generator else value


def _value_in_time(prepared: Prepared, seconds: float) -> Any:
    from contextvars import copy_context
    from threading import Thread

    outcome: list[tuple[bool, Any]] = []

    def work() -> None:
        outcome.append(context.run(_outcome, prepared))

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


def _outcome(prepared: Prepared) -> tuple[bool, Any]:
    """Whether a sync tool gives a value, and the value or its error.

    Errors leave a thread as values: a future cannot hold a StopIteration, and is cancelled by a CancelledError.
    """
    try:
        return True, _value(prepared)
    except BaseException as error:  # noqa: BLE001  # raised again by whoever waits
        return False, error


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
            return await _in_time(_avalue(prepared), seconds)
        if _may_change_thread(prepared):
            is_value, result = await _in_time(_outcome_of_thread(prepared), seconds)
        else:
            is_value, result = _outcome(prepared)
    except BaseException as error:  # noqa: BLE001  # whatever the tool raised
        afail(error, call.name, call.id)
    if not is_value:
        # What a sync tool raised, a cancellation too, is its own for certain.
        fail(result, call.name, call.id)
    return result


async def _avalue(prepared: Prepared) -> Any:
    require_offered(prepared.definition)
    value = prepared.function(*prepared.positional, **prepared.keywords)
    if prepared.definition._source.signature.is_generator:
        return [item async for item in items_of(value)]
    return await value


async def items_of(value: Any) -> AsyncIterator[Any]:
    """The items of a generator of either kind, or of one that a coroutine gives."""
    if hasattr(value, "__await__"):
        value = await value
    if hasattr(value, "__aiter__"):
        async for item in value:
            yield item
    else:
        for item in value:
            yield item


async def _outcome_of_thread(prepared: Prepared) -> tuple[bool, Any]:
    import asyncio

    return await asyncio.to_thread(_outcome, prepared)


async def _in_time(awaitable: Awaitable[Any], seconds: float | None) -> Any:
    if seconds is None:
        return await awaitable
    import asyncio

    task = asyncio.ensure_future(awaitable)
    try:
        done, _ = await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        _abandon(task)
        raise
    if not done:
        _abandon(task)
        raise ToolTimeoutError(seconds)
    return task.result()


def _abandon(task: Any) -> None:
    """Cancels what nobody waits for any more; what it raises then would be logged by asyncio, with its values."""
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    task.cancel()


def fail(error: BaseException, tool: str, call_id: str | None) -> NoReturn:
    """Raises what a tool's exception is to the caller: a refusal or time-out as it is, else a crash.

    A cancellation that comes out of a tool is a crash as well: passed on, it would look as if the caller's own
    task had been cancelled.  What else is no `Exception` passes.
    """
    # A time-out that already names a tool comes from a call that this tool made.
    if isinstance(error, ToolCallRefused) or (
        isinstance(error, ToolTimeoutError) and error.tool is None
    ):
        if error.tool is None:
            error.tool, error.call_id = tool, call_id
        log_refusal(error)
        raise error
    if isinstance(error, Exception):
        raise crashed(error, tool, call_id) from error
    if _is_cancellation(error):
        own = RuntimeError("the tool was cancelled by its own code")
        raise crashed(own.with_traceback(error.__traceback__), tool, call_id) from error
    raise error


def afail(error: BaseException, tool: str, call_id: str | None) -> NoReturn:
    """As `fail`, in a task; that this task was cancelled passes."""
    if _is_cancellation(error):
        import asyncio

        # Before Python 3.11 nothing tells who cancelled what.
        cancelling = getattr(asyncio.current_task(), "cancelling", None)
        if cancelling is None or cancelling() > 0:
            raise error
    fail(error, tool, call_id)


def _is_cancellation(error: BaseException) -> bool:
    # Nothing can be of its class while its module is not loaded.
    asyncio = sys.modules.get("asyncio")
    return asyncio is not None and isinstance(error, asyncio.CancelledError)
