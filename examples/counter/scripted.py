"""A model that is not there: chat completions in the order in which they are asked for."""

from __future__ import annotations

import json
from typing import Any


class ScriptedModel:
    """Stands where a client of OpenAI's SDK would.

    Args:
        turns: For each reply a text, or calls as pairs of a tool's name and its arguments.
    """

    def __init__(self, *turns: str | list[tuple[str, dict[str, Any]]]) -> None:
        self._turns = list(turns)
        self._calls = 0

    def create(self, *, messages: list[Any], tools: list[Any]) -> dict[str, Any]:
        """The next reply, whatever was said."""
        turn = self._turns.pop(0)
        if isinstance(turn, str):
            message: dict[str, Any] = {"role": "assistant", "content": turn}
        else:
            message = {
                "role": "assistant",
                "tool_calls": [self._call(name, arguments) for name, arguments in turn],
            }
        return {"choices": [{"index": 0, "message": message}]}

    def _call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        self._calls += 1
        return {
            "id": f"call_{self._calls}",
            "type": "function",
            "function": {"name": name, "arguments": json.dumps(arguments)},
        }
