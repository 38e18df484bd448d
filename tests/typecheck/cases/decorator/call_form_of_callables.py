"""A Callable has no names to call it by; bound methods, protocols and wrappers have those of their functions."""

from collections.abc import Callable
from typing import Concatenate, Generic, ParamSpec, Protocol, TypeVar

from support.billing import Desk

from toolschema_runtime import tool

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


class Quote(Protocol):
    def __call__(self, text: str, *, times: int = 1) -> str: ...


class Wrapper(Generic[P, R]):
    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R: ...


class Counter:
    def count(self, of: str, /, start: int = 0) -> int: ...


class Store(Generic[T]):
    def save(self, row: T) -> int: ...


class Numbers(Store[int]): ...


def wrapped(function: Callable[P, R]) -> Wrapper[P, R]: ...
def with_desk(function: Callable[Concatenate[Desk, P], R]) -> Callable[P, R]: ...
def with_number(function: Callable[P, R]) -> Callable[Concatenate[int, P], R]: ...


bare: Callable[[int], str]
quoting: Quote

called = tool(bare)
# E: The parameters of tool "called" are not known: its type does not name them  [tool-signature]
# N: Type the decorator below @tool with ParamSpec, put @tool below it if it uses functools.wraps, or define a function
quote = tool(quoting)
counter = Counter()
count = tool(counter.count)
numbers = Numbers()
save = tool(numbers.save)


@tool
@wrapped
def find(key: str, *, most: int = 3) -> list[str]:
    """Find rows.

    Args:
        key: what to look for
    """
    return [key] * most


@tool
@with_desk
def close(desk: Desk, reason: str = "late") -> None: ...


@tool
@with_number
def number(name: str) -> None: ...
# E: The parameters of tool "number" are not known: its type does not name them  [tool-signature]
# N: Type the decorator below @tool with ParamSpec, put @tool below it if it uses functools.wraps, or define a function
