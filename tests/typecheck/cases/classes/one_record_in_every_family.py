"""The same record as dataclass, attrs, pydantic, msgspec, TypedDict and plain class has one schema."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge
from attrs import define
from msgspec import Struct
from pydantic import BaseModel
from typing_extensions import NotRequired, TypedDict

from toolschema_runtime import tool


@dataclass
class Data:
    """An item."""

    name: Annotated[str, "what it is"]
    count: Annotated[int, Ge(1)]


@define
class Attrs:
    """An item."""

    name: Annotated[str, "what it is"]
    count: Annotated[int, Ge(1)]


class Model(BaseModel):
    """An item."""

    name: Annotated[str, "what it is"]
    count: Annotated[int, Ge(1)]


class Packed(Struct):
    """An item."""

    name: Annotated[str, "what it is"]
    count: Annotated[int, Ge(1)]


class Typed(TypedDict):
    """An item."""

    name: Annotated[str, "what it is"]
    count: Annotated[int, Ge(1)]


class Plain:
    """An item."""

    def __init__(self, name: Annotated[str, "what it is"], count: Annotated[int, Ge(1)]) -> None:
        self.name = name
        self.count = count


@tool
def data(item: Data) -> None: ...


@tool
def attrs(item: Attrs) -> None: ...


@tool
def model(item: Model) -> None: ...


@tool
def packed(item: Packed) -> None: ...


@tool
def typed(item: Typed) -> None: ...


@tool
def plain(item: Plain) -> None: ...
