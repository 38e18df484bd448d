"""An optional class that is described itself stays an arm of its own, so that both descriptions are told."""

from dataclasses import dataclass
from typing import Annotated

from toolschema_runtime import Describe, tool


@dataclass
class Window:
    """A span of whole days."""

    days: int


@dataclass
class Page:
    number: int


@tool(strict=True)
def report(
    window: Annotated[Window | None, Describe("What the report covers")],
    page: Annotated[Page | None, Describe("Where to begin")],
) -> None: ...
