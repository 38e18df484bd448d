"""A bound that is no number is said to be none: there are no bounds on dates."""

import datetime as dt
from datetime import date
from typing import Annotated

from annotated_types import Ge, Interval, Le
from pydantic import Field

from toolschema_runtime import tool

MIN = date(2020, 1, 1)


@tool
def book(
    day: Annotated[date, Ge(MIN)],
    # E: The bound Ge(ge=...) of "day" of tool "book" is no number  [tool-metadata]
    # N: Bounds are for numbers alone: write one, or check the value in the function
    last: Annotated[date, Le(dt.date.max)],
    # E: The bound Le(le=...) of "last" of tool "book" is no number  [tool-metadata]
    # N: Bounds are for numbers alone: write one, or check the value in the function
    until: Annotated[date, Interval(gt=date.today())],
    # E: The bound Interval(gt=...) of "until" of tool "book" is no number  [tool-metadata]
    # N: Bounds are for numbers alone: write one, or check the value in the function
    seats: Annotated[int, Field(ge="a")],
    # E: The bound Field(ge=...) of "seats" of tool "book" is no number  [tool-metadata]
    # N: Bounds are for numbers alone: write one, or check the value in the function
    hours: Annotated[int, Ge(True)],
    # E: The bound Ge(ge=...) of "hours" of tool "book" is no number  [tool-metadata]
    # N: Bounds are for numbers alone: write one, or check the value in the function
) -> None: ...
