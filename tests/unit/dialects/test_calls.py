"""Tool calls in, results out."""

from __future__ import annotations

import copy
import json
import pickle
from types import SimpleNamespace
from typing import Any

import pytest

from tests.unit.dialects import responses
from tests.unit.dialects.responses import BY_FORMAT, CITY, chat
from toolschema_runtime import (
    InvalidToolArgumentError,
    ToolCall,
    ToolCallRefused,
    ToolResult,
    ToolResults,
    ToolUsageError,
)
from toolschema_runtime._calls import CutOffCall
from toolschema_runtime._rounds import tool_calls


def as_objects(data: Any) -> Any:
    """The same response with attributes instead of keys; what is free-form stays a dict."""
    if isinstance(data, list):
        return [as_objects(item) for item in data]
    if isinstance(data, dict) and data not in (CITY, {}):
        return SimpleNamespace(**{key: as_objects(value) for key, value in data.items()})
    return data


def parts(calls: list[ToolCall]) -> list[tuple[Any, ...]]:
    return [(call.name, call.arguments, call.id) for call in calls]


TEXT = [("weather", '{"city": "Oslo"}', "c1"), ("now", "", "c2")]
OBJECTS = [("weather", CITY, "c1"), ("now", {}, "c2")]
EXPECTED: dict[str, list[tuple[Any, ...]]] = {
    "openai": TEXT,
    "openai_responses": TEXT,
    "anthropic": OBJECTS,
    "gemini": OBJECTS,
    "bedrock": OBJECTS,
    "mistral": TEXT,
    "cohere": TEXT,
    "ollama": [("weather", CITY, None), ("now", {}, None)],
}


@pytest.mark.parametrize("fmt", EXPECTED)
def test_whole_response_is_read(fmt: str) -> None:
    response = BY_FORMAT[fmt]
    assert EXPECTED[fmt] == parts(tool_calls(response, fmt))
    assert {fmt} == {call.format for call in tool_calls(response, fmt)}
    if fmt != "bedrock":  # boto3 gives dicts
        assert EXPECTED[fmt] == parts(tool_calls(as_objects(response), fmt))


PIECES: list[tuple[str, Any]] = [
    ("openai", responses.OPENAI["choices"][0]),
    ("openai", chat()),
    ("openai", chat()["tool_calls"]),
    ("openai_responses", responses.RESPONSES["output"]),
    ("anthropic", {"role": "assistant", "content": responses.ANTHROPIC["content"]}),
    ("anthropic", responses.ANTHROPIC["content"]),
    ("gemini", responses.GEMINI["candidates"][0]),
    ("gemini", responses.GEMINI["candidates"][0]["content"]),
    ("gemini", responses.GEMINI["candidates"][0]["content"]["parts"]),
    (
        "gemini",
        [{"id": "c1", "name": "weather", "args": CITY}, {"id": "c2", "name": "now", "args": {}}],
    ),
    ("bedrock", responses.BEDROCK["output"]["message"]),
    ("bedrock", responses.BEDROCK["output"]["message"]["content"]),
    ("ollama", responses.OLLAMA["message"]),
    ("ollama", responses.OLLAMA["message"]["tool_calls"]),
]


@pytest.mark.parametrize(("fmt", "piece"), PIECES)
def test_piece_of_a_response_is_read(fmt: str, piece: Any) -> None:
    assert EXPECTED[fmt] == parts(tool_calls(piece, fmt))
    if fmt != "bedrock":
        assert EXPECTED[fmt] == parts(tool_calls(as_objects(piece), fmt))


ONE: list[tuple[str, Any]] = [
    ("openai", chat()["tool_calls"][0]),
    ("openai_responses", responses.RESPONSES["output"][3]),
    ("anthropic", responses.ANTHROPIC["content"][3]),
    ("gemini", responses.GEMINI["candidates"][0]["content"]["parts"][1]),
    ("gemini", {"id": "c1", "name": "weather", "args": CITY}),
    ("bedrock", responses.BEDROCK["output"]["message"]["content"][1]),
    ("ollama", responses.OLLAMA["message"]["tool_calls"][0]),
]


@pytest.mark.parametrize(("fmt", "call"), ONE)
def test_one_call_is_read(fmt: str, call: Any) -> None:
    assert EXPECTED[fmt][:1] == parts(tool_calls(call, fmt))


