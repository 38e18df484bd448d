"""A tuple of fixed length has a schema for each place (C64, not strict)."""

from toolschema_runtime import tool


@tool
def load(pair: tuple[dict[str, int], str], empty: tuple[()], one: tuple[int]) -> tuple[int, str]: ...
