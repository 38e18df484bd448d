"""Dates and times travel as text: by format where JSON Schema has one, else by pattern."""

from datetime import date, datetime, time, timedelta

from toolschema_runtime import tool


@tool
def book(at: datetime, day: date, begin: time, length: timedelta) -> None: ...