def test_mcp_request_is_read() -> None:
    assert [("weather", CITY, "7")] == parts(tool_calls(responses.MCP))
    assert [("weather", CITY, None)] == parts(tool_calls(responses.MCP["params"]))
    with pytest.raises(ToolUsageError):
        tool_calls({"method": "tools/list", "params": {"name": "x", "arguments": {}}})


@pytest.mark.parametrize("fmt", ["openai_responses", "anthropic", "gemini", "bedrock", "ollama"])
def test_dicts_tell_their_format(fmt: str) -> None:
    assert {fmt} == {call.format for call in tool_calls(BY_FORMAT[fmt])}


@pytest.mark.parametrize("response", [responses.OPENAI, chat(), chat()["tool_calls"]])
def test_ambiguous_dicts_need_a_format(response: Any) -> None:
    with pytest.raises(ToolUsageError, match=r"openai or mistral.*format="):
        tool_calls(response)


@pytest.mark.parametrize(
    "nothing",
    [
        None,
        [],
        (),
        "Just text.",
        {"role": "assistant", "content": "Just text."},
        {"choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": "Hi"}}]},
        {"role": "assistant", "content": [{"type": "text", "text": "Hi"}]},
        {"candidates": []},
        {"candidates": [{"finishReason": "SAFETY"}]},
        '{"answer": 42, "reasons": ["a", {"b": null}]}',
        '["red", "blue"]',
        "{not JSON",
        '{"type": ["string", "null"], "description": "A schema that was asked for."}',
        '[{"type": ["string", "null"]}]',
        '{"name": "weather", "arguments": {"city": "Oslo"}}',
        '{"name": "weather", "args": {"city": "Oslo"}}',
        "5",
        {"role": "assistant", "content": "Hi", "function_call": None},
        {"object": "response", "status": "completed", "output": []},
        responses.RESPONSES["output"][:2],
    ],
)
def test_no_calls_are_no_calls(nothing: Any) -> None:
    assert [] == tool_calls(nothing)


@pytest.mark.parametrize(
    "response",
    [
        5,
        object(),
        {"weather": "fine"},
        [1],
        {"role": "user", "content": []},
        {"type": ["string", "null"]},
        {"role": "assistant", "content": [{"type": ["string", "null"]}]},
    ],
)
def test_what_is_no_response_is_told(response: Any) -> None:
    with pytest.raises(ToolUsageError, match="is not what a provider's SDK returns"):
        tool_calls(response)


@pytest.mark.parametrize("fmt", [*BY_FORMAT, "mcp"])
def test_the_text_of_a_response_is_no_response(fmt: str) -> None:
    response = {**BY_FORMAT, "mcp": responses.MCP}[fmt]
    for format in (None, fmt):
        with pytest.raises(ToolUsageError, match=r"JSON text: give .*json\.loads"):
            tool_calls(json.dumps(response), format)
    assert [] == tool_calls(f"Here it is: {json.dumps(response)}")


LEGACY = {"role": "assistant", "content": None, "function_call": {"name": "now", "arguments": "{}"}}


@pytest.mark.parametrize("fmt", [None, "openai"])
@pytest.mark.parametrize(
    "response", [LEGACY, {"choices": [{"finish_reason": "function_call", "message": LEGACY}]}]
)
def test_the_older_function_call_of_openai_is_not_taken(response: Any, fmt: str | None) -> None:
    for given in (response, as_objects(response)):
        with pytest.raises(ToolUsageError, match=r"function_call.* is not taken: send tools="):
            tool_calls(given, fmt)


NAMELESS = [
    ("openai", {"id": "c1", "type": "function", "function": {"arguments": "{}"}}),
    ("mistral", {"id": "c1", "function": {"arguments": {}, "name": None}}),
    ("ollama", {"function": {"arguments": {}}}),
    ("anthropic", {"type": "tool_use", "id": "c1", "input": {}}),
    ("gemini", {"functionCall": {"args": {}}}),
    ("bedrock", {"toolUse": {"toolUseId": "c1", "input": {}}}),
    ("openai_responses", {"type": "function_call", "call_id": "c1", "arguments": "{}"}),
]


@pytest.mark.parametrize(("fmt", "call"), NAMELESS)
def test_a_call_without_a_name_is_told(fmt: str, call: Any) -> None:
    for format in (None, fmt):
        with pytest.raises(ToolUsageError, match="a call without a name"):
            tool_calls(call, format)
    if "function" in call:
        with pytest.raises(ToolUsageError, match="a call without a name"):
            tool_calls({"choices": [{"message": {"role": "assistant", "tool_calls": [call]}}]}, fmt)


