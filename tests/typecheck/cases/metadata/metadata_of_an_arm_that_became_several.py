"""Metadata on an arm that type arguments have made a union cannot be laid beside the arms."""

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
# E: The metadata of "limit.low" of tool "arm" cannot be matched with the arms of its union  [tool-metadata]
# N: Put Annotated around the whole union, or name the arms
