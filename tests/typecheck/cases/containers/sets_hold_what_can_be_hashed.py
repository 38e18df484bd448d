"""What a set cannot hold could be sent and never arrive: each such set is an error."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Literal, NamedTuple

import attrs
from msgspec import Struct
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from toolschema_runtime import tool


@dataclass
class Open:
    a: int


@dataclass(frozen=True)
class Frozen:
    a: int


class Below(Frozen):
    pass


@dataclass(unsafe_hash=True)
class Hashed:
    a: int


@dataclass
class Own:
    a: int

    def __hash__(self) -> int:
        return self.a


class Plain:
    def __init__(self, a: int) -> None:
        self.a = a


class Compared:
    def __init__(self, a: int) -> None:
        self.a = a

    def __eq__(self, other: object) -> bool:
        return self is other


@attrs.define
class Loose:
    a: int


@attrs.frozen
class Tight:
    a: int


@attrs.define(eq=False)
class Apart:
    a: int


class Model(BaseModel):
    a: int


class Fixed(BaseModel):
    model_config = ConfigDict(frozen=True)
    a: int


class Old(BaseModel):
    class Config:
        frozen = True


class Newer(Old):
    a: int


class Kept(BaseModel, frozen=True):
    a: int


class Record(Struct):
    a: int


class Stone(Struct, frozen=True):
    a: int


class Fixture(Fixed):
    model_config = ConfigDict(title="Fixture")
    b: int


class Keys(TypedDict):
    a: int


class Pair(NamedTuple):
    a: int
    b: str


class Branch(NamedTuple):
    a: int
    twigs: "tuple[Branch, ...]" = ()


class Mark(NamedTuple):
    held: Any


Nest = int | tuple["Nest", ...]


class Zone(Enum):
    EU = "eu"


@dataclass(frozen=True)
class Deep:
    frozen: Frozen
    maps: dict[str, int]


@dataclass(frozen=True)
class Partly:
    a: int
    maps: dict[str, int] = field(compare=False, default_factory=dict)
    known: ClassVar[list[str]] = []


@dataclass(frozen=True)
class Linked:
    a: int
    next: "Linked | None" = None


class Shelf(BaseModel, frozen=True):
    books: list[str]


@dataclass(frozen=True)
class Loosely:
    held: tuple[Any, ...]


@dataclass(frozen=True)
class Vague:
    held: object


@tool
def containers(
    lists: set[list[int]],
    # E: "lists" of tool "containers" is a set, and "list[int]" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    maps: frozenset[dict[str, int]],
    # E: "maps" of tool "containers" is a set, and "dict[str, int]" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    keys: set[Keys],
    # E: "keys" of tool "containers" is a set, and "Keys" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    parts: set[tuple[int, list[str]]],
    # E: "parts" of tool "containers" is a set, and "list[str]" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
) -> None: ...


@tool
def classes(
    open: set[Open],
    # E: "open" of tool "classes" is a set, and "Open" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    compared: set[Compared],
    # E: "compared" of tool "classes" is a set, and "Compared" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    loose: set[Loose | None],
    # E: "loose" of tool "classes" is a set, and "Loose" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    model: set[Model],
    # E: "model" of tool "classes" is a set, and "Model" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    record: set[Record],
    # E: "record" of tool "classes" is a set, and "Record" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
) -> None: ...


@tool
def fields(
    deep: set[Deep],
    # E: "deep" of tool "fields" is a set, and "dict[str, int]" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    shelf: set[tuple[Shelf, int]],
    # E: "shelf" of tool "fields" is a set, and "list[str]" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    loosely: set[Loosely],
    # E: "loosely" of tool "fields" is a set, and "Any" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    marks: set[Mark],
    # E: "marks" of tool "fields" is a set, and "Any" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    vague: set[Vague],
    # E: "vague" of tool "fields" is a set, and "object" in it cannot be hashed  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
) -> None: ...


@tool
def held(
    frozen: set[Frozen],
    below: set[Below],
    hashed: set[Hashed],
    own: set[Own],
    plain: set[Plain],
    tight: set[Tight],
    apart: set[Apart],
    fixed: set[Fixed],
    kept: set[Kept],
    old: set[Newer],
    stone: set[Stone],
    fixture: set[Fixture],
    pair: set[Pair],
    branch: set[Branch],
    nest: set[Nest],
    zone: set[Zone | Literal["x"] | None],
    nested: set[frozenset[tuple[int, ...]]],
    partly: set[Partly],
    linked: set[Linked],
) -> None: ...


@tool
def anything(a: set[Any], b: frozenset[tuple[object, ...]], c: set[int | Any]) -> None:
    """Of anything a set holds what is neither list nor object."""
