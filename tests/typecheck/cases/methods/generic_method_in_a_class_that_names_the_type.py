"""A generic base's method becomes the tool of a class that names the type arguments (C55)."""

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from toolschema_runtime import Describe, tool

T = TypeVar("T")
K = TypeVar("K", bound=int | str)


@dataclass
class User:
    name: str


class Repo(Generic[T, K]):
    def save(self, row: Annotated[T, Describe("What to keep")], key: K) -> K:
        """Keep a row."""
        return key

    def all(self) -> list[T]:
        return []

    @tool
    def drop(self, key: K) -> None: ...
    # N: Tool "drop" is written for what the type variables of "Repo" are bound to
    # N: A class that names the types makes its own: x = tool(Repo.x)

    @tool
    @staticmethod
    def named(key: K) -> str: ...
    # N: Tool "named" is written for what the type variables of "Repo" are bound to
    # N: A class that names the types makes its own: x = tool(Repo.x)

    def without_self() -> int: ...
    # E: Method must have at least one argument. Did you forget the "self" argument?  [misc]


class Users(Repo[User, int]):
    save = tool(Repo.save)
    list_all = tool(Repo[User, int].all, name="list")
    drop = tool(Repo.drop)
    odd = tool(Repo.without_self)


class Half(Repo[T, str]):
    save = tool(Repo.save)
    # E: "row" of tool "save" is the type variable "T", which stands for no type here  [tool-type]
    # N: Give it a bound, or make the tool in a class that names the type: x = tool(Repo.x)
    drop = tool(Repo.drop)


users = Users()
save_user = tool(users.save)
