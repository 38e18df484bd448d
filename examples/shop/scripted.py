"""A model that is not there: one conversation, in the shapes in which three providers would send it.

The shapes are those of the providers' HTTP interfaces, which their SDKs mirror as objects; the
registry takes either.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

QUESTION = "Please send two blue mugs to Anna Kern, Lindenweg 4, 50668 Köln, as fast as you can."

_ANNA = {"street": "Lindenweg 4", "city": "Köln", "postcode": "50668", "country": "DE"}


@dataclass(frozen=True)
class Asks:
    """A turn in which the model asks for tools, each by its name and arguments."""

    calls: tuple[tuple[str, dict[str, Any]], ...]


@dataclass(frozen=True)
class Says:
    """A turn in which the model answers the user, and is done."""

    text: str


TURNS: tuple[Asks | Says, ...] = (
    Asks((("search_products", {"query": "blue mug"}),)),
    # Two calls in one message: they are answered together.
    Asks(
        (
            ("check_stock", {"skus": ["MUG-01"]}),
            ("estimate_delivery", {"ship_to": _ANNA, "speed": "express"}),
        )
    ),
    # Two mistakes in one call: the model hears of both, and nothing was ordered.
    Asks(
        (
            (
                "place_order",
                {
                    "lines": [{"sku": "MUG-01", "quantity": "two", "engraving": None}],
                    "ship_to": {"street": "Lindenweg 4", "city": "Köln", "zip": "50668"},
                    "speed": "express",
                    "gift_note": None,
                },
            ),
        )
    ),
    Asks(
        (
            (
                "place_order",
                {
                    "lines": [{"sku": "MUG-01", "quantity": 2, "engraving": None}],
                    "ship_to": _ANNA,
                    "speed": "express",
                    "gift_note": None,
                },
            ),
        )
    ),
    Says("Done: order 1001, two blue mugs, 39.90 euros; they arrive tomorrow."),
)


def as_text(arguments: dict[str, Any]) -> str:
    """Arguments as OpenAI sends them: JSON inside JSON."""
    return json.dumps(arguments, ensure_ascii=False)


def openai_responses() -> Iterator[dict[str, Any]]:
    """Chat completions, as `client.chat.completions.create` returns them."""
    for turn, said in enumerate(TURNS, 1):
        message: dict[str, Any] = {"role": "assistant", "content": None}
        match said:
            case Says(text):
                message["content"] = text
            case Asks(calls):
                message["tool_calls"] = [
                    {
                        "id": f"call_{turn}_{place}",
                        "type": "function",
                        "function": {"name": name, "arguments": as_text(arguments)},
                    }
                    for place, (name, arguments) in enumerate(calls, 1)
                ]
        reason = "stop" if isinstance(said, Says) else "tool_calls"
        yield {
            "id": f"chatcmpl-{turn}",
            "object": "chat.completion",
            "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        }


def anthropic_responses() -> Iterator[dict[str, Any]]:
    """Messages, as `client.messages.create` returns them."""
    for turn, said in enumerate(TURNS, 1):
        content: list[dict[str, Any]]
        match said:
            case Says(text):
                content = [{"type": "text", "text": text}]
            case Asks(calls):
                content = [
                    {
                        "type": "tool_use",
                        "id": f"toolu_{turn}_{place}",
                        "name": name,
                        "input": arguments,
                    }
                    for place, (name, arguments) in enumerate(calls, 1)
                ]
        yield {
            "id": f"msg_{turn}",
            "type": "message",
            "role": "assistant",
            "content": content,
            "stop_reason": "end_turn" if isinstance(said, Says) else "tool_use",
        }


def gemini_responses() -> Iterator[dict[str, Any]]:
    """Contents, as `client.models.generate_content` returns them."""
    for turn, said in enumerate(TURNS, 1):
        parts: list[dict[str, Any]]
        match said:
            case Says(text):
                parts = [{"text": text}]
            case Asks(calls):
                parts = [
                    {"functionCall": {"name": name, "args": arguments}} for name, arguments in calls
                ]
                # It belongs to the model's own message and has to be sent back with it.
                parts[0]["thoughtSignature"] = f"c2lnbmF0dXJl{turn}"
        yield {
            "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}],
        }
