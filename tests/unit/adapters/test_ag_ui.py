"""AG-UI's own types on both sides of a registry: tools, calls, results and approval."""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from ag_ui.core import (
    AssistantMessage,
    Context,
    Event,
    FunctionCall,
    ResumeEntry,
    RunAgentInput,
    RunFinishedEvent,
    RunStartedEvent,
    StateSnapshotEvent,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
    Tool,
    ToolCallArgsEvent,
    ToolCallChunkEvent,
    ToolCallEndEvent,
    ToolCallResultEvent,
    ToolCallStartEvent,
    ToolMessage,
    UserMessage,
)
from ag_ui.core import ToolCall as TheirCall
from ag_ui.encoder import EventEncoder
from pydantic import TypeAdapter

from tests.unit.runtime.modules import record, write_module
from toolschema_runtime import (
    ApprovalRequired,
    DuplicateToolError,
    ToolCall,
    ToolCallRefused,
    ToolDefinition,
    ToolRegistry,
    ToolUsageError,
)
from toolschema_runtime._calls import CutOffCall
from toolschema_runtime.adapters.ag_ui import (
    approvals_of,
    call_events,
    checked,
    context_for,
    interrupt_outcome,
    registry_of,
    result_events,
    state_snapshot,
    tool_calls,
    tool_messages,
    tools_for,
)

SCHEMA = {
    "type": "object",
    "properties": {
        "to": {"anyOf": [{"type": "string"}, {"type": "null"}], "default": None},
        "cents": {"type": "integer"},
    },
    "required": ["cents"],
    "additionalProperties": False,
    "x-hint": {"kept": None},
}


def pay(arguments: dict[str, Any]) -> dict[str, Any]:
    if arguments["cents"] > 1_000:
        raise ToolCallRefused("at most 10 euros")
    return {"paid": arguments["cents"]}


def registry(*, approval: bool = False) -> ToolRegistry:
    shape = {"name": "pay", "title": "Pay", "description": "Pay somebody.", "inputSchema": SCHEMA}
    return ToolRegistry([ToolDefinition.raw(shape, pay, approval=approval)])


def their_call(name: str, arguments: str, id: str) -> TheirCall:
    return TheirCall(id=id, function=FunctionCall(name=name, arguments=arguments))


def sent(events: Iterable[Any]) -> list[Any]:
    """The events as they come out of the encoder's stream, as objects of the package again."""
    stream = "".join(map(EventEncoder().encode, events))
    adapter: TypeAdapter[Any] = TypeAdapter(Event)
    return [adapter.validate_json(data) for data in re.findall(r"data: (.*)\n\n", stream)]


def as_dicts(events: Iterable[Any]) -> list[dict[str, Any]]:
    return [json.loads(event.model_dump_json(by_alias=True)) for event in events]


# -- tools -----------------------------------------------------------------------------------------


def test_tools_are_ag_uis_own() -> None:
    [tool] = tools_for(registry())
    assert Tool(name="pay", description="Pay somebody.", parameters=SCHEMA) == tool
    assert isinstance(tool, Tool)


def test_tools_of_a_front_end_are_kept_and_encode_for_every_provider() -> None:
    given = RunAgentInput(
        thread_id="t",
        run_id="r",
        messages=[],
        tools=[*tools_for(registry()), Tool(name="close", description="Close the window.")],
    )
    as_sent = RunAgentInput.model_validate_json(given.model_dump_json(by_alias=True))
    for source in (as_sent, as_sent.tools, json.loads(given.model_dump_json(by_alias=True))):
        made = registry_of(source)
        assert ("pay", "close") == made.names
        assert SCHEMA == made["pay"].parameters
        assert "Close the window." == made["close"].description
        for fmt in made["pay"].formats:
            assert made.schemas.format(fmt)
        assert {"cents": 5} == made.decode("pay", '{"cents": 5}')


@pytest.mark.parametrize("none", [None, [], RunAgentInput(thread_id="t", run_id="r", messages=[])])
def test_no_tools_are_an_empty_registry(none: Any) -> None:
    assert 0 == len(registry_of(none))


