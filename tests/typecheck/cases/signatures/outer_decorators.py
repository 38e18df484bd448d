"""A decorator above @tool must say what it wraps: of one without annotations nobody knows, so that is a note."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from toolschema_runtime import tool

P = ParamSpec("P")
R = TypeVar("R")


def logged(f: Callable[P, R]) -> Callable[P, R]:
    @wraps(f)
    def inner(*args: P.args, **kwargs: P.kwargs) -> R:
        return f(*args, **kwargs)

    return inner


def said_to_be_any(f: Any) -> Any:
    return f


def untyped(f):
    def inner(*args, **kwargs):
        return f(*args, **kwargs)

    return inner


def untyped_factory(times):
    return untyped


@logged
@tool
def a(x: int) -> str: ...


@said_to_be_any
@tool
def b(x: int) -> str: ...


@untyped
# N: Decorator "untyped" above @tool has no annotations: if it makes another function without functools.wraps, tool "c" cannot be called
# N: Annotate it with ParamSpec and put it below @tool
@tool
def c(x: int) -> str: ...


@logged
@untyped_factory(3)
# N: Decorator "untyped_factory" above @tool has no annotations: if it makes another function without functools.wraps, tool "wire_d" cannot be called
# N: Annotate it with ParamSpec and put it below @tool
@tool(name="wire_d")
def d(x: int) -> str: ...


class Desk:
    @untyped
    # N: Decorator "untyped" above @tool has no annotations: if it makes another function without functools.wraps, tool "e" cannot be called
    # N: Annotate it with ParamSpec and put it below @tool
    @tool
    def e(self, x: int) -> str: ...
