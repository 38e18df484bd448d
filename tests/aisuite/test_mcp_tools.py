"""What aisuite's MCP client makes of a server's tools goes into a registry verbatim."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aisuite.mcp import MCPClient

from tests.aisuite.conftest import call
from toolschema_runtime import InvalidToolArgumentError, ToolRegistry
from toolschema_runtime.adapters.aisuite import execute_tool, tools_for

SERVER = Path(__file__).parent / "server.py"


@pytest.fixture(scope="module")
def functions() -> Iterator[list[Any]]:
    with MCPClient(command=sys.executable, args=[str(SERVER)]) as client:
        yield client.get_callable_tools()


def test_schema_name_and_description_are_kept(functions: list[Any]) -> None:
    [plan] = functions
    registry = ToolRegistry(functions)
    assert ("plan",) == registry.names
    assert plan.__mcp_input_schema__ == registry["plan"].parameters
    assert "$ref" in json.dumps(registry["plan"].parameters)
    assert plan.__doc__ == registry["plan"].description
    for fmt in registry["plan"].formats:
        assert registry.schemas.format(fmt)


def test_calls_are_checked_and_go_to_the_server(functions: list[Any]) -> None:
    registry = ToolRegistry(functions)
    stops = [{"name": "Jena", "minutes": 5}]
    assert "train: Jena 5" == registry.call("plan", {"stops": stops})
    assert "bus: Jena 5" == registry.call("plan", {"stops": stops, "mode": "bus"})
    with pytest.raises(InvalidToolArgumentError, match=r"stops\[0\]\.minutes"):
        registry.call("plan", {"stops": [{"name": "Jena", "minutes": -1}]})


def test_they_mix_with_ours_in_rounds_and_in_aisuites_tools(
    functions: list[Any], tools: ToolRegistry
) -> None:
    registry = tools.extend(functions)
    calls = [
        call("plan", '{"stops": []}', "1"),
        call("plan", '{"stops": [{"minutes": 1}]}', "2"),
        call("half", '{"number": 1}', "3"),
    ]
    results, messages = execute_tool(registry, calls)
    assert ["train: ", "int"] == [results[0], results[2]]
    assert "stops[0].name: missing" in results[1]["error"]
    assert (results, messages) == tools_for(registry).execute_tool(calls)
    assert results[0] == tools_for(tools, *functions).execute_tool(calls[:1])[0][0]
