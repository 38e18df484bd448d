"""Runs the calls of a server: sync tools in threads of their own, in turns, with progress."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from threading import Thread

from toolschema_runtime._arguments import crashed
from toolschema_runtime._calls import ToolResult
from toolschema_runtime._rounds import _aanswered, _answered, _failed
from toolschema_runtime._running import Prepared, items_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from typing import Any

    from mcp.server.context import ServerRequestContext


class Turns:
    """Lets a number of calls run side by side, and some of them alone, in the order in which they came.

    Args:
        most: How many may run at once.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._running = 0
        self._is_alone = False
        self._waiting: deque[tuple[asyncio.Future[None], bool]] = deque()

    async def take(self, *, alone: bool) -> None:
        """Wait until a call may run; `give_back` ends its turn."""
        if not self._waiting and self._fits(alone=alone):
            self._start(alone=alone)
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((turn, alone))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it had just been given
                self.give_back(alone=alone)
            else:
                self._wake()
            raise

    def give_back(self, *, alone: bool) -> None:
        """End a turn; it never waits, so that a cancelled call ends its own."""
        self._running -= 1
        if alone:
            self._is_alone = False
        self._wake()

    def _fits(self, *, alone: bool) -> bool:
        return not self._is_alone and self._running < (1 if alone else self._most)

    def _start(self, *, alone: bool) -> None:
        self._running += 1
        self._is_alone = alone

    def _wake(self) -> None:
        while self._waiting:
            turn, alone = self._waiting[0]
            if turn.done():  # cancelled while it waited
                self._waiting.popleft()
            elif self._fits(alone=alone):
                self._waiting.popleft()
                self._start(alone=alone)
                turn.set_result(None)
            else:
                return


async def answered(
    prepared: Prepared, ctx: ServerRequestContext[Any, Any], turns: Turns
) -> ToolResult:
    """Run a tool when it is its turn, and make the result of its value or error."""
    record = prepared.definition._record
    alone = record.get("parallel", True) is False
    await turns.take(alone=alone)
    try:
        if prepared.definition.is_async:
            return await _aanswered(_reporting(prepared, ctx))
        if record.get("thread", True):
            return await _in_thread(partial(_answered, prepared))
        return _answered(prepared)
    except SystemExit as exit:
        error = RuntimeError("the tool asked the process to end")
        call = prepared.call
        failure = crashed(error.with_traceback(exit.__traceback__), call.name, call.id)
        return _failed(call, failure, prepared)
    finally:
        turns.give_back(alone=alone)


async def _in_thread(work: Callable[[], ToolResult]) -> ToolResult:
    """Do *work* in a thread that nobody waits for once the call is cancelled or the server ends.

    Threads of an executor would be waited for: a tool that blocks would keep the process.
    """
    loop = asyncio.get_running_loop()
    # Errors travel as values: a future cannot hold a StopIteration.
    answer: asyncio.Future[tuple[ToolResult | None, BaseException | None]] = loop.create_future()

    def settle(result: ToolResult | None, failure: BaseException | None) -> None:
        if not answer.done():
            answer.set_result((result, failure))

    def run() -> None:
        result: ToolResult | None = None
        failure: BaseException | None = None
        try:
            result = context.run(work)
        except BaseException as error:  # noqa: BLE001  # raised again by the coroutine that waits
            failure = error
        with suppress(RuntimeError):  # the loop was closed meanwhile
            loop.call_soon_threadsafe(settle, result, failure)

    context = copy_context()
    Thread(target=run, daemon=True, name="toolschema").start()
    result, failure = await answer
    if result is None:
        assert failure is not None
        raise failure
    return result


def _has_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def sendable(result: ToolResult) -> ToolResult:
    """The same result, or what comes of one that the wire cannot carry.

    A lone surrogate has no UTF-8 form, and would end the connection; the text has all of the data.
    """
    if _has_utf8(result.text):
        return result
    call = result.call
    if result.error is None:
        error = ValueError("the result holds a lone surrogate")
        return ToolResult(call, error=crashed(error, call.name, call.id))
    return ToolResult(call, error=result.error, text=ascii(result.text)[1:-1])


def _reporting(prepared: Prepared, ctx: ServerRequestContext[Any, Any]) -> Prepared:
    """The same call; where it is an async generator's, each item is reported as progress."""
    if not prepared.definition._source.signature.is_generator:
        return prepared
    function = prepared.function

    async def items(*positional: Any, **keywords: Any) -> AsyncIterator[Any]:
        count = 0
        async for item in items_of(function(*positional, **keywords)):
            count += 1
            # The SDK sends nothing to a client that did not ask for it.
            message = item if isinstance(item, str) and _has_utf8(item) else None
            await ctx.session.report_progress(count, message=message)
            yield item

    watched = Prepared(
        prepared.definition,
        prepared.call,
        items,
        prepared.positional,
        prepared.keywords,
        prepared.repairs,
    )
    watched.timeout = prepared.timeout
    return watched
