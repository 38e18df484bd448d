"""Responses of the SDKs' own classes are read without naming a format, and the answers are taken back."""

from __future__ import annotations

from typing import Any, get_args

import botocore.session
import pytest
from anthropic.types import ContentBlock, Message, MessageParam, ToolResultBlockParam
from anthropic.types.beta import BetaContentBlock
from botocore.validate import ParamValidator
from cohere.types import ToolChatMessageV2
from google.genai.types import Content, GenerateContentResponse
from mcp_types.methods import validate_server_result
from mistralai.client.models import ToolMessage
from ollama import Message as OllamaMessage
from openai.types.chat import ChatCompletionMessage, ChatCompletionToolMessageParam
from openai.types.responses import ResponseOutputItem
from openai.types.responses.response_input_item_param import FunctionCallOutput
from pydantic import TypeAdapter

from tests.oracles.sdk_responses import by_format, mcp_request
from tests.unit.dialects.test_calls import EXPECTED, parts, results
from toolschema_runtime import ToolCall, ToolResult, ToolResults
from toolschema_runtime._calls import CutOffCall
from toolschema_runtime._rounds import tool_calls
from toolschema_runtime.dialects import anthropic, bedrock, openai_responses
from toolschema_runtime.dialects.mcp import result_of

RESPONSES = by_format()


@pytest.mark.parametrize("fmt", RESPONSES)
def test_response_is_recognised_and_read(fmt: str) -> None:
    calls = tool_calls(RESPONSES[fmt])
    assert ([fmt, fmt], EXPECTED[fmt]) == ([call.format for call in calls], parts(calls))
    assert all(type(call.arguments) in (str, dict) for call in calls)


def pieces() -> dict[str, Any]:
    chat, mistral = RESPONSES["openai"], RESPONSES["mistral"]
    gemini = RESPONSES["gemini"]
    return {
        "openai choice": chat.choices[0],
        "openai message": chat.choices[0].message,
        "openai calls": chat.choices[0].message.tool_calls,
        "openai_responses output": RESPONSES["openai_responses"].output,
        "anthropic content": RESPONSES["anthropic"].content,
        "gemini candidate": gemini.candidates[0],
        "gemini content": gemini.candidates[0].content,
        "gemini parts": gemini.candidates[0].content.parts,
        "gemini calls": gemini.function_calls,
        "mistral message": mistral.choices[0].message,
        "mistral calls": mistral.choices[0].message.tool_calls,
        "cohere message": RESPONSES["cohere"].message,
        "cohere calls": RESPONSES["cohere"].message.tool_calls,
        "ollama message": RESPONSES["ollama"].message,
        "ollama calls": RESPONSES["ollama"].message.tool_calls,
    }


@pytest.mark.parametrize("label", pieces())
def test_piece_is_recognised_and_read(label: str) -> None:
    fmt = label.split(maxsplit=1)[0]
    calls = tool_calls(pieces()[label])
    assert ([fmt, fmt], EXPECTED[fmt]) == ([call.format for call in calls], parts(calls))


def test_one_call_is_recognised() -> None:
    ones = {label: piece[0] for label, piece in pieces().items() if label.endswith("calls")}
    for label, call in ones.items():
        fmt = label.split()[0]
        assert EXPECTED[fmt][:1] == parts(tool_calls(call))


def test_mcp_request_is_recognised() -> None:
    request = mcp_request()
    [expected] = [("weather", {"city": "Oslo"}, None)]
    for given in (request, request.params):
        assert [expected] == parts(tool_calls(given))


@pytest.mark.parametrize(
    ("fmt", "change"),
    [
        ("openai", lambda r: setattr(r.choices[0], "finish_reason", "length")),
        ("openai_responses", lambda r: setattr(r, "status", "incomplete")),
        ("anthropic", lambda r: setattr(r, "stop_reason", "max_tokens")),
        ("gemini", lambda r: setattr(r.candidates[0], "finish_reason", "MAX_TOKENS")),
        ("mistral", lambda r: setattr(r.choices[0], "finish_reason", "length")),
        ("cohere", lambda r: setattr(r, "finish_reason", "MAX_TOKENS")),
        ("ollama", lambda r: setattr(r, "done_reason", "length")),
    ],
)
def test_response_that_was_cut_off_is_marked(fmt: str, change: Any) -> None:
    response = by_format()[fmt]
    change(response)
    assert [CutOffCall, CutOffCall] == [type(call) for call in tool_calls(response)]


