"""JSON has no bytes, so a Literal of bytes cannot be sent."""

from typing import Literal

from toolschema_runtime import tool


@tool
def tag(mark: Literal[b"a"]) -> None: ...
# E: "mark" of tool "tag" is a Literal of bytes, which has no JSON form  [tool-type]
# N: Use a Literal of strings
