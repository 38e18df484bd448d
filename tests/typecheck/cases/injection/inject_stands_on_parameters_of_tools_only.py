"""On a field, an item, a result or a function that is no tool, Inject() has no effect."""

from dataclasses import dataclass
from typing import Annotated

from toolschema_runtime import Inject, tool


@dataclass
class Order:
    id: int
    user: Annotated[str, Inject()] = ""
    # E: Inject() on field "user" of class "Order" has no effect: only a parameter can be injected  [tool-inject]
    # N: Make it a parameter of the tool


@tool
def place(order: Order) -> None: ...
# E: Inject() at "order.user" of tool "place" has no effect: only a parameter can be injected  [tool-inject]
# N: Make it a parameter of the tool


@tool
def place_all(users: list[Annotated[str, Inject()]]) -> None: ...
# E: Inject() at "users[]" of tool "place_all" has no effect: only a parameter can be injected  [tool-inject]
# N: Make it a parameter of the tool


@tool
def last() -> Annotated[str, Inject()]: ...
# E: Inject() on the result of tool "last" has no effect  [tool-inject]
# N: Remove it


def helper(user: Annotated[str, Inject()] = "") -> None: ...
# E: Inject() on parameter "user" of "helper" has no effect: the function is no tool  [tool-inject]
# N: Decorate the function with @tool, or remove Inject()
