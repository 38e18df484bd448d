"""aisuite's calls run by a registry: its objects are read, and answered as its own `Tools` does."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from tests.aisuite.conftest import asks, call
from toolschema_runtime import ApprovalRequired, ToolRegistry, ToolUsageError
from toolschema_runtime.adapters.aisuite import aexecute_tool, execute_tool, tools_for


def test_a_response_of_aisuites_is_read_whole_and_in_parts(tools: ToolRegistry) -> None:
    response = asks(call("half", '{"number": 1}', "1"), call("half", '{"number": 1.5}', "2"))
    message = response.choices[0].message
    for given in (response, message, message.tool_calls):
        results = tools.execute(given)
        assert ["int", "float"] == [result.data for result in results]
        assert [
            {"role": "tool", "tool_call_id": "1", "content": "int"},
            {"role": "tool", "tool_call_id": "2", "content": "float"},
        ] == results.messages


def test_answers_are_those_of_aisuites_own_tools(tools: ToolRegistry) -> None:
    calls = [
        call("send", '{"parcel": {"to": {"street": "ä", "city": "b"}, "weights": []}}', "1"),
        call("refuse", '{"why": "lä"}', "2"),
        call("half", "{}", "3"),
    ]
    answered = execute_tool(tools, calls)
    assert tools_for(tools).execute_tool(calls) == answered
    results, messages = answered
    assert {"error": "refused: lä"} == results[1]
    assert ["1", "2", "3"] == [message["tool_call_id"] for message in messages]
    assert results == [json.loads(message["content"]) for message in messages]


@pytest.mark.parametrize("none", [None, []])
def test_no_calls_have_no_results(none: Any, tools: ToolRegistry) -> None:
    assert ([], []) == execute_tool(tools, none)


def test_one_call_and_dicts_will_do(tools: ToolRegistry) -> None:
    as_dict = call("half", '{"number": 1}').model_dump()
    assert ["int"] == execute_tool(tools, as_dict)[0]
    as_dict["function"]["arguments"] = {"number": 1}
    assert ["int"] == execute_tool(tools, [as_dict])[0]
    with pytest.raises(ToolUsageError, match="str is no tool call of aisuite"):
        execute_tool(tools, "half")


def test_rounds_have_injection_and_approval(desk: Any) -> None:
    desk.transfers.clear()
    registry = ToolRegistry.load(desk).only("transfer", "whoami")
    calls = [call("whoami", "{}", "1"), call("transfer", '{"cents": 5}', "2")]
    with pytest.raises(ApprovalRequired) as caught:
        execute_tool(registry, calls, inject={"user": "ada"})
    assert ["2"] == [each.id for each in caught.value.calls]
    results, _ = execute_tool(registry, calls, inject={"user": "ada"}, approvals={"2": True})
    assert ["ada", "sent 5"] == results


def test_async_tools_run_in_async_rounds(tools: ToolRegistry) -> None:
    calls = [call("wait", '{"seconds": 0}', "1"), call("half", '{"number": 1}', "2")]
    results, messages = asyncio.run(aexecute_tool(tools, calls))
    assert ["waited 0.0", "int"] == results
    assert ["wait", "half"] == [message["name"] for message in messages]
