"""Turns of calls: many side by side, some alone, in order, and none lost when a call is cancelled."""

from __future__ import annotations

import asyncio

from toolschema_runtime.adapters.mcp._running import Turns


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_no_more_run_than_may_and_one_that_runs_alone_waits_for_all() -> None:
    async def main() -> list[str]:
        turns, log = Turns(2), list[str]()

        async def run(name: str, *, alone: bool = False) -> None:
            await turns.take(alone=alone)
            log.append(f"+{name}")
            await asyncio.sleep(0.01 * len(name))
            log.append(f"-{name}")
            turns.give_back(alone=alone)

        await asyncio.gather(run("a"), run("bb"), run("c", alone=True), run("d"), run("ee"))
        return log

    log = asyncio.run(main())
    assert ["+a", "+bb", "-a", "-bb", "+c", "-c", "+d", "+ee", "-d", "-ee"] == log


def test_a_cancelled_call_keeps_no_turn_and_blocks_nobody() -> None:
    async def main() -> int:
        turns = Turns(1)
        await turns.take(alone=False)
        waiting = [asyncio.ensure_future(turns.take(alone=alone)) for alone in (True, False, False)]
        await _settle()
        waiting[0].cancel()
        await _settle()
        # The next one gets its turn and is cancelled before it can notice.
        turns.give_back(alone=False)
        waiting[1].cancel()
        await asyncio.wait_for(waiting[2], 5)
        turns.give_back(alone=False)
        await asyncio.wait_for(turns.take(alone=True), 5)
        return sum(each.cancelled() for each in waiting)

    assert 2 == asyncio.run(main())
