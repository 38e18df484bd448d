"""`= Field(...)` is metadata, required unless it has a default (C09, C30, C31)."""

from pydantic import Field

from toolschema_runtime import tool


@tool
def age(years: int = Field(..., gt=0)) -> str: ...


@tool
def pack(items: list[str] = Field(default_factory=list, description="things")) -> int: ...
# N: Tool "pack" has a Field(...) as the default of "items", which a direct call would receive as it is
# N: Annotated[..., Field(...)] with a plain default works for direct calls too


@tool
def relabel(mid: str, add: list[str] = Field(default=[], description="ids")) -> int: ...
# N: Tool "relabel" has a Field(...) as the default of "add", which a direct call would receive as it is
# N: Annotated[..., Field(...)] with a plain default works for direct calls too


@tool
def send(a: int = Field(alias="bee", gt=0), c: str = Field(validation_alias="sea")) -> None: ...