@pytest.mark.parametrize("reason", ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])
@pytest.mark.parametrize("rest", [{}, {"content": {}}, {"content": {"role": "model", "parts": []}}, responses.GEMINI["candidates"][0]])  # fmt: skip
def test_a_call_that_gemini_could_not_read_is_no_end(reason: str, rest: Any) -> None:
    response = {"candidates": [{**rest, "finishReason": reason}]}
    for given in (response, as_objects(response)):
        with pytest.raises(InvalidToolArgumentError, match=f"{reason}, so send the request again") as caught:  # fmt: skip
            tool_calls(given)
        assert ("", None) == (caught.value.field, caught.value.tool)


def test_a_call_that_bedrock_could_not_read_is_no_end() -> None:
    message = {"role": "assistant", "content": [{"text": "I look."}]}
    response = {"stopReason": "malformed_tool_use", "output": {"message": message}}
    with pytest.raises(InvalidToolArgumentError, match="malformed_tool_use"):
        tool_calls(response)
    response = {**responses.BEDROCK, "stopReason": "malformed_tool_use"}
    assert [CutOffCall, CutOffCall] == [type(call) for call in tool_calls(response)]


def test_response_of_another_format_is_told() -> None:
    with pytest.raises(ToolUsageError, match="is not what the SDK of anthropic returns"):
        tool_calls(responses.OPENAI, "anthropic")
    with pytest.raises(ToolUsageError, match="there is no format 'opnai'"):
        tool_calls(responses.OPENAI, "opnai")


def test_custom_tools_are_not_ours() -> None:
    custom = {"id": "x", "type": "custom", "custom": {"name": "shell", "input": "ls"}}
    message = chat(tool_calls=[custom, *chat()["tool_calls"]])
    assert TEXT == parts(tool_calls(message, "openai"))


def test_calls_made_by_hand_are_taken() -> None:
    call = ToolCall("weather", CITY, format="anthropic")
    assert [call] == tool_calls(call) == tool_calls([call])


# -- results ---------------------------------------------------------------------------------------

MESSAGES = {
    "openai": [
        {"role": "tool", "tool_call_id": "c1", "content": '{"degrees": 3}'},
        {"role": "tool", "tool_call_id": "c2", "content": "no clock"},
    ],
    "openai_responses": [
        {"type": "function_call_output", "call_id": "c1", "output": '{"degrees": 3}'},
        {"type": "function_call_output", "call_id": "c2", "output": "no clock"},
    ],
    "anthropic": [
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "c1", "content": '{"degrees": 3}'},
                {
                    "type": "tool_result",
                    "tool_use_id": "c2",
                    "content": "no clock",
                    "is_error": True,
                },
            ],
        }
    ],
    "gemini": [
        {
            "role": "user",
            "parts": [
                {
                    "functionResponse": {
                        "id": "c1",
                        "name": "weather",
                        "response": {"output": {"degrees": 3}},
                    }
                },
                {
                    "functionResponse": {
                        "id": "c2",
                        "name": "now",
                        "response": {"error": "no clock"},
                    }
                },
            ],
        }
    ],
    "mcp": [
        {
            "content": [{"type": "text", "text": '{"degrees": 3}'}],
            "structuredContent": {"degrees": 3},
            "isError": False,
            "resultType": "complete",
        },
        {
            "content": [{"type": "text", "text": "no clock"}],
            "isError": True,
            "resultType": "complete",
        },
    ],
    "bedrock": [
        {
            "role": "user",
            "content": [
                {"toolResult": {"toolUseId": "c1", "content": [{"text": '{"degrees": 3}'}]}},
                {
                    "toolResult": {
                        "toolUseId": "c2",
                        "content": [{"text": "no clock"}],
                        "status": "error",
                    }
                },
            ],
        }
    ],
    "mistral": [
        {"role": "tool", "tool_call_id": "c1", "name": "weather", "content": '{"degrees": 3}'},
        {"role": "tool", "tool_call_id": "c2", "name": "now", "content": "no clock"},
    ],
    "cohere": [
        {"role": "tool", "tool_call_id": "c1", "content": '{"degrees": 3}'},
        {"role": "tool", "tool_call_id": "c2", "content": "no clock"},
    ],
    "ollama": [
        {"role": "tool", "tool_name": "weather", "content": '{"degrees": 3}', "tool_call_id": "c1"},
        {"role": "tool", "tool_name": "now", "content": "no clock", "tool_call_id": "c2"},
    ],
}


