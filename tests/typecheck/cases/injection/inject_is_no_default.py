"""Inject() in place of a default hides nothing: the tool is left out, and the message has the mended signature."""

from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel

import toolschema_runtime
from toolschema_runtime import Describe, Inject, tool

MARK: Any = Inject()


@tool
def send(
    to: str,
    user: str = Inject(),
    # E: Incompatible default for parameter "user" (default has type "Inject", parameter has type "str")  [assignment]
    # E: Inject() as the default of parameter "user" of tool "send" does not hide it from the model  [tool-inject]
    # N: Inject() stands in the annotation: write "user: Annotated[str, Inject(required=True)]"
    team: Any = Inject,
    # E: Inject() as the default of parameter "team" of tool "send" does not hide it from the model  [tool-inject]
    # N: Inject() stands in the annotation: write "team: Annotated[Any, Inject(required=True)]"
    group: "int | None" = toolschema_runtime.Inject("group"),
    # E: Incompatible default for parameter "group" (default has type "Inject", parameter has type "int | None")  [assignment]
    # E: Inject() as the default of parameter "group" of tool "send" does not hide it from the model  [tool-inject]
    # N: Inject() stands in the annotation: write "group: Annotated[int | None, toolschema_runtime.Inject('group', required=True)]"
    *,
    area: Annotated[Any, Describe("where")] = Inject(required=True),
    # E: Inject() as the default of parameter "area" of tool "send" does not hide it from the model  [tool-inject]
    # N: Inject() stands in the annotation: write "area: Annotated[Any, Describe('where'), Inject(required=True)]"
    both: Annotated[Any, Inject()] = Inject(),
    # E: Inject() as the default of parameter "both" of tool "send" does not hide it from the model  [tool-inject]
    # N: Inject() stands in the annotation: write "both: Annotated[Any, Inject(required=True)]"
    kept: Any = MARK,
    # E: Inject() as the default of parameter "kept" of tool "send" does not hide it from the model  [tool-inject]
    # N: Inject() stands in the annotation: write "kept: Annotated[Any, Inject(required=True)]"
    bare=Inject(),
    # E: Inject() as the default of parameter "bare" of tool "send" does not hide it from the model  [tool-inject]
    # N: Inject() stands in the annotation: write "bare: Annotated[..., Inject(required=True)]"
) -> None: ...


class Box:
    @tool
    def open(self, user: Any = Inject()) -> None: ...
    # E: Inject() as the default of parameter "user" of tool "open" does not hide it from the model  [tool-inject]
    # N: Inject() stands in the annotation: write "user: Annotated[Any, Inject(required=True)]"


def plain(user: Any = Inject()) -> None: ...


made = tool(plain)
# E: Inject() as the default of parameter "user" of tool "made" does not hide it from the model  [tool-inject]
# N: Inject() stands in the annotation: write "user: Annotated[Any, Inject(required=True)]"


@dataclass
class Order:
    id: int
    user: Any = Inject()
    team: Any = field(default=Inject())


class Model(BaseModel):
    user: Any = Inject()


class Pair(NamedTuple):
    user: Any = Inject()


@tool
def place(order: Order, model: Model, pair: Pair) -> None: ...
# E: Inject() at "order.user" of tool "place" has no effect: only a parameter can be injected  [tool-inject]
# N: Make it a parameter of the tool
# E: Inject() at "order.team" of tool "place" has no effect: only a parameter can be injected  [tool-inject]
# E: Inject() at "model.user" of tool "place" has no effect: only a parameter can be injected  [tool-inject]
# E: Inject() at "pair.user" of tool "place" has no effect: only a parameter can be injected  [tool-inject]
