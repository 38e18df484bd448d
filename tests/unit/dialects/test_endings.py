"""How a response ended, and what else than calls it may hold."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.unit.dialects import responses
from tests.unit.dialects.responses import BY_FORMAT, CITY, chat
from tests.unit.dialects.test_calls import EXPECTED, as_objects, parts
from toolschema_runtime import ToolUsageError
from toolschema_runtime._calls import CutOffCall
from toolschema_runtime._rounds import tool_calls

CUT_OFF = [
    ("openai", ("choices", 0, "finish_reason"), ["length", "content_filter"]),
    (
        "openai_responses",
        ("status",),
        ["incomplete", "in_progress", "queued", "cancelled", "failed"],
    ),
    ("openai_responses", ("output", 3, "status"), ["incomplete", "in_progress"]),
    ("anthropic", ("stop_reason",), ["max_tokens", "model_context_window_exceeded", "refusal"]),
    ("gemini", ("candidates", 0, "finishReason"), ["MAX_TOKENS"]),
    (
        "bedrock",
        ("stopReason",),
        ["max_tokens", "model_context_window_exceeded", "content_filtered"],
    ),
    ("mistral", ("choices", 0, "finish_reason"), ["length", "model_length", "error"]),
    ("cohere", ("finish_reason",), ["MAX_TOKENS", "ERROR", "TIMEOUT"]),
    ("ollama", ("done_reason",), ["length"]),
]


@pytest.mark.parametrize(("fmt", "place", "reasons"), CUT_OFF)
def test_calls_of_a_response_that_was_cut_off_are_marked(
    fmt: str, place: Any, reasons: list[str]
) -> None:
    for reason in reasons:
        response = copy.deepcopy(BY_FORMAT[fmt])
        inner: Any = response
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = reason
        assert [CutOffCall, CutOffCall] == [type(call) for call in tool_calls(response, fmt)]
        assert EXPECTED[fmt] == parts(tool_calls(response, fmt))


COMPACTED = {
    "type": "message",
    "role": "assistant",
    "stop_reason": "compaction",
    "content": [{"type": "compaction", "content": "We spoke of the weather."}],
}


@pytest.mark.parametrize(
    ("fmt", "nothing"),
    [
        ("anthropic", COMPACTED),
        ("anthropic", {**COMPACTED, "content": [{"type": "of_next_year"}]}),
        ("anthropic", [{"type": "container_upload", "file_id": "f1"}]),
        ("openai_responses", [{"type": "compaction", "encrypted_content": "x"}]),
        ("openai_responses", [{"type": "shell_call", "call_id": "c1", "action": {}}]),
        ("gemini", {"promptFeedback": {"blockReason": "SAFETY"}}),
    ],
)
def test_what_is_no_call_of_ours_is_skipped(fmt: str, nothing: Any) -> None:
    for given in (nothing, as_objects(nothing)):
        assert [] == tool_calls(given)
        assert [] == tool_calls(given, fmt)


@pytest.mark.parametrize(
    ("fmt", "mixed"),
    [
        ("gemini", [{"executableCode": {"code": "1"}}, *responses.GEMINI["candidates"][0]["content"]["parts"]]),
        ("bedrock", [{"image": {"format": "png"}}, *responses.BEDROCK["output"]["message"]["content"]]),
        ("mistral", chat(content=[{"type": "text", "text": "So"}, {"type": "reference", "reference_ids": [1]}])),
    ],
)  # fmt: skip
def test_calls_beside_other_content_are_read(fmt: str, mixed: Any) -> None:
    assert EXPECTED[fmt] == parts(tool_calls(mixed, fmt))


def test_a_call_of_gemini_in_pieces_is_told() -> None:
    piece = {"functionCall": {"name": "weather", "args": CITY, "willContinue": True}}
    with pytest.raises(ToolUsageError, match="put the pieces of a stream together"):
        tool_calls([piece])
