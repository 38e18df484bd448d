"""A default that the schema itself refuses is an error; in a class field too."""

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge, MinLen
from pydantic import Field

from toolschema_runtime import tool


@dataclass
class Page:
    size: Annotated[int, Ge(1)] = 0


@tool
def top(rows: Annotated[int, Ge(1)] = 0, tag: Annotated[str, MinLen(1)] = "x") -> None: ...
# E: The default of "rows" of tool "top" is outside its own bounds  [tool-default]
# N: Change the default or the bounds


@tool
def show(page: Page) -> None: ...
# E: The default of "page.size" of tool "show" is outside its own bounds  [tool-default]
# N: Change the default or the bounds


@tool
def note(text: Annotated[str, Field(pattern="^a")] = "b") -> None: ...
# E: The default of "text" of tool "note" is outside its own bounds  [tool-default]
# N: Change the default or the bounds
