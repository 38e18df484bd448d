"""Literal is enum with its type, one value is const."""

from typing import Literal

from toolschema_runtime import tool


@tool
def mix(
    mode: Literal["zip", "tar"] = "zip",
    only: Literal["x"] = "x",
    level: Literal[1, 2, 3] = 2,
    switch: Literal[True] = True,
    any_of: Literal["a", 1, None] = None,
    repeated: Literal["a", "b", "a"] = "a",
    like: Literal[True, 1, -1] = -1,
) -> None: ...
