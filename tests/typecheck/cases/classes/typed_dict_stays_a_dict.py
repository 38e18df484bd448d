"""TypedDict keys are required or not by Required, NotRequired and total (C28, C43, C48, C82)."""

from typing import Literal

from typing_extensions import NotRequired, Required, TypedDict

from toolschema_runtime import tool


class Item(TypedDict):
    """One line of an order."""

    name: str
    qty: NotRequired[int]


class Opts(TypedDict, total=False):
    max_depth: int
    label: Required[str]


class Insert(TypedDict):
    op: Literal["insert"]
    text: str | None


Functional = TypedDict("Functional", {"max-age": int, "from": str})


@tool
def order(items: list[Item]) -> str: ...


@tool
def graph(node: str, opts: Opts = {"label": "x"}) -> str: ...


@tool
def edit(step: Insert, header: Functional) -> str: ...
