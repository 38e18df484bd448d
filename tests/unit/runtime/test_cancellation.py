"""A cancellation from outside reaches a tool; one that comes out of a tool is its failure, and ends nothing else."""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import ToolCall, ToolExecutionError, ToolTimeoutError

# The first calls are interpreted, later ones compiled: each claim must hold for both.
ROUNDS = 6
# Before it nothing tells who cancelled what, so that an async tool's own cancellation passes.
IS_TOLD = sys.version_info >= (3, 11)

SOURCE = """
import asyncio
from toolschema_runtime import tool

@tool
async def lost(seconds):
    other = asyncio.ensure_future(asyncio.sleep(5))
    await asyncio.sleep(seconds)
    other.cancel()
    await other

@tool
def lost_in_thread():
    raise asyncio.CancelledError

@tool
async def forever():
    await asyncio.sleep(60)

@tool
async def stubborn():
    try:
        await asyncio.sleep(60)
    finally:
        raise ValueError("a secret")

@tool
async def greet():
    await asyncio.sleep(0.01)
    return "hello"
"""


@pytest.fixture
def tools(load: Load) -> Any:
    return load(
        SOURCE,
        record("lost", parameter("seconds", "float"), is_async=True),
        record("lost_in_thread"),
        record("forever", is_async=True),
        record("stubborn", is_async=True),
        record("greet", is_async=True, returns="str"),
    )


def test_a_cancellation_inside_a_sync_tool_is_its_failure(tools: Any) -> None:
    async def play() -> None:
        with pytest.raises(ToolExecutionError):
            await tools.acall("lost_in_thread")

    for _ in range(ROUNDS):
        asyncio.run(play())
        with pytest.raises(ToolExecutionError, match="was cancelled by its own code") as caught:
            tools.call("lost_in_thread")
        assert isinstance(caught.value.__cause__, asyncio.CancelledError)


@pytest.mark.skipif(not IS_TOLD, reason="nothing tells who cancelled what")
@pytest.mark.parametrize("timeout", [None, 20.0])
def test_a_cancellation_inside_an_async_tool_is_its_failure(
    tools: Any, timeout: float | None
) -> None:
    async def play() -> None:
        for _ in range(ROUNDS):
            with pytest.raises(ToolExecutionError, match="was cancelled by its own code"):
                await tools.acall("lost", {"seconds": 0}, timeout=timeout)

    asyncio.run(play())


@pytest.mark.parametrize("name", ["lost_in_thread", *(["lost"] if IS_TOLD else [])])
def test_a_tool_that_cancels_itself_takes_no_other_of_its_round_along(
    tools: Any, name: str
) -> None:
    calls = [
        ToolCall("greet", {}, "1", "openai"),
        ToolCall(name, {"seconds": 0} if name == "lost" else {}, "2", "openai"),
    ]
    results = asyncio.run(tools.aexecute(calls))
    assert ["hello", "the tool failed"] == [result.text for result in results]


@pytest.mark.parametrize("timeout", [None, 20.0])
def test_a_cancellation_from_outside_passes(tools: Any, timeout: float | None) -> None:
    async def play() -> None:
        for _ in range(ROUNDS):
            task = asyncio.ensure_future(tools.acall("forever", timeout=timeout))
            await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    asyncio.run(play())


def test_what_an_abandoned_tool_raises_is_told_to_nobody(tools: Any) -> None:
    told: list[Any] = []

    async def play() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: told.append(context))
        with pytest.raises(ToolTimeoutError):
            await tools.acall("stubborn", timeout=0.01)
        task = asyncio.ensure_future(tools.acall("stubborn", timeout=20.0))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.sleep(0.01)
        gc.collect()

    asyncio.run(play())
    assert not told
