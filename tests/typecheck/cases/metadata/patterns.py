"""A pattern must be one that every reader understands alike; a slow one is a note."""

from typing import Annotated

from pydantic import Field

from toolschema_runtime import tool


@tool
def match(
    a: Annotated[str, Field(pattern=r"^(?=a)")],
    # E: The pattern "^(?=a)" of "a" of tool "match" has a look-around, so no provider could take it  [tool-metadata]
    # N: Rewrite the pattern, or check the value in the function
    b: Annotated[str, Field(pattern=r"(a)\1")],
    # E: The pattern "(a)\1" of "b" of tool "match" has a back-reference, so no provider could take it  [tool-metadata]
    # N: Rewrite the pattern, or check the value in the function
    c: Annotated[str, Field(pattern=r"(")],
    # E: The pattern "(" of "c" of tool "match" is not a valid regular expression, so no provider could take it  [tool-metadata]
    # N: Rewrite the pattern, or check the value in the function
    d: Annotated[str, Field(pattern=r"(?P<n>a)")],
    # E: The pattern "(?P<n>a)" of "d" of tool "match" uses syntax that only Python knows, so no provider could take it  [tool-metadata]
    # N: Rewrite the pattern, or check the value in the function
) -> None: ...


@tool
def slow(a: Annotated[str, Field(pattern=r"^(a+)+$")]) -> None: ...
# N: The pattern "^(a+)+$" of "a" of tool "slow" repeats a repeat: matching may take very long


@tool
def plain(a: Annotated[str, Field(pattern=r"^[a-z]{2,4}(-\d+)?$")]) -> None: ...


@tool
def quadratic(
    a: Annotated[str, Field(pattern=r"^a*a*a*a*a*a*b$")],
    # N: The pattern "^a*a*a*a*a*a*b$" of "a" of tool "quadratic" repeats the same characters twice in a row: matching may take very long
    b: Annotated[str, Field(pattern=r"^\d*\.?\d*$")],
    # N: The pattern "^\d*\.?\d*$" of "b" of tool "quadratic" repeats the same characters twice in a row: matching may take very long
    c: Annotated[str, Field(pattern=r"^\d*\.?\d*$", max_length=40)],
    d: Annotated[str, Field(pattern=r"^[^@]+@[^@]+\.[a-z]+$")],
) -> None: ...
