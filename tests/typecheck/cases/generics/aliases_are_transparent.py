"""Aliases with and without parameters carry their metadata along."""

from typing import Annotated, TypeVar, Union

from annotated_types import Ge, MinLen
from typing_extensions import TypeAlias

from toolschema_runtime import tool

T = TypeVar("T")

Names = list[str]
Age: TypeAlias = Annotated[int, Ge(0), "in years"]
Filled = Annotated[list[T], MinLen(1)]
Maybe = Union[T, None]


@tool
def tag(n: Annotated[Names, "labels"], age: Age, ages: Filled[Age], maybe: Maybe[Age] = None) -> int: ...
