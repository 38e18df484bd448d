"""annotated_types, pydantic and msgspec say the same bounds (C11)."""

from typing import Annotated

from annotated_types import Ge, Gt, Interval, Le, Len, Lt, MaxLen, MinLen, MultipleOf
from msgspec import Meta
from pydantic import Field

from toolschema_runtime import tool


@tool
def half(x: Annotated[int, Gt(0)], tag: Annotated[str, MinLen(3)]) -> int: ...


@tool
def half_field(x: Annotated[int, Field(gt=0)], tag: Annotated[str, Field(min_length=3)]) -> int: ...


@tool
def half_meta(x: Annotated[int, Meta(gt=0)], tag: Annotated[str, Meta(min_length=3)]) -> int: ...


@tool
def all_bounds(
    a: Annotated[float, Ge(0.5), Le(2)],
    b: Annotated[int, Lt(10), MultipleOf(5)],
    c: Annotated[int, Interval(ge=1, lt=4)],
    d: Annotated[list[int], Len(1, 3)],
    e: Annotated[dict[str, int], MaxLen(2)],
    f: Annotated[str, Field(pattern=r"^[a-z]+$")],
    g: Annotated[int, Field(ge=1), Ge(5)],
    h: Annotated[Annotated[int, MultipleOf(4)], MultipleOf(6)],
    i: Annotated[float, MultipleOf(0.2), Field(multiple_of=0.5)],
) -> None: ...
