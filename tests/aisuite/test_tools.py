"""The tools of a registry in aisuite's own `Tools`: schemas, checks, calls, policies and events."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aisuite
import pytest
from aisuite.framework.message import Message

from tests.aisuite.conftest import asks, call
from toolschema_runtime import (
    AsyncToolError,
    MissingInjectedValueError,
    ToolCall,
    ToolRegistry,
    ToolUsageError,
)
from toolschema_runtime.adapters.aisuite import tools_for

PARCEL = {"to": {"street": "Kirchgasse 1", "city": "Jena"}, "weights": [1, 2]}
SENT = {**PARCEL, "via": None}


def test_tools_are_aisuites_own_and_schemas_are_the_registrys(tools: ToolRegistry) -> None:
    made = tools_for(tools)
    assert isinstance(made, aisuite.Tools)
    specs = {each["function"]["name"]: each["function"] for each in made.tools()}
    listed = [name for name in tools.names if name not in tools.unbound]
    assert listed == list(specs)
    for name, spec in specs.items():
        assert tools[name].parameters == spec["parameters"]
        assert tools[name].description == spec["description"]


def test_functions_carry_the_schema_as_functions_of_mcp_do(tools: ToolRegistry) -> None:
    [send] = tools_for(tools.only("send"))
    assert tools["send"].parameters == send.__mcp_input_schema__
    assert ("send", tools["send"].description) == (send.__name__, send.__doc__)


def test_nested_dataclasses_arrive_as_dataclasses(tools: ToolRegistry) -> None:
    results, messages = tools_for(tools).execute_tool(
        [call("send", json.dumps({"parcel": PARCEL}))]
    )
    assert [SENT] == results
    assert [
        {
            "role": "tool",
            "name": "send",
            "content": json.dumps(SENT),
            "tool_call_id": "call_1",
        }
    ] == messages


def test_dataclasses_arrive_in_tools_that_aisuite_makes_of_the_functions(
    tools: ToolRegistry,
) -> None:
    made = aisuite.Tools([*tools_for(tools.without("hidden"))])
    specs = {each["function"]["name"]: each["function"] for each in made.tools()}
    assert tools["send"].parameters == specs["send"]["parameters"]
    assert [SENT] == made.execute(call("send", json.dumps({"parcel": PARCEL})))


@pytest.mark.parametrize(
    ("name", "arguments", "told"),
    [
        ("send", '{"parcel": {"to": {"street": "x"}, "weights": ["a"]}}', "parcel.to.city"),
        ("send", '{"parcel": {"to": {"street": "x"}, "weights": ["a"]}}', "parcel.weights[0]"),
        ("send", "{}", "parcel: missing"),
        ("send", '{"parcels": 1}', "parcels"),
        ("send", '{"parcel": ', "text that ends too early"),
        ("send", "[]", "an object"),
        ("half", '{"number": "5"}', "expected number"),
        ("sent", "{}", 'did you mean "send"?'),
        ("add", '{"by": 1}', 'there is no tool "add"'),
        ("refuse", '{"why": "late"}', "refused: late"),
        ("crash", '{"password": "x1"}', "the tool failed"),
    ],
)
def test_what_is_refused_or_fails_is_told_in_our_words(
    name: str, arguments: str, told: str, tools: ToolRegistry
) -> None:
    results, messages = tools_for(tools).execute_tool(call(name, arguments))
    assert told in results[0]["error"]
    assert "x1" not in results[0]["error"]
    assert [results[0]] == [json.loads(message["content"]) for message in messages]


def test_values_are_what_was_sent_and_not_what_pydantic_makes_of_it(tools: ToolRegistry) -> None:
    made = tools_for(tools)
    calls = [
        call("half", '{"number": 5}'),
        call("half", '{"number": 5.5}'),
        call("shift", '{"by": [1, "m"], "times": null}'),
        call("shift", '{"by": [1, "m"]}'),
        call("hidden", '{"_token": "t"}'),
    ]
    expected = ["int", "float", "1m times None", "1m times 5", "t"]
    assert expected == made.execute_tool(calls)[0]
    assert expected == made.execute(calls)


def test_calls_may_be_dicts_and_their_arguments_objects(tools: ToolRegistry) -> None:
    sent = {"id": "c", "type": "function", "function": {"name": "send", "arguments": {}}}
    sent["function"]["arguments"] = {"parcel": PARCEL}  # type: ignore[index]
    assert [SENT] == tools_for(tools).execute_tool(sent)[0]


def test_what_was_bound_is_injected_and_what_was_not_is_said_at_once(desk: Any) -> None:
    registry = ToolRegistry.load(desk).only("whoami")
    with pytest.raises(MissingInjectedValueError, match="user"):
        tools_for(registry)
    made = tools_for(registry.bind(user="ada"))
    assert ["ada"] == made.execute_tool(call("whoami", "{}"))[0]
    assert "unknown" in made.execute_tool(call("whoami", '{"user": "eve"}'))[0][0]["error"]
    asked: list[ToolCall] = []

    def user_of(made: ToolCall) -> dict[str, str]:
        asked.append(made)
        return {"user": "bob"}

    assert ["bob"] == tools_for(registry.bind(user_of)).execute_tool(call("whoami", ""))[0]
    assert ["call_1"] == [each.id for each in asked]


def test_methods_are_those_of_an_object(desk: Any) -> None:
    made = tools_for(ToolRegistry.for_instance(desk.Counter(4)))
    assert [7] == made.execute_tool(call("add", '{"by": 3}'))[0]
    unbound = tools_for(ToolRegistry.for_instance(desk.Counter))
    assert [] == unbound.tools()
    refused = unbound.execute_tool(call("add", '{"by": 3}'))[0][0]["error"]
    assert refused.startswith('there is no tool "add"')


def test_a_tool_that_is_not_offered_now_is_refused(desk: Any) -> None:
    made = tools_for(ToolRegistry.for_instance(desk.Counter(1)))
    calls = [call("take", '{"count": 1}'), call("take", '{"count": 1}')]
    assert [0, {"error": "this tool cannot be used now"}] == made.execute_tool(calls)[0]


@pytest.mark.parametrize(
    ("decision", "answer", "sent"),
    [
        (True, "sent 5", [5]),
        (False, {"error": "this call was not approved"}, []),
        ("ask your boss", {"error": "ask your boss"}, []),
        (
            None,
            {
                "error": "this call needs the approval of a person, and nobody decided about it",
            },
            [],
        ),
    ],
)
def test_approval_is_decided_when_the_call_comes(
    decision: Any, answer: Any, sent: list[int], desk: Any
) -> None:
    desk.transfers.clear()
    registry = ToolRegistry.load(desk).only("transfer")
    with pytest.raises(ToolUsageError, match="needs approval"):
        tools_for(registry)
    made = tools_for(registry, approvals=lambda _: decision)
    assert [answer] == made.execute_tool(call("transfer", '{"cents": 5}'))[0]
    assert sent == desk.transfers
    [function] = made
    assert answer == function(cents=5)


def test_nobody_is_asked_about_bad_arguments(desk: Any) -> None:
    def never(_: object) -> bool:
        raise AssertionError

    made = tools_for(ToolRegistry.load(desk).only("transfer"), approvals=never)
    policy = aisuite.RequireApprovalPolicy(never)
    results, _ = made.execute_tool(call("transfer", '{"cents": "x"}'), tool_policy=policy)
    assert "cents: expected integer" in results[0]["error"]


def test_a_policy_of_aisuites_decides_and_sees_the_arguments(desk: Any) -> None:
    desk.transfers.clear()
    asked: list[Any] = []

    def ask(context: Any) -> bool:
        asked.append(context)
        return context.arguments["cents"] < 10

    registry = ToolRegistry.load(desk).only("transfer").lenient()
    made = tools_for(registry, approvals=lambda _: True)
    policy = aisuite.RequireApprovalPolicy(ask)
    calls = [call("transfer", '```json\n{"cents": 5}\n```'), call("transfer", '{"cents": 50}')]
    results, _ = made.execute_tool(calls, tool_policy=policy)
    denied = {"error": "Tool call denied by policy", "reason": "denied"}
    assert ["sent 5", denied] == results
    assert [5] == desk.transfers
    assert [True, True] == [each.tool_metadata.requires_approval for each in asked]
    assert [True, False] == [each["allowed"] for each in made.last_policy_events]


def test_events_tell_what_came_of_calls(tools: ToolRegistry) -> None:
    made = tools_for(tools)
    made.execute_tool(
        [
            call("half", '{"number": 5}'),
            call("half", "{}"),
            call("refuse", '{"why": "late"}'),
        ]
    )
    assert [
        ("tool_call", True, None),
        ("tool_result", None, "success"),
        ("tool_call", False, None),
        ("tool_call", True, None),
        ("tool_result", None, "failed"),
    ] == [(each["type"], each.get("allowed"), each.get("status")) for each in made.last_tool_events]


def test_async_tools_run_in_aisuites_async_calls_alone(tools: ToolRegistry) -> None:
    made = tools_for(tools)
    with pytest.raises(AsyncToolError, match='"wait" is async'):
        made.execute_tool(call("wait", '{"seconds": 0}'))
    calls = [call("wait", '{"seconds": 0}'), call("where", "{}")]
    assert ["waited 0.0", "MainThread"] == asyncio.run(made.aexecute_tool(calls))[0]


def test_approvals_may_be_async_where_the_call_is(desk: Any) -> None:
    async def decide(made: ToolCall) -> bool | None:
        return None if made.arguments == '{"cents": 6}' else True

    made = tools_for(ToolRegistry.load(desk).only("transfer"), approvals=decide)
    calls = [call("transfer", '{"cents": 5}'), call("transfer", '{"cents": 6}')]
    first, second = asyncio.run(made.aexecute_tool(calls))[0]
    assert "sent 5" == first
    assert "nobody decided" in second["error"]


def test_async_functions_are_decided_about_too(desk: Any) -> None:
    async def decide(made: ToolCall) -> bool | None:
        return True if made.arguments == {"cents": 5} else None

    [order] = tools_for(ToolRegistry.load(desk).only("order"), approvals=decide)
    assert "ordered for 5" == asyncio.run(order(cents=5))
    assert "nobody decided" in asyncio.run(order(cents=6))["error"]


def test_crashes_are_raised_where_the_registry_says_so(tools: ToolRegistry) -> None:
    from toolschema_runtime import ToolExecutionError

    made = tools_for(tools.configured(on_error="raise"))
    with pytest.raises(ToolExecutionError):
        made.execute_tool(call("crash", '{"password": "x1"}'))
    assert "failed" == made.last_tool_events[-1]["status"]


def test_functions_of_others_are_treated_as_aisuite_does(tools: ToolRegistry) -> None:
    def double(number: int) -> int:
        """Double a number."""
        return 2 * number

    made = tools_for(tools, double)
    both = [call("double", '{"number": "4"}'), call("half", '{"number": 4}')]
    assert [8, "int"] == made.execute_tool(both)[0]
    with pytest.raises(ValueError, match="Error in tool 'double'"):
        made.execute_tool(call("double", "{}"))

    def half() -> str:
        """Be there twice."""
        return ""

    with pytest.raises(ToolUsageError, match='two tools are named "half"'):
        tools_for(tools, half)


def test_aisuite_reads_every_schema_that_we_give_to_its_lists(tools: ToolRegistry) -> None:
    odd = {
        "type": "object",
        "properties": {
            "any": True,
            "pair": {
                "type": ["array", "null"],
                "prefixItems": [{"type": "string"}],
                "items": False,
            },
            "both": {"type": ["string", "null"], "anyOf": [True, {"type": ["integer", "null"]}]},
            "deep": {"type": "array", "items": {"type": ["integer", "null"]}},
        },
        "required": ["any"],
    }
    raw = ToolRegistry(
        [{"type": "function", "function": {"name": "odd", "parameters": odd}}]
    ).extend(tools.only("shift", "label"))
    made = aisuite.Tools([*tools_for(raw)])
    parameters = {
        each["function"]["name"]: each["function"]["parameters"]["properties"]
        for each in made.tools()
    }
    assert {
        "any": {},
        "pair": {
            "prefixItems": [{"type": "string"}],
            "anyOf": [{"type": "array"}, {"type": "null"}],
            "maxItems": 1,
        },
        "both": {
            "anyOf": [{}, {"anyOf": [{"type": "integer"}, {"type": "null"}]}],
            "allOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}],
        },
        "deep": {
            "type": "array",
            "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        },
    } == parameters["odd"]
    # Null and nothing are the same in aisuite's own check.
    calls = [
        call("shift", '{"by": [1, "m"], "times": null}'),
        call("label", '{"text": "a", "size": null}'),
    ]
    assert ["1m times 5", "a in None"] == made.execute(calls)


def test_what_the_model_left_out_is_left_out_in_lists_too(tools: ToolRegistry) -> None:
    made = aisuite.Tools([*tools_for(tools.only("send"))])
    message = Message(role="assistant", tool_calls=[call("send", json.dumps({"parcel": PARCEL}))])
    results, messages = made.execute_tool(message.tool_calls)
    assert [SENT] == results
    assert (
        messages
        == tools_for(tools).execute_tool(asks(*message.tool_calls).choices[0].message.tool_calls)[1]
    )
