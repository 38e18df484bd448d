"""What a declared provider refuses is an error at the parameter, what it does not enforce a note."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge
from toolschema_runtime import Name, tool


@dataclass
class Line:
    amount: Annotated[int, Ge(1)]


@tool(formats=("anthropic",))
def search(
    query: Annotated[str, Name("$query")],
    # E: "anthropic" refuses "$query" of tool "search": parameter name other than [a-zA-Z0-9_.-]{1,64} (AN03)  [tool-format]
    # N: For that provider: rename it, or give it a Name; or leave it out of the tool's formats and the targets
) -> None:
    """Search."""


@tool(formats=("anthropic",), strict=True)
def order(
    lines: list[Line],
    # N: "anthropic" does not enforce "lines[].amount" of tool "order": minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, minLength, maxLength: goes into the description (AN08)
) -> None:
    """Order."""


@tool
def undeclared(
    query: Annotated[str, Name("$query")],
) -> None:
    """Encoded as well as each provider allows."""