def results(fmt: str) -> ToolResults:
    first, second = ToolCall("weather", CITY, "c1", fmt), ToolCall("now", None, "c2", fmt)
    return ToolResults(
        [ToolResult(first, value={"degrees": 3}), ToolResult(second, error="no clock")]
    )


@pytest.mark.parametrize("fmt", MESSAGES)
def test_results_take_the_providers_shape(fmt: str) -> None:
    assert MESSAGES[fmt] == results(fmt).messages


def test_call_without_id_is_answered_without() -> None:
    answers = {
        fmt: ToolResults([ToolResult(ToolCall("now", format=fmt), value=1)]).messages[0]
        for fmt in ("gemini", "ollama")
    }
    assert {
        "gemini": {
            "role": "user",
            "parts": [{"functionResponse": {"name": "now", "response": {"output": 1}}}],
        },
        "ollama": {"role": "tool", "tool_name": "now", "content": "1"},
    } == answers


def test_mcp_result_follows_version_and_declared_type() -> None:
    from toolschema_runtime.dialects.mcp import result_of

    made = ToolResult(ToolCall("f"), value=[1, 2])
    numbers = {"type": "array", "items": {"type": "integer"}}
    text = {"content": [{"type": "text", "text": "[1, 2]"}], "isError": False}
    assert {**text, "structuredContent": {"result": [1, 2]}} == result_of(
        made, returns=numbers, version="2025-11-25"
    )
    assert {**text, "structuredContent": [1, 2], "resultType": "complete"} == result_of(
        made, returns=numbers
    )
    assert text == result_of(made, version="2025-11-25")
    assert text == result_of(made, returns=numbers, version="2025-03-26")
    nothing = result_of(ToolResult(ToolCall("f"), value=None), returns={"type": "null"})
    assert "structuredContent" not in nothing


def test_text_is_what_the_model_is_told() -> None:
    call = ToolCall("f")
    told = [
        ToolResult(call, value="plain").text,
        ToolResult(call, value={"a": "é"}).text,
        ToolResult(call).text,
        ToolResult(call, error="no").text,
        ToolResult(call, error=ToolCallRefused("not now")).text,
        ToolResult(call, error=KeyError("password")).text,
        ToolResult(call, value=1, text="one").text,
    ]
    assert ["plain", '{"a": "é"}', "null", "no", "not now", "the tool failed", "one"] == told


def test_value_that_is_no_json_needs_its_data() -> None:
    with pytest.raises(TypeError):
        ToolResult(ToolCall("f"), value={1, 2})
    assert "[1, 2]" == ToolResult(ToolCall("f"), value={1, 2}, data=[1, 2]).text


def test_values_are_frozen_and_can_be_stored() -> None:
    call = ToolCall("f", {"a": 1}, "c1", "openai")
    made = ToolResult(call, value=1)
    with pytest.raises(AttributeError, match="frozen"):
        call.name = "g"
    with pytest.raises(AttributeError, match="frozen"):
        made.value = 2
    for value in (call, CutOffCall("f"), made):
        assert value == pickle.loads(pickle.dumps(value)) == copy.deepcopy(value)
    assert {call} == {ToolCall("f", {"a": 1}, "c1", "openai")}
    assert "ToolCall(name='f', arguments={'a': 1}, id='c1', format='openai')" == repr(call)


def test_results_join() -> None:
    joined = results("openai") + results("openai")
    assert (ToolResults, 4) == (type(joined), len(joined.messages))
    assert (False, []) == (bool(ToolResults()), ToolResults().messages)


def test_messages_need_one_format() -> None:
    with pytest.raises(ToolUsageError, match="needs a format"):
        _ = ToolResults([ToolResult(ToolCall("f"), value=1)]).messages
    with pytest.raises(ToolUsageError, match="anthropic, openai"):
        _ = (results("openai") + results("anthropic")).messages
    with pytest.raises(ToolUsageError, match="there is no format 'opnai'"):
        _ = ToolResults([ToolResult(ToolCall("f", format="opnai"), value=1)]).messages
