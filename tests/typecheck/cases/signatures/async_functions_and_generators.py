"""A coroutine's result is what it gives; a generator's is the list of its items."""

from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Iterator

from toolschema_runtime import tool


@tool
async def fetch(url: str) -> str: ...


@tool
async def stream(url: str) -> AsyncIterator[int]:
    yield 1


@tool
def lines(path: str) -> Iterator[str]:
    yield path


@tool
def later(url: str) -> Awaitable[int]: ...


@tool
def rows(url: str) -> AsyncIterable[int]: ...
