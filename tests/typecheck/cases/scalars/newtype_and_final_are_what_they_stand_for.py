"""NewType, LiteralString and aliases are looked through."""

from typing import NewType

from typing_extensions import LiteralString

from toolschema_runtime import tool

UserId = NewType("UserId", int)
Names = list[str]


@tool
def find(user: UserId, names: Names, query: LiteralString) -> UserId: ...
