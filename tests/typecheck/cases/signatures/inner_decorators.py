"""A decorator typed with ParamSpec is looked through; one that hides the parameters is an error (C76)."""

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


def untyped(f): ...


def loose(f: Callable[..., R]) -> Callable[..., R]: ...


def stars(f: Callable[P, R]) -> Callable[..., Any]:
    def inner(*args: Any, **kwargs: Any) -> Any:
        return f(*args, **kwargs)

    return inner


@tool
@logged
def a(x: int, y: str = "z") -> str:
    """Do it.

    Args:
        x: how often
    """
    return y


@tool
@untyped
def b(x: int) -> str: ...
# E: The parameters of tool "b" are not known: its type does not name them  [tool-signature]
# N: Type the decorator below @tool with ParamSpec, put @tool below it if it uses functools.wraps, or define a function


@tool
@loose
def c(x: int) -> str: ...
# E: The parameters of tool "c" are not known: its type does not name them  [tool-signature]
# N: Type the decorator below @tool with ParamSpec, put @tool below it if it uses functools.wraps, or define a function


@tool
@stars
def d(x: int) -> str: ...
# E: The parameters of tool "d" are not known: its type does not name them  [tool-signature]
# N: Type the decorator below @tool with ParamSpec, put @tool below it if it uses functools.wraps, or define a function


@logged
@tool
def outer(x: int) -> str: ...
