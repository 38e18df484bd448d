"""A bare dict, list, set or tuple says nothing about its items (C67); a set holds no lists and objects."""

from toolschema_runtime import tool


@tool
def send(headers: dict, items: list, seen: set, row: tuple) -> dict: ...
