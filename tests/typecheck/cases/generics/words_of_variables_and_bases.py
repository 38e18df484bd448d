"""What is written where a variable, a NewType or a base is made holds where it is used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, NewType, TypeVar

from annotated_types import Ge, Le, MinLen
from typing_extensions import TypeVarTuple, Unpack

from toolschema_runtime import Describe, tool

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Count = Annotated[int, Ge(1)]
Name = Annotated[str, MinLen(2)]

Bound = TypeVar("Bound", bound=Count)
Either = TypeVar("Either", bound="Count | Name")
Choice = TypeVar("Choice", Count, Name)
Letter = TypeVar("Letter", bound=Literal["a", "b"])

UserId = NewType("UserId", Annotated[int, Ge(1), Describe("Whose")])


@dataclass
class Box(Generic[T]):
    item: T


CountBox = Box[Count]


@dataclass
class Counted(CountBox):
    pass


@dataclass
class Ids(Box[UserId]):
    pass


@dataclass
class Row(Generic[Unpack[Ts], T]):
    cells: tuple[Name, Unpack[Ts], Annotated[int, Le(9)]]
    last: T


Head = tuple[Name, Unpack[Ts]]


@tool
def bounds(a: Bound, b: Choice, c: Either | None, d: list[Bound], e: Letter | None) -> Bound: ...


@tool
def new(user: UserId, others: dict[UserId, list[UserId]]) -> UserId: ...
# E: The bound in the metadata of "others{key}" of tool "new" does not apply to its type  [tool-metadata]
# N: Put it on the part that it limits, or remove it


@tool
def newer(user: UserId, others: list[UserId | None]) -> UserId: ...


@tool
def bases(counted: Counted, ids: Ids) -> None: ...


@tool
def several(
    row: Row[int, Count, str],
    named: Row[int, Name],
    head: Head[int, Count],
    flat: tuple[Unpack[tuple[Count, int]], Name],
) -> None: ...
