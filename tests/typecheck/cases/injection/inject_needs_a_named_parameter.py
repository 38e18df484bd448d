"""Injected values are passed by name, one for each parameter."""

from typing import Annotated

from toolschema_runtime import Inject, tool


@tool
def first(user: Annotated[str, Inject()] = "", /, to: str = "") -> None: ...
# E: Parameter "user" of tool "first" cannot be injected: it is positional-only, and injected values are passed by name  [tool-inject]
# N: Move it behind the "/"


@tool
def many(to: str, **extra: Annotated[str, Inject()]) -> None: ...
# E: Parameter "extra" of tool "many" cannot be injected: it takes any number of arguments  [tool-inject]
# N: Make it a keyword parameter of its own


@tool
def star(*extra: Annotated[str, Inject()]) -> None: ...
# E: Parameter "extra" of tool "star" cannot be injected: it takes any number of arguments  [tool-inject]
# N: Make it a keyword parameter of its own


@tool
def twice(to: str, user: Annotated[str, Inject(), Inject()] = "") -> None: ...
# E: Parameter "user" of tool "twice" has Inject() twice  [tool-inject]
# N: Leave one out
