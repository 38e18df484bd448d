"""A generator of either kind gives the list of its items, whichever way the function hands it out."""

from __future__ import annotations

import asyncio

import pytest

from tests.unit.runtime.modules import Load, record
from toolschema_runtime import ToolCall

SOURCE = """
import asyncio
from toolschema_runtime import tool

async def numbers():
    yield 1
    await asyncio.sleep(0)
    yield 2

@tool
async def its_own():
    async for number in numbers():
        yield number

@tool
def handed_out(): return numbers()

@tool
async def by_coroutine(): return numbers()

@tool
async def sync_by_coroutine(): return iter([1, 2])
"""


@pytest.mark.parametrize("name", ["its_own", "handed_out", "by_coroutine", "sync_by_coroutine"])
def test_items_of_an_async_generator_are_gathered(load: Load, name: str) -> None:
    tools = load(SOURCE, record(name, is_async=True, is_generator=True))
    # The first calls are interpreted, later ones compiled.
    for _ in range(6):
        assert [1, 2] == asyncio.run(tools.acall(name))
        [result] = asyncio.run(tools.aexecute(ToolCall(name, {}, "c1", "openai")))
        assert "[1, 2]" == result.text
