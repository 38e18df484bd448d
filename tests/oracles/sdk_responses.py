"""The responses of the unit tests as objects of each SDK's own classes."""

from __future__ import annotations

import copy
from typing import Any

from anthropic.types import Message
from cohere.v2.types import V2ChatResponse
from google.genai.types import GenerateContentResponse
from mcp_types import CallToolRequest
from mistralai.client.models import ChatCompletionResponse
from ollama import ChatResponse
from openai.types.chat import ChatCompletion
from openai.types.responses import Response

from tests.unit.dialects import responses

_USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
_CHAT = {**responses.OPENAI, "model": "m", "created": 0, "usage": _USAGE}


def _response() -> Response:
    fields = {
        "model": "m",
        "created_at": 0,
        "tools": [],
        "tool_choice": "auto",
        "parallel_tool_calls": True,
    }
    content = copy.deepcopy({**responses.RESPONSES, **fields})
    message, search = content["output"][1:3]
    message.update(id="ms", status="completed")
    message["content"][0]["annotations"] = []
    search["action"] = {"type": "search", "query": "x"}
    return Response.model_validate(content)


def _message() -> Message:
    usage = {"input_tokens": 1, "output_tokens": 1}
    return Message.model_validate({**responses.ANTHROPIC, "model": "m", "usage": usage})


def by_format() -> dict[str, Any]:
    """A response of each format."""
    return {
        "openai": ChatCompletion.model_validate(_CHAT),
        "openai_responses": _response(),
        "anthropic": _message(),
        "gemini": GenerateContentResponse.model_validate(responses.GEMINI),
        "mistral": ChatCompletionResponse.model_validate(_CHAT),
        "cohere": V2ChatResponse.model_validate(responses.COHERE),
        "ollama": ChatResponse.model_validate(responses.OLLAMA),
    }


def mcp_request() -> CallToolRequest:
    """A call as an MCP server gets it."""
    return CallToolRequest.model_validate({k: responses.MCP[k] for k in ("method", "params")})
