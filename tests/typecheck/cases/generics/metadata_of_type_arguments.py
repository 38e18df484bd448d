"""What is written of a type argument holds wherever the type variable stands, and nowhere else."""

from dataclasses import dataclass
from typing import Annotated, Final, Generic, TypeVar

from annotated_types import Ge, Le, MinLen
from pydantic import BaseModel
from typing_extensions import NamedTuple, NotRequired, TypeAliasType, TypedDict, Unpack

from toolschema_runtime import Describe, tool

T = TypeVar("T")
K = TypeVar("K")

Count = Annotated[int, Ge(1), Describe("How many")]
Named = TypeAliasType("Named", Annotated[str, MinLen(1)])
Some = TypeAliasType("Some", list[T], type_params=(T,))
Tree = TypeAliasType("Tree", "dict[str, Tree[T]] | T", type_params=(T,))


@dataclass
class Box(Generic[T]):
    item: T


@dataclass
class Crate(Box[list[K]], Generic[K]):
    """Here a variable stands for another type than in the base."""

    label: K


@dataclass
class Counted(Box[Count]):
    pass


class Row(BaseModel, Generic[T]):
    cell: T


class Filled(Row[Named]):
    pass


class Options(TypedDict, Generic[T]):
    most: T
    least: NotRequired[Annotated[T, Le(9)]]


class Deep(Options[Count]):
    pass


class Point(NamedTuple, Generic[T]):
    x: T


@tool
def put(a: Box[int], b: Box[Count], c: Box[Annotated[int, Le(5)]], again: Box[int]) -> None: ...


@tool
def inherited(
    crate: Crate[Annotated[str, MinLen(3)]], counted: Counted, filled: Filled
) -> None: ...


@tool
def keys(options: Options[Count], deep: Deep, point: Point[Count]) -> None: ...


@tool
def spread(**options: Unpack[Options[Count]]) -> None: ...


@tool
def aliases(name: Named, some: Some[Count], tree: Tree[Count], other: Tree[int]) -> None: ...


@dataclass
class Chain(Generic[T]):
    """What is written of its argument has no end."""

    rest: "Chain[T | None] | None" = None


@tool
def endless(chain: Chain[Count], plain: Chain[int]) -> None: ...


class Shelf(Generic[T]):
    def put(self, item: T, others: list[T]) -> T: ...


class Counts(Shelf[Count]):
    put = tool(Shelf.put)


counts = Counts()
put_count = tool(counts.put)

annotated: Shelf[Count] = Shelf()
made: Final = Shelf[Annotated[int, Le(5)]]()
put_annotated = tool(annotated.put)
put_made = tool(made.put)


class Maker(Generic[T]):
    def __call__(self, item: T) -> T: ...


maker: Maker[Count] = Maker()
make = tool(maker)
