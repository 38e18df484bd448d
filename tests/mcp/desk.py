"""Tools that misbehave, and the application around them; copied into the project that the tests serve."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Annotated

from toolschema_runtime import Inject, ToolCallRefused, tool

MARKS = Path(os.environ["DESK_MARKS"])
(MARKS / "imported").touch()

_running = 0


@tool
async def add(a: int, b: int) -> int:
    """Add two numbers."""
    await asyncio.sleep(0)
    return a + b


@tool
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Hello {name}"


@tool
def nothing() -> None:
    """Do nothing."""


@tool
def nickname(name: str) -> str | None:
    """Tell how somebody is called, if that is known."""
    return {"Augusta Ada": "Ada"}.get(name)


@tool
def half_a_character() -> str:
    """Return text that has no UTF-8 form."""
    return "\ud800"


@tool
def refuse_half_a_character() -> str:
    """Refuse with such text, as file names may be."""
    raise ToolCallRefused("no file a\udcff")


@tool
def stop() -> str:
    """Fail with what ends iterations."""
    raise StopIteration


@tool
def crash(password: str) -> str:
    """Fail."""
    raise RuntimeError(f"wrong password {password}")


@tool
def leave(status: int) -> None:
    """End the process."""
    sys.exit(status)


@tool
async def leave_later(status: int) -> None:
    """End the process, from a coroutine."""
    await asyncio.sleep(0)
    sys.exit(status)


@tool
async def give_up() -> None:
    """Wait for what was cancelled."""
    other = asyncio.ensure_future(asyncio.sleep(5))
    other.cancel()
    await other


@tool
def count_and_give_up() -> Iterable[int]:
    """Count, and be cancelled while the result is written."""

    def counted() -> Iterator[int]:
        yield 1
        raise asyncio.CancelledError

    return counted()


@tool
def talk(text: str) -> str:
    """Write to stdout in every way there is."""
    print(text, flush=True)
    os.write(1, text.encode())
    os.system(f"echo {text}")
    return text


@tool
def block(seconds: float) -> str:
    """Keep its thread."""
    (MARKS / "blocking").touch()
    time.sleep(seconds)
    return "awake"


@tool(timeout=0.2)
def too_slow() -> str:
    """Take longer than it may."""
    time.sleep(30)
    return "too late"


@tool
async def wait(seconds: float) -> str:
    """Wait, and leave a mark when it is cancelled."""
    (MARKS / "waiting").touch()
    try:
        await asyncio.sleep(seconds)
    except asyncio.CancelledError:
        (MARKS / "cancelled").touch()
        raise
    return "waited"


@tool(parallel=False)
async def alone() -> int:
    """Tell how many calls of this tool run at this moment."""
    global _running  # noqa: PLW0603
    _running += 1
    await asyncio.sleep(0.01)
    seen = _running
    _running -= 1
    return seen


@tool
async def count(to: int) -> AsyncIterator[str]:
    """Count."""
    for number in range(1, to + 1):
        yield f"step {number}"
        await asyncio.sleep(0.01)


@tool(approval=True, title="Send money")
def transfer(to: str, cents: int) -> str:
    """Send money."""
    with (MARKS / "transfers").open("a") as transfers:
        transfers.write(f"{to} {cents}\n")
    return f"sent {cents} to {to}"


@tool
def whoami(*, user: Annotated[str, Inject(required=True)]) -> str:
    """Tell who is asking."""
    return user
