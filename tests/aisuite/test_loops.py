"""aisuite's own loop over several turns, with a provider that is offline."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aisuite
import pytest

from tests.aisuite.conftest import Talk, asks, call, says
from toolschema_runtime import ToolRegistry
from toolschema_runtime.adapters.aisuite import execute_tool, tools_for

PARCEL = {"to": {"street": "Kirchgasse 1", "city": "Jena"}, "weights": [1, 2]}
SENT = {**PARCEL, "via": None}


def _told(talk: Talk) -> list[Any]:
    return [json.loads(message["content"]) for message in talk.heard]


@pytest.mark.usefixtures("without_mcp")
def test_the_model_hears_of_its_mistakes_and_mends_them(tools: ToolRegistry) -> None:
    talk = Talk(
        asks(
            call("send", '{"parcel": {"to": {"street": "Kirchgasse 1"}, "weights": 1}}', "1"),
            call("half", '{"number": "many"}', "2"),
            call("sned", "{}", "3"),
        ),
        asks(
            call("send", json.dumps({"parcel": PARCEL}), "4"),
            call("crash", '{"password": "x1"}', "5"),
        ),
        says("Sent."),
    )
    made = tools_for(tools)
    response = talk.run(made, max_turns=5)
    assert "Sent." == response.choices[0].message.content
    assert made.tools() == talk.provider.asked[0]["tools"]
    refused = talk.provider.asked[1]["messages"][2:]
    assert [("tool", "1"), ("tool", "2"), ("tool", "3")] == [
        (each["role"], each["tool_call_id"]) for each in refused
    ]
    texts = [json.loads(each["content"])["error"] for each in refused]
    assert "parcel.to.city: missing" in texts[0]
    assert "parcel.weights: expected array" in texts[0]
    assert "number: expected number" in texts[1]
    assert 'there is no tool "sned"; did you mean "send"?' == texts[2]
    assert [SENT, {"error": "the tool failed"}] == _told(talk)
    assert [False, False, False, True, True] == [
        each["allowed"] for each in response.tool_events if each["type"] == "tool_call"
    ]


@pytest.mark.usefixtures("without_mcp")
def test_async_tools_run_in_the_async_loop(tools: ToolRegistry) -> None:
    talk = Talk(
        asks(call("wait", '{"seconds": 0}'), call("where", "{}", "2"), call("wait", "{}", "3")),
        says("Done."),
    )
    response = asyncio.run(talk.arun(tools_for(tools), max_turns=5))
    assert "Done." == response.choices[0].message.content
    *answered, refused = _told(talk)
    assert ["waited 0.0", "MainThread"] == answered
    assert "seconds: missing" in refused["error"]


def test_where_aisuite_makes_a_list_of_tools_they_still_run(tools: ToolRegistry) -> None:
    # With its extra `mcp` it does so: its own check stands before ours, and lets these pass.
    talk = Talk(
        asks(
            call("send", json.dumps({"parcel": PARCEL})),
            call("send", '{"parcel": {"to": {"street": "x"}, "weights": [1]}}', "2"),
        ),
        says("Done."),
    )
    talk.run(tools_for(tools.only("send")), max_turns=5)
    sent, refused = _told(talk)
    assert SENT == sent
    assert "parcel.to.city: missing" in refused["error"]


def test_what_aisuite_refuses_itself_ends_its_loop(tools: ToolRegistry) -> None:
    talk = Talk(asks(call("send", '{"parcel": 1}')), says("Done."))
    with pytest.raises(ValueError, match="Error in tool 'send' parameters"):
        talk.run([*tools_for(tools.only("send"))], max_turns=5)


def test_functions_mix_with_others_in_a_list(tools: ToolRegistry) -> None:
    def double(number: int) -> int:
        """Double a number."""
        return 2 * number

    talk = Talk(
        asks(
            call("double", '{"number": 2}'),
            call("wait", '{"seconds": 1}', "2"),
            call("send", json.dumps({"parcel": PARCEL}), "3"),
        ),
        says("Done."),
    )
    listed = [*tools_for(tools.only("wait", "send")), double]
    asyncio.run(talk.arun(listed, max_turns=5))
    assert [4, "waited 1.0", SENT] == _told(talk)


def test_an_agent_of_aisuites_takes_them(tools: ToolRegistry) -> None:
    talk = Talk(asks(call("send", json.dumps({"parcel": PARCEL}))), says("Sent."))
    agent = aisuite.Agent(name="desk", model="openai:none", tools=[*tools_for(tools.only("send"))])
    result = aisuite.Runner.run_sync(agent, "Go.", client=talk.client)
    assert "Sent." == result.final_output
    assert [SENT] == _told(talk)


def test_a_loop_of_ones_own_has_the_registry_alone(tools: ToolRegistry) -> None:
    talk = Talk(
        asks(call("send", '{"parcel": 1}'), call("half", '{"number": 1}', "2")), says("Done.")
    )
    messages: list[Any] = [{"role": "user", "content": "Go."}]
    while True:
        response = talk.client.chat.completions.create(
            model="openai:none", messages=messages, tools=tools.schemas.format("openai")
        )
        message = response.choices[0].message
        messages.append(message)
        results, told = execute_tool(tools, message.tool_calls)
        if not results:
            break
        messages += told
    assert "Done." == message.content
    assert tools.schemas.format("openai") == talk.provider.asked[0]["tools"]
    refused, half = _told(talk)
    assert "parcel: expected object" in refused["error"]
    assert "int" == half
