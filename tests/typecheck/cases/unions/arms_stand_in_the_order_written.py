"""A union is anyOf in the order written; int and float together are one number."""

from datetime import date

from toolschema_runtime import tool


@tool
def pick(a: str | int, b: int | float, c: list[int] | str, d: date | int | None) -> None: ...
