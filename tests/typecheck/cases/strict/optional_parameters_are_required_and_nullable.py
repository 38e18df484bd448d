"""A strict tool asks for every key; null stands for the default, or is None where the type has it (C86)."""

from toolschema_runtime import tool


@tool(strict=True)
def talk(text: str, speed: float = 1.0, voice: str | None = None) -> bytes: ...