def test_two_tools_of_one_name_are_an_error() -> None:
    with pytest.raises(DuplicateToolError):
        registry_of([*tools_for(registry()), *tools_for(registry())])
    with pytest.raises(ToolUsageError, match="without a name"):
        registry_of([{"description": "?"}])  # type: ignore[list-item]


def test_what_is_not_offered_now_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = """
        from toolschema_runtime import tool


        class Till:
            is_shut = True

            @tool(when="is_shut")
            def open(self): ...
        """
    opens = record("open", receiver="method", qualname="Till.open", when="is_shut")
    write_module(tmp_path, "till_of_ag_ui", source, opens)
    monkeypatch.syspath_prepend(tmp_path)
    till = importlib.import_module("till_of_ag_ui").Till
    assert [] == tools_for(ToolRegistry.for_instance(till))
    one = till()
    assert ["open"] == [each.name for each in tools_for(ToolRegistry.for_instance(one))]
    one.is_shut = False
    assert [] == tools_for(ToolRegistry.for_instance(one))


# -- calls -----------------------------------------------------------------------------------------

CALLS = [
    ToolCall("pay", '{"cents": 5}', "1", "openai"),
    ToolCall("pay", '{"cents": "five"}', "2", "openai"),
]
THEIRS = [their_call("pay", '{"cents": 5}', "1"), their_call("pay", '{"cents": "five"}', "2")]
SAID = AssistantMessage(id="m", tool_calls=THEIRS)


@pytest.mark.parametrize(
    "given",
    [
        SAID,
        [SAID],
        [UserMessage(id="u", content="Pay."), SAID],
        RunAgentInput(thread_id="t", run_id="r", messages=[SAID]),
        THEIRS,
        SAID.model_dump(by_alias=True),
        SAID.model_dump(),
        call_events(CALLS),
        iter(call_events(CALLS)),
        sent(call_events(CALLS)),
        as_dicts(call_events(CALLS)),
        [
            RunStartedEvent(thread_id="t", run_id="r"),
            TextMessageStartEvent(message_id="m", role="assistant"),
            *call_events(CALLS),
            TextMessageContentEvent(message_id="m", delta="…"),
            TextMessageEndEvent(message_id="m"),
            RunFinishedEvent(thread_id="t", run_id="r"),
        ],
    ],
)
def test_calls_are_read_wherever_ag_ui_has_them(given: Any) -> None:
    assert CALLS == tool_calls(given)


def test_one_call_and_none() -> None:
    assert CALLS[:1] == tool_calls(THEIRS[0])
    assert [] == tool_calls(None)
    assert [] == tool_calls([])
    assert [] == tool_calls(AssistantMessage(id="m", content="Hello."))


def test_what_was_answered_is_not_called_again() -> None:
    answer = ToolMessage(id="a", content="5", tool_call_id="1")
    assert CALLS[1:] == tool_calls([SAID, answer])
    event = ToolCallResultEvent(message_id="a", tool_call_id="1", content="5")
    assert CALLS[1:] == tool_calls([*call_events(CALLS), event])
    later = AssistantMessage(id="n", content="Done.")
    assert [] == tool_calls([SAID, answer, later])


def test_fragments_of_calls_may_be_mixed() -> None:
    first, second = call_events(CALLS[:1]), call_events(CALLS[1:])
    mixed = [event for pair in zip(first, second, strict=True) for event in pair]
    assert CALLS == tool_calls(mixed)
    pieces = [ToolCallArgsEvent(tool_call_id="1", delta=letter) for letter in '{"cents": 5}']
    assert CALLS[:1] == tool_calls([first[0], *pieces, first[2]])


def test_chunks_are_calls() -> None:
    events = [
        ToolCallChunkEvent(tool_call_id="1", tool_call_name="pay", delta='{"cents"'),
        ToolCallChunkEvent(delta=": 5}"),
        ToolCallChunkEvent(tool_call_id="2", tool_call_name="pay"),
        ToolCallChunkEvent(tool_call_id="2", delta='{"cents": "five"}'),
    ]
    assert CALLS == tool_calls(events)
    stray = [*events, TextMessageEndEvent(message_id="m"), ToolCallChunkEvent(delta="}")]
    with pytest.raises(ToolUsageError, match="belongs to no call"):
        tool_calls(stray)


