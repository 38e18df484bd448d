"""`Field(default_factory=Options)` is `{}` where every field of Options has a default."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field

from toolschema_runtime import tool


class Options(BaseModel):
    width: int = 1
    title: str | None = None


class Size(BaseModel):
    width: int


@dataclass
class Margin:
    left: int = 0


def narrow() -> Options: ...


@tool
def draw(
    options: Annotated[Options, Field(default_factory=Options)],
    margin: Annotated[Margin, Field(default_factory=Margin)],
) -> None: ...


@tool
def sketch(options: Options = Field(default_factory=Options)) -> None: ...
# N: Tool "sketch" has a Field(...) as the default of "options", which a direct call would receive as it is
# N: Annotated[..., Field(...)] with a plain default works for direct calls too


@tool
def resize(
    size: Annotated[Size, Field(default_factory=lambda: Size(width=1))],
    # E: The default in the Field(...) of "size" of tool "resize" is no JSON value, so it cannot be supplied  [tool-default]
    # N: Give the parameter the default itself: x: Annotated[...] = ...
    options: Annotated[Options, Field(default_factory=narrow)],
    # E: The default in the Field(...) of "options" of tool "resize" is no JSON value, so it cannot be supplied  [tool-default]
    # N: Give the parameter the default itself: x: Annotated[...] = ...
) -> None: ...
