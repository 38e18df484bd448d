"""What a set cannot hold could be sent and never arrive: each such set is an error."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal, NamedTuple

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


class Kept(BaseModel, frozen=True):
    a: int


class Record(Struct):
    a: int


class Stone(Struct, frozen=True):
    a: int


class Keys(TypedDict):
    a: int


class Pair(NamedTuple):
    a: int
    b: str


class Zone(Enum):
    EU = "eu"


@tool
def containers(
    lists: set[list[int]],
    # E: "lists[]" of tool "containers" has type "list[int]", which cannot be hashed, so that no set holds it  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    maps: frozenset[dict[str, int]],
    # E: "maps[]" of tool "containers" has type "dict[str, int]", which cannot be hashed, so that no set holds it  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    keys: set[Keys],
    # E: "keys[]" of tool "containers" has type "Keys", which cannot be hashed, so that no set holds it  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    parts: set[tuple[int, list[str]]],
    # E: "parts[]" of tool "containers" has type "list[str]", which cannot be hashed, so that no set holds it  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
) -> None: ...


@tool
def classes(
    open: set[Open],
    # E: "open[]" of tool "classes" has type "Open", which cannot be hashed, so that no set holds it  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    compared: set[Compared],
    # E: "compared[]" of tool "classes" has type "Compared", which cannot be hashed, so that no set holds it  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    loose: set[Loose | None],
    # E: "loose[]" of tool "classes" has type "Loose", which cannot be hashed, so that no set holds it  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    model: set[Model],
    # E: "model[]" of tool "classes" has type "Model", which cannot be hashed, so that no set holds it  [tool-type]
    # N: Take a list, make the class frozen, or give it a __hash__
    record: set[Record],
    # E: "record[]" of tool "classes" has type "Record", which cannot be hashed, so that no set holds it  [tool-type]
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
    stone: set[Stone],
    pair: set[Pair],
    zone: set[Zone | Literal["x"] | None],
    nested: set[frozenset[tuple[int, ...]]],
    anything: set[Any],
) -> None: ...
