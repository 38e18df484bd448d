"""Name(...) and an alias give a TypedDict's key its name in JSON, in a default too; the dict keeps its own keys."""

from typing import Annotated, Literal

from annotated_types import Le
from pydantic import Field
from typing_extensions import NotRequired, TypedDict

from toolschema_runtime import Name, tool


class Span(TypedDict):
    from_: Annotated[int, Name("from"), Le(9)]
    to: NotRequired[Annotated[int, Field(alias="until")]]
    both: NotRequired[Annotated[str, Field(validation_alias="b", serialization_alias="B")]]


class Fly(TypedDict):
    kind_: Annotated[Literal["fly"], Name("kind")]


class Walk(TypedDict):
    kind_: Annotated[Literal["walk"], Name("kind")]
    span: Span


@tool
def show(
    span: Span = {"from_": 1, "to": 2}, how: Fly | Walk = {"kind_": "walk", "span": {"from_": 3}}
) -> Span:
    """Show it."""
    return span


@tool
def most(span: Span = {"from_": 10}) -> None: ...
# E: The default of "span" of tool "most" is outside its own bounds  [tool-default]
# N: Change the default or the bounds