def test_a_call_that_did_not_end_is_refused_and_not_run() -> None:
    events = call_events(CALLS[:1])[:2]
    assert [CutOffCall("pay", '{"cents": 5}', "1", "openai")] == tool_calls(events)
    [result] = registry().execute(tool_calls(events))
    assert "cut off" in result.text


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([ToolCallArgsEvent(tool_call_id="1", delta="{}")], "which no event began"),
        ([ToolCallEndEvent(tool_call_id="1")], "which no event began"),
        ([ToolCallChunkEvent(tool_call_id="1", delta="{}")], "begins with its name"),
        ([{"type": "TOOL_CALL_START"}], "begins with its name"),
        ([{"function": {"name": "pay"}}], "a name and an id"),
        ("pay", "nothing that AG-UI has calls in"),
        ([SAID, ToolCallEndEvent(tool_call_id="1")], "nothing that AG-UI has calls in"),
    ],
)
def test_what_does_not_fit_together_is_said(given: Any, told: str) -> None:
    with pytest.raises(ToolUsageError, match=told):
        tool_calls(given)


def test_a_registry_reads_messages_by_itself() -> None:
    assert ["1", "2"] == [result.call.id for result in registry().execute(SAID)]


# -- results ---------------------------------------------------------------------------------------


def test_results_are_events_and_messages_of_the_same_ids() -> None:
    results = registry().execute(tool_calls(SAID))
    paid, refused = tool_messages(results)
    assert ToolMessage(id="result-1", content='{"paid": 5}', tool_call_id="1") == paid
    assert "cents: expected integer" in str(refused.content)
    assert refused.content == refused.error
    events = result_events(results)
    assert [(paid.id, "1", paid.content), (refused.id, "2", refused.content)] == [
        (event.message_id, event.tool_call_id, event.content) for event in events
    ]
    assert events == sent(events)


def test_calls_of_any_provider_are_told_to_the_front_end() -> None:
    response = {
        "content": [{"type": "tool_use", "id": "toolu_1", "name": "pay", "input": {"to": "Zoë"}}],
        "role": "assistant",
    }
    calls = ToolRegistry().tool_calls(response, "anthropic")
    assert [
        ToolCallStartEvent(tool_call_id="toolu_1", tool_call_name="pay", parent_message_id="m"),
        ToolCallArgsEvent(tool_call_id="toolu_1", delta='{"to": "Zoë"}'),
        ToolCallEndEvent(tool_call_id="toolu_1"),
    ] == call_events(calls, parent_message_id="m")
    [none] = [each for each in call_events([ToolCall("pay", None, "1")]) if hasattr(each, "delta")]
    assert "{}" == none.delta


def test_calls_that_no_front_end_may_run_or_answer_are_said() -> None:
    with pytest.raises(ToolUsageError, match='"pay" was cut off'):
        call_events([CutOffCall("pay", "{}", "1")])
    nameless = ToolCall("pay", {"cents": 1}, format="gemini")
    with pytest.raises(ToolUsageError, match='"pay" has no id'):
        call_events([nameless])
    with pytest.raises(ToolUsageError, match='"pay" has no id'):
        tool_messages(registry().execute([nameless]))


def test_calls_are_checked_before_they_go_to_the_front_end() -> None:
    theirs = registry_of(tools_for(registry()))
    cut_off = CutOffCall("pay", '{"cents": 5}', "3", "openai")
    unknown = ToolCall("pai", {}, "4", "anthropic")
    whole = ToolCall("pay", {"cents": 7}, "5", "anthropic")
    acceptable, refused = checked(theirs, [*CALLS, cut_off, unknown, whole])
    assert [CALLS[0], whole] == acceptable
    assert ["2", "3", "4"] == [result.call.id for result in refused]
    for told, result in zip(("expected integer", "cut off", 'mean "pay"'), refused, strict=True):
        assert told in result.text


# -- approval --------------------------------------------------------------------------------------


