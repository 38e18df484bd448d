"""What leaves each SDK on a local transport is what we gave it."""

from __future__ import annotations

import json
from typing import Any

import anthropic
import boto3
import cohere
import httpx
import httpx2
import ollama
import openai
from botocore.stub import Stubber
from google import genai
from google.genai.types import GenerateContentConfig, HttpOptions
from mistralai.client import Mistral

from tests.unit.dialects.cases import root
from tests.unit.dialects.schemas import record
from tests.unit.dialects.test_calls import results
from toolschema_runtime.dialects import dialect

TEXT = {"type": "string", "description": "Which city."}
FLAT = record(root(city=TEXT, days={"type": "integer", "minimum": 1}), name="weather")
NULLABLE = record(root(unit={"anyOf": [{"type": "string"}, {"type": "null"}]}), name="unit")
MAP = record(root(m={"type": "object", "additionalProperties": TEXT}), name="map")
EMPTY = record({"type": "object", "properties": {}, "additionalProperties": False}, name="now")
STRICT = record(root(city=TEXT), name="strict_weather", strict=True)
TOOLS = [FLAT, NULLABLE, MAP, EMPTY, STRICT]


class Wire:
    """A transport that keeps the body of the request and gives a minimal answer."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer
        self.body: Any = None

    def __call__(self, request: Any) -> httpx.Response:
        self.body = json.loads(request.content)
        return httpx.Response(200, json=self.answer)

    def client(self, **options: Any) -> httpx.Client:
        return httpx.Client(transport=httpx.MockTransport(self), **options)


def test_openai_chat() -> None:
    wire = Wire({})
    client = openai.OpenAI(api_key="x", http_client=wire.client())
    tools, messages = dialect("openai").tools(TOOLS), results("openai").messages
    client.chat.completions.create(model="m", messages=messages, tools=tools)
    assert (tools, messages) == (wire.body["tools"], wire.body["messages"])


def test_openai_responses() -> None:
    wire = Wire({"output": []})
    client = openai.OpenAI(api_key="x", http_client=wire.client())
    tools, messages = dialect("openai_responses").tools(TOOLS), results("openai_responses").messages
    client.responses.create(model="m", input=messages, tools=tools)
    assert (tools, messages) == (wire.body["tools"], wire.body["input"])


def test_anthropic() -> None:
    bodies = []

    def answer(request: Any) -> httpx2.Response:
        bodies.append(json.loads(request.content))
        return httpx2.Response(200, json={})

    transport = httpx2.Client(transport=httpx2.MockTransport(answer))
    client = anthropic.Anthropic(api_key="x", http_client=transport)
    tools, messages = dialect("anthropic").tools(TOOLS), results("anthropic").messages
    client.messages.create(model="m", max_tokens=1, messages=messages, tools=tools)
    assert [(tools, messages)] == [(body["tools"], body["messages"]) for body in bodies]


def test_gemini() -> None:
    wire = Wire({})
    client = genai.Client(api_key="x", http_options=HttpOptions(httpx_client=wire.client()))
    tools, messages = dialect("gemini").tools(TOOLS), results("gemini").messages
    client.models.generate_content(
        model="m", contents=messages, config=GenerateContentConfig(tools=tools)
    )
    assert camel(tools) == camel(lower_types(wire.body["tools"]))
    assert camel(messages) == camel(wire.body["contents"])


def lower_types(value: Any) -> Any:
    """The SDK writes types of `parameters` in capitals; the API takes both."""
    if isinstance(value, list):
        return [lower_types(item) for item in value]
    if isinstance(value, dict):
        return {
            key: inner.lower() if key == "type" and isinstance(inner, str) else lower_types(inner)
            for key, inner in value.items()
        }
    return value


def camel(value: Any) -> Any:
    """The SDK writes keys of declarations in snake case; the API takes both."""
    if isinstance(value, list):
        return [camel(item) for item in value]
    if isinstance(value, dict):
        return {_camel(key): camel(inner) for key, inner in value.items()}
    return value


def _camel(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(part.capitalize() for part in rest)


def test_mistral() -> None:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "x"}}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    answer = {
        "id": "r",
        "object": "o",
        "model": "m",
        "created": 0,
        "usage": usage,
        "choices": [choice],
    }
    wire = Wire(answer)
    client = Mistral(api_key="x", client=wire.client())
    tools, messages = dialect("mistral").tools(TOOLS), results("mistral").messages
    client.chat.complete(model="m", messages=messages, tools=tools)
    sent = [{**tool, "function": dict(tool["function"])} for tool in wire.body["tools"]]
    for tool in sent:
        if tool["function"].get("strict") is False:
            del tool["function"]["strict"]
    assert (tools, messages) == (sent, wire.body["messages"])


def test_cohere() -> None:
    wire = Wire({"id": "r", "finish_reason": "COMPLETE", "message": {"role": "assistant"}})
    client = cohere.ClientV2(api_key="x", httpx_client=wire.client())
    tools, messages = dialect("cohere").tools(TOOLS), results("cohere").messages
    client.chat(model="m", messages=messages, tools=tools, strict_tools=True)
    assert (tools, messages) == (wire.body["tools"], wire.body["messages"])
    assert wire.body["strict_tools"] is True


def test_ollama_keeps_flat_tools() -> None:
    wire = Wire({"message": {"role": "assistant"}})
    client = ollama.Client()
    client._client = wire.client(base_url="http://x")
    tools = dialect("ollama").tools([FLAT, NULLABLE, EMPTY])
    client.chat("m", [{"role": "user", "content": "x"}], tools=tools)
    expected = [tool["function"]["parameters"]["properties"] for tool in tools]
    assert expected == [
        tool["function"]["parameters"].get("properties", {}) for tool in wire.body["tools"]
    ]


def test_bedrock() -> None:
    client = boto3.client(
        "bedrock-runtime", region_name="us-east-1", aws_access_key_id="x", aws_secret_access_key="x"
    )
    tools, messages = dialect("bedrock").tools(TOOLS), results("bedrock").messages
    request = {"modelId": "m", "messages": messages, "toolConfig": {"tools": tools}}
    said = {"role": "assistant", "content": [{"text": "x"}]}
    answer = {
        "output": {"message": said},
        "stopReason": "end_turn",
        "usage": {"inputTokens": 1, "outputTokens": 1, "totalTokens": 2},
        "metrics": {"latencyMs": 1},
    }
    with Stubber(client) as stub:
        stub.add_response("converse", answer, request)
        assert "end_turn" == client.converse(**request)["stopReason"]
