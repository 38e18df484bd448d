"""Responses with the same two calls, as each provider's API gives them."""

from __future__ import annotations

from typing import Any

CITY = {"city": "Oslo"}


def chat(**message: Any) -> dict[str, Any]:
    calls = [
        {
            "id": "c1",
            "type": "function",
            "function": {"name": "weather", "arguments": '{"city": "Oslo"}'},
        },
        {"id": "c2", "type": "function", "function": {"name": "now", "arguments": ""}},
    ]
    return {"role": "assistant", "content": None, "tool_calls": calls, **message}


OPENAI: dict[str, Any] = {
    "id": "r",
    "object": "chat.completion",
    "choices": [{"index": 0, "finish_reason": "tool_calls", "message": chat()}],
}
RESPONSES: dict[str, Any] = {
    "id": "r",
    "object": "response",
    "status": "completed",
    "output": [
        {"type": "reasoning", "id": "rs", "summary": []},
        {
            "type": "message",
            "role": "assistant",
            "content": [{"type": "output_text", "text": "Hm"}],
        },
        {"type": "web_search_call", "id": "ws", "status": "completed"},
        {
            "type": "function_call",
            "id": "fc1",
            "call_id": "c1",
            "name": "weather",
            "arguments": '{"city": "Oslo"}',
            "status": "completed",
        },
        {"type": "function_call", "id": "fc2", "call_id": "c2", "name": "now", "arguments": ""},
    ],
}
ANTHROPIC: dict[str, Any] = {
    "id": "m",
    "type": "message",
    "role": "assistant",
    "stop_reason": "tool_use",
    "content": [
        {"type": "thinking", "thinking": "Hm", "signature": "s"},
        {"type": "text", "text": "I look."},
        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}},
        {"type": "tool_use", "id": "c1", "name": "weather", "input": CITY},
        {"type": "tool_use", "id": "c2", "name": "now", "input": {}},
    ],
}
GEMINI: dict[str, Any] = {
    "candidates": [
        {
            "finishReason": "STOP",
            "content": {
                "role": "model",
                "parts": [
                    {"text": "I look.", "thought": True},
                    {
                        "functionCall": {"id": "c1", "name": "weather", "args": CITY},
                        "thoughtSignature": "c2ln",
                    },
                    {"functionCall": {"id": "c2", "name": "now", "args": {}}},
                ],
            },
        }
    ]
}
BEDROCK: dict[str, Any] = {
    "stopReason": "tool_use",
    "output": {
        "message": {
            "role": "assistant",
            "content": [
                {"text": "I look."},
                {"toolUse": {"toolUseId": "c1", "name": "weather", "input": CITY}},
                {"toolUse": {"toolUseId": "c2", "name": "now", "input": {}}},
            ],
        }
    },
}
COHERE: dict[str, Any] = {"id": "r", "finish_reason": "TOOL_CALL", "message": chat()}
OLLAMA: dict[str, Any] = {
    "model": "m",
    "done": True,
    "done_reason": "stop",
    "message": {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {"function": {"name": "weather", "arguments": CITY}},
            {"function": {"name": "now", "arguments": {}}},
        ],
    },
}
MCP: dict[str, Any] = {
    "jsonrpc": "2.0",
    "id": 7,
    "method": "tools/call",
    "params": {"name": "weather", "arguments": CITY},
}

BY_FORMAT: dict[str, Any] = {
    "openai": OPENAI,
    "openai_responses": RESPONSES,
    "anthropic": ANTHROPIC,
    "gemini": GEMINI,
    "bedrock": BEDROCK,
    "mistral": OPENAI,
    "cohere": COHERE,
    "ollama": OLLAMA,
}
