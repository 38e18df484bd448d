"""Metadata on an arm that a type argument has made a union is that of all its arms, where they are known."""

from dataclasses import dataclass
from typing import Annotated, Generic, TypeVar

from annotated_types import Ge

from toolschema_runtime import tool

T = TypeVar("T")


@dataclass
class Range(Generic[T]):
    low: Annotated[T | None, "where it begins"]


@dataclass
class Limit(Generic[T]):
    low: Annotated[T, Ge(0)] | None


class Numbers(Range[int | str]): ...


class Limits(Limit[int | str]): ...


@tool
def whole(range: Numbers) -> None: ...


@tool
def arm(limit: Limits) -> None: ...
# E: The bound in the metadata of "limit.low" of tool "arm" does not apply to its type  [tool-metadata]
# N: Put it on the part that it limits, or remove it


class Gauge(Generic[T]):
    def show(self, low: Annotated[T, Ge(0)] | None) -> None: ...


gauge = Gauge[int | str]()
show_known = tool(gauge.show)
# E: The bound in the metadata of "low" of tool "show_known" does not apply to its type  [tool-metadata]
# N: Put it on the part that it limits, or remove it


def some() -> Gauge[int | str]:
    return Gauge()


other = some()
show = tool(other.show)
# E: The metadata of "low" of tool "show" cannot be matched with the arms of its union  [tool-metadata]
# N: Put Annotated around the whole union, or name the arms
