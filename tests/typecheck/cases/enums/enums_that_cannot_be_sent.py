"""No members, annotated members, equal JSON values and flags are errors (C41, C44)."""

from enum import Enum, Flag

from toolschema_runtime import tool


class Pizza(str, Enum):
    HAWAII: "hawaii"  # type: ignore[name-defined]
    FUNGHI: "funghi"  # type: ignore[name-defined]


class Empty(Enum): ...


class Rights(Flag):
    READ = 1
    WRITE = 2


class Numbered(Enum):
    """Its `__new__` makes two members of what are elsewhere two names for one."""

    FIRST = "x"
    SECOND = "x"

    def __new__(cls, label: str) -> "Numbered":
        self = object.__new__(cls)
        self._value_ = len(cls.__members__)
        return self


@tool
def bake(p: Pizza) -> str: ...
# E: "p" of tool "bake" is the Enum "Pizza", which has no members: "HAWAII: ..." only annotates  [tool-type]
# N: Write "HAWAII = ..." instead


@tool
def choose(e: Empty) -> str: ...
# E: "e" of tool "choose" is the Enum "Empty", which has no members, so no value can be sent  [tool-type]
# N: Give it members


@tool
def allow(r: Rights) -> str: ...
# E: "r" of tool "allow" is the Flag "Rights", whose combinations JSON cannot list  [tool-type]
# N: Use a list of an Enum


@tool
def number(n: Numbered) -> str: ...
# E: "n" of tool "number": members "FIRST" and "SECOND" of Enum "Numbered" have equal JSON values  [tool-type]
# N: Give them different values, or set enum = "name"
