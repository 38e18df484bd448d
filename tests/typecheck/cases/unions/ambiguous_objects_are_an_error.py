"""Two classes that some object fits both of cannot be told apart (C37)."""

from dataclasses import dataclass

from toolschema_runtime import tool


@dataclass
class User:
    name: str


@dataclass
class Firm:
    name: str
    vat: str


@dataclass
class Loose:
    name: str
    vat: str = ""


@tool
def greet(who: User | Firm) -> str: ...


@tool
def guess(who: User | Loose) -> str: ...
# E: "who" of tool "guess": some objects fit both "User" and "Loose"  [tool-type]
# N: Give each a Literal field that tells them apart


@tool
def guess_each(all: list[User | Loose]) -> str: ...
# E: "all[]" of tool "guess_each": some objects fit both "User" and "Loose"  [tool-type]
# N: Give each a Literal field that tells them apart