def interrupted(tools: ToolRegistry, calls: Any) -> Any:
    with pytest.raises(ApprovalRequired) as caught:
        tools.execute(calls)
    outcome = interrupt_outcome(tools, caught.value)
    [event] = sent([RunFinishedEvent(thread_id="t", run_id="r", outcome=outcome)])
    return event.outcome


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ({"status": "resolved", "payload": {"approved": True}}, '{"paid": 5}'),
        ({"status": "resolved", "payload": {"approved": False}}, "this call was not approved"),
        ({"status": "cancelled"}, "the user did not decide about this call"),
    ],
)
def test_an_interrupt_asks_and_the_next_run_decides(entry: Any, told: str) -> None:
    tools = registry(approval=True)
    calls = tool_calls(THEIRS[:1])
    [interrupt] = interrupted(tools, calls).interrupts
    assert ("tool_call", "1", "Allow Pay?\ncents: 5") == (
        interrupt.reason,
        interrupt.tool_call_id,
        interrupt.message,
    )
    assert ["approved"] == interrupt.response_schema["required"]
    resume = [ResumeEntry(interrupt_id=interrupt.id, **entry)]
    given = RunAgentInput(thread_id="t", run_id="r2", messages=[SAID], resume=resume)
    for source in (given, resume, json.loads(given.model_dump_json(by_alias=True))):
        [result] = tools.execute(calls, approvals=approvals_of(source))
        assert told == result.text


def test_no_decisions_are_none() -> None:
    assert {} == approvals_of(None)
    assert {} == approvals_of(RunAgentInput(thread_id="t", run_id="r", messages=[]))


def test_a_question_shows_what_would_run() -> None:
    tools = registry(approval=True).lenient()
    calls = [
        ToolCall("pay", {"cents": 5, "to": "Zoë"}, "1"),
        ToolCall("pay", '```json\n{"cents": 6}\n```', "2"),
        ToolCall("pay", MappingProxyType({"cents": 7}), "3"),
    ]
    assert [
        'Allow Pay?\ncents: 5\nto: "Zoë"',
        'Allow Pay?\n```json\n{"cents": 6}\n```',
        "Allow Pay?\ncents: 7",
    ] == [each.message for each in interrupted(tools, calls).interrupts]
    proxy = MappingProxyType({"note": MappingProxyType({"cents": 7})})
    [_, told, _] = as_dicts(call_events([ToolCall("pay", proxy, "4")]))
    assert told["delta"] == '{"note": {"cents": 7}}'


@pytest.mark.parametrize(
    "entry",
    [
        {"interrupt_id": "approval-1", "status": "resolved"},
        {"interrupt_id": "approval-1", "status": "resolved", "payload": True},
        {"interrupt_id": "approval-1", "status": "resolved", "payload": {"approved": "yes"}},
        {
            "interrupt_id": "approval-1",
            "status": "resolved",
            "payload": {"approved": True, "editedArgs": {"cents": 1}},
        },
        {"interrupt_id": "other", "status": "resolved", "payload": {"approved": True}},
    ],
)
def test_answers_to_something_else_are_said(entry: Any) -> None:
    with pytest.raises(ToolUsageError, match="answer to"):
        approvals_of([ResumeEntry(**entry)])


# -- state -----------------------------------------------------------------------------------------


def test_state_is_context_and_a_snapshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
        from toolschema_runtime import sees


        class Desk:
            @property
            @sees
            def who(self): return "Zoë"

            @sees
            def waiting(self): return [1, 2]
        """
    state = [
        {
            "name": name,
            "qualname": f"Desk.{name}",
            "returns": schema,
            "binding": {"receiver": receiver, "parameters": [], "returns": plan},
        }
        for name, receiver, schema, plan in (
            ("who", "property", {"type": "string", "description": "Who is here."}, "str"),
            ("waiting", "method", {"type": "array"}, {"type": "list", "items": "int"}),
        )
    ]
    write_module(tmp_path, "desk_of_ag_ui", source, state=state)
    monkeypatch.syspath_prepend(tmp_path)
    desk = ToolRegistry.for_instance(importlib.import_module("desk_of_ag_ui").Desk())
    assert [
        Context(description="who: Who is here.", value='"Zoë"'),
        Context(description="waiting", value="[1, 2]"),
    ] == context_for(desk)
    [snapshot] = sent([state_snapshot(desk)])
    assert StateSnapshotEvent(snapshot={"who": "Zoë", "waiting": [1, 2]}) == snapshot


def test_no_state_is_empty() -> None:
    assert [] == context_for(registry())
    assert {} == state_snapshot(registry()).snapshot
