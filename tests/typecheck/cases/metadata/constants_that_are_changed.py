"""A constant whose value is changed where it cannot be read off is not known, and nothing is made up."""

from typing import Annotated

from annotated_types import Le, MaxLen
from pydantic import Field

from toolschema_runtime import tool

ADDED = 10
ADDED += 5

LOW, HIGH = 1, 9

for LAST in range(3):
    pass

EXAMPLES = ["a"]
EXAMPLES.append("b")

EXTRA = {"x-unit": "cm"}
EXTRA["x-unit"] = "m"


class Limits:
    SIZE = 4
    COUNT = 5
    COUNT += 1


Limits.SIZE = 8
PLAIN = 7
DECLARED = 3


def declare() -> None:
    global DECLARED
    DECLARED = 4


@tool
def added(amount: Annotated[int, Le(ADDED)]) -> None: ...
# E: The metadata Le(le=...) of "amount" of tool "added" cannot be read without running the program  [tool-metadata]
# N: Write a literal, or a constant that is assigned once


@tool
def unpacked(amount: Annotated[int, Le(HIGH)]) -> None: ...
# E: The metadata Le(le=...) of "amount" of tool "unpacked" cannot be read without running the program  [tool-metadata]
# N: Write a literal, or a constant that is assigned once


@tool
def looped(amount: Annotated[int, Le(LAST)]) -> None: ...
# E: The metadata Le(le=...) of "amount" of tool "looped" cannot be read without running the program  [tool-metadata]
# N: Write a literal, or a constant that is assigned once


@tool
def appended(text: Annotated[str, Field(examples=EXAMPLES)]) -> None: ...
# E: The metadata Field(examples=...) of "text" of tool "appended" cannot be read without running the program  [tool-metadata]
# N: Write a literal, or a constant that is assigned once


@tool
def extended(size: Annotated[int, Field(json_schema_extra=EXTRA)]) -> None: ...
# E: The metadata Field(json_schema_extra=...) of "size" of tool "extended" cannot be read without running the program  [tool-metadata]
# N: Write a literal, or a constant that is assigned once


@tool
def assigned(text: Annotated[str, MaxLen(Limits.SIZE)]) -> None: ...
# E: The metadata MaxLen(max_length=...) of "text" of tool "assigned" cannot be read without running the program  [tool-metadata]
# N: Write a literal, or a constant that is assigned once


@tool
def counted(text: Annotated[str, MaxLen(Limits.COUNT)]) -> None: ...
# E: The metadata MaxLen(max_length=...) of "text" of tool "counted" cannot be read without running the program  [tool-metadata]
# N: Write a literal, or a constant that is assigned once


@tool
def declared(text: Annotated[str, MaxLen(DECLARED)]) -> None: ...
# E: The metadata MaxLen(max_length=...) of "text" of tool "declared" cannot be read without running the program  [tool-metadata]
# N: Write a literal, or a constant that is assigned once


@tool
def plain(amount: Annotated[int, Le(PLAIN)], other: int = ADDED) -> None: ...
