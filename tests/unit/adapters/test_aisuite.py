"""What of the adapter needs no aisuite."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolschema_runtime import ToolDefinition, ToolRegistry, ToolUsageError
from toolschema_runtime.adapters.aisuite import execute_tool, tools_for

ADD = {
    "name": "add",
    "inputSchema": {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
        "required": ["a", "b"],
    },
}


def registry(*, approval: bool = False) -> ToolRegistry:
    def add(arguments: dict[str, Any]) -> int:
        return int(arguments["a"] + arguments["b"])

    return ToolRegistry([ToolDefinition.raw(ADD, add, approval=approval)])


def test_calls_are_answered_in_aisuites_shape() -> None:
    calls = [
        {
            "id": "1",
            "type": "function",
            "function": {"name": "add", "arguments": '{"a": 1, "b": 2}'},
        },
        {"id": "2", "type": "function", "function": {"name": "add", "arguments": {"a": "é"}}},
    ]
    results, messages = execute_tool(registry(), calls)
    assert 3 == results[0]
    assert "a: expected integer" in results[1]["error"]
    assert [
        {"role": "tool", "name": "add", "content": "3", "tool_call_id": "1"},
        {"role": "tool", "name": "add", "content": json.dumps(results[1]), "tool_call_id": "2"},
    ] == messages


def test_what_aisuite_cannot_do_is_said_before_it_is_needed() -> None:
    with pytest.raises(ToolUsageError, match='tool "add" needs approval'):
        tools_for(registry(approval=True))
