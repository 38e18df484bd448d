"""Plays one conversation with each provider's real message shapes; nothing leaves this machine.

Run `mypy` in the folder above, which makes the side-files, then `python -m shop.play` there.
Each loop below is the whole of an agent: with the SDK's client in place of ours it is yours.
"""

from __future__ import annotations

import asyncio
import json
import sys
import textwrap
from collections.abc import Iterable, Iterator
from typing import Any

from shop.scripted import QUESTION, anthropic_responses, gemini_responses, openai_responses
from shop.store import Session
from toolschema_runtime import ToolRegistry, ToolResults

MODULES = ("shop.catalogue", "shop.orders")
WIDTH = 100
INDENT = " " * 13


async def openai(client: ScriptedClient, tools: ToolRegistry, session: Session) -> None:
    """The loop for OpenAI's chat completions."""
    messages: list[Any] = [{"role": "user", "content": QUESTION}]
    while True:
        reply = client.create(messages=messages, tools=tools.schemas.format("openai"))
        messages.append(reply["choices"][0]["message"])
        results = await tools.aexecute(reply, inject={"session": session}, format="openai")
        if not results:
            break
        show_outcome(results)
        messages += results.messages


async def anthropic(client: ScriptedClient, tools: ToolRegistry, session: Session) -> None:
    """The loop for Anthropic's messages."""
    messages: list[Any] = [{"role": "user", "content": QUESTION}]
    while True:
        reply = client.create(messages=messages, tools=tools.schemas.format("anthropic"))
        messages.append({"role": "assistant", "content": reply["content"]})
        results = await tools.aexecute(reply, inject={"session": session})
        if not results:
            break
        show_outcome(results)
        messages += results.messages


async def gemini(client: ScriptedClient, tools: ToolRegistry, session: Session) -> None:
    """The loop for Gemini's contents."""
    contents: list[Any] = [{"role": "user", "parts": [{"text": QUESTION}]}]
    while True:
        reply = client.create(messages=contents, tools=tools.schemas.format("gemini"))
        contents.append(reply["candidates"][0]["content"])
        results = await tools.aexecute(reply, inject={"session": session})
        if not results:
            break
        show_outcome(results)
        contents += results.messages


class ScriptedClient:
    """Stands where a client of an SDK would: shows what is sent, and gives the next response."""

    def __init__(self, responses: Iterator[dict[str, Any]]) -> None:
        self._responses = responses
        self._sent = 0

    def create(self, *, messages: list[Any], tools: list[Any]) -> dict[str, Any]:
        """Show the request and the response to it, as far as they were not shown before."""
        if self._sent == 0:
            show("-> a tool", [smallest(tools)])
        new = [message for message in messages[self._sent :] if message["role"] not in _MODEL]
        show("-> sent", new)
        reply = next(self._responses)
        show("<- came", [spoken(reply)])
        self._sent = len(messages)
        return reply


_MODEL = {"assistant", "model"}


def smallest(tools: list[Any]) -> Any:
    """The shortest declaration of a request, for one to read."""
    declared = tools[0].get("functionDeclarations", tools)
    return min(declared, key=lambda tool: len(json.dumps(tool)))


def spoken(reply: dict[str, Any]) -> Any:
    """The model's message in a response: the rest of it is accounting."""
    if "choices" in reply:
        return reply["choices"][0]["message"]
    if "candidates" in reply:
        return reply["candidates"][0]["content"]
    return {"role": reply["role"], "content": reply["content"]}


def show(label: str, items: Iterable[Any]) -> None:
    """Print messages as they travel, one under the other."""
    for item in items:
        show_text(label, json.dumps(item, ensure_ascii=False))


def show_outcome(results: ToolResults) -> None:
    """Print what came of each call."""
    for result in results:
        show_text("   refused" if result.is_error else "   ran", result.call.name)
        if result.is_error:
            for line in result.text.splitlines():
                show_text("", line)


def show_text(label: str, text: str) -> None:
    """Print a text beside its label, wrapped."""
    lines = textwrap.wrap(text, WIDTH - len(INDENT), break_on_hyphens=False)
    for place, line in enumerate(lines):
        print((label if place == 0 else "").ljust(len(INDENT)) + line)


async def main() -> None:
    """Play the conversation once per provider, each time for a new customer."""
    tools = ToolRegistry.load(*MODULES)
    imported = [module for module in MODULES if module in sys.modules]
    print(f"From the side-files of {' and '.join(MODULES)}, {len(tools)} tools:")
    show_text("", ", ".join(tools.names))
    print(f"Of these modules, imported so far: {', '.join(imported) or 'none'}")
    loops = (
        ("OpenAI, chat completions", openai, openai_responses),
        ("Anthropic, messages", anthropic, anthropic_responses),
        ("Gemini, contents", gemini, gemini_responses),
    )
    for title, loop, responses in loops:
        print(f"\n{title}\n{'=' * len(title)}")
        session = Session("Anna Kern")
        await loop(ScriptedClient(responses()), tools, session)
        print(f"\nOrders of {session.customer} in the shop now: {len(session.orders)}")


if __name__ == "__main__":
    asyncio.run(main())
