"""A type variable that nothing solves stands for no type; a bound or constraints do (C55)."""

from typing import Generic, TypeVar

from toolschema_runtime import tool

T = TypeVar("T")
B = TypeVar("B", bound=int)
C = TypeVar("C", int, str)


class Repo(Generic[T]):
    @tool
    def save(self, row: T) -> int: ...
    # E: "row" of tool "save" is the type variable "T", which stands for no type here  [tool-type]
    # N: Give it a bound, or make the tool in a class that names the type: x = tool(Repo.x)


@tool
def bounded(x: B) -> B: ...


@tool
def constrained(x: C) -> C: ...
