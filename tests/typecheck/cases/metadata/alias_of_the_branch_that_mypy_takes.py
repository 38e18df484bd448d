"""Of `if TYPE_CHECKING: ... else: ...` the words are those of the branch that mypy takes."""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Annotated

from toolschema_runtime import tool

if TYPE_CHECKING:
    Key = Annotated[int | str, "a key"]
else:
    Key = int

if not typing.TYPE_CHECKING:
    Name = int
else:
    Name = Annotated[str, "a name"]


@tool
def find(key: Key, name: Name, other: Annotated[Key, "another key"] | None) -> None: ...