def test_response_without_calls_gives_none() -> None:
    assert [] == tool_calls(ChatCompletionMessage(role="assistant", content="Hi"))
    usage = {"input_tokens": 1, "output_tokens": 1}
    said = {"type": "message", "id": "m", "role": "assistant", "model": "m", "usage": usage}
    assert [] == tool_calls(
        Message.model_validate({**said, "content": [], "stop_reason": "end_turn"})
    )
    assert [] == tool_calls(
        GenerateContentResponse.model_validate({"candidates": [{"finishReason": "STOP"}]})
    )


# -- answers ---------------------------------------------------------------------------------------

FORBIDDING = {
    "openai": TypeAdapter(ChatCompletionToolMessageParam),
    "openai_responses": TypeAdapter(FunctionCallOutput),
    "anthropic": TypeAdapter(MessageParam),
}


@pytest.mark.parametrize("fmt", FORBIDDING)
def test_answers_are_what_the_request_types_take(fmt: str) -> None:
    for message in results(fmt).messages:
        FORBIDDING[fmt].validate_python(message, extra="forbid")


def test_anthropic_blocks_have_their_ids() -> None:
    [message] = results("anthropic").messages
    for block in message["content"]:
        TypeAdapter(ToolResultBlockParam).validate_python(block, extra="forbid")


def test_gemini_takes_the_content() -> None:
    [message] = results("gemini").messages
    content = Content.model_validate(message)
    answers = [part.function_response for part in content.parts or []]
    assert [{"output": {"degrees": 3}}, {"error": "no clock"}] == [a.response for a in answers if a]


def test_mistral_cohere_and_ollama_take_the_messages() -> None:
    for message in results("mistral").messages:
        parsed = ToolMessage.model_validate(message).model_dump(exclude_unset=True)
        assert message == parsed
    for message in results("cohere").messages:
        parsed = ToolChatMessageV2.model_validate(message)
        assert (message["tool_call_id"], message["content"]) == (
            parsed.tool_call_id,
            parsed.content,
        )
    call = ToolCall("weather", {}, None, "ollama")
    [message] = ToolResults([ToolResult(call, value=1)]).messages
    assert message == OllamaMessage.model_validate(message).model_dump(exclude_none=True)


def test_bedrock_takes_the_message() -> None:
    session = botocore.session.get_session()
    shape = session.get_service_model("bedrock-runtime").operation_model("Converse").input_shape
    report = ParamValidator().validate(results("bedrock").messages, shape.members["messages"])
    assert not report.has_errors(), report.generate_report()


@pytest.mark.parametrize(
    "version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
)
@pytest.mark.parametrize("value", [{"a": 1}, [1], 5, "text", None])
def test_mcp_takes_the_result_in_every_version(version: str, value: Any) -> None:
    numbers = {"type": "array", "items": {"type": "integer"}}
    for returns in (None, numbers if value == [1] else None):
        made = ToolResult(ToolCall("f"), value=value)
        validate_server_result(
            "tools/call", version, result_of(made, returns=returns, version=version)
        )
    failed = ToolResult(ToolCall("f"), error="no")
    validate_server_result("tools/call", version, result_of(failed, version=version))


def _kinds(union: Any) -> set[str]:
    """What `type` may say in the models of a union."""
    found: set[str] = set()
    for arm in get_args(union):
        fields = getattr(arm, "model_fields", {})
        found |= set(get_args(fields["type"].annotation)) if "type" in fields else _kinds(arm)
    return found


def test_every_kind_of_content_is_known() -> None:
    blocks = _kinds(ContentBlock) | _kinds(BetaContentBlock)
    assert {"text", "tool_use", "compaction"} <= blocks
    assert set() == blocks - anthropic._BLOCKS
    # A message is told by its parts, since Anthropic has messages too.
    assert {"message"} == _kinds(ResponseOutputItem) - openai_responses._ITEMS
    model = botocore.session.get_session().get_service_model("bedrock-runtime")
    assert set() == set(model.shape_for("ContentBlock").members) - set(bedrock._BLOCKS)
