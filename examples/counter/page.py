"""The front end: what is on the screen, and what an agent may do to it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ag_ui.core import (
    Event,
    Message,
    MessagesSnapshotEvent,
    RunAgentInput,
    StateSnapshotEvent,
)
from pydantic import TypeAdapter

from toolschema_runtime import ToolCallRefused, ToolRegistry, sees, tool
from toolschema_runtime.adapters.ag_ui import context_for, tool_calls, tool_messages, tools_for

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)


@dataclass(frozen=True)
class Highlight:
    """Something on the page that is marked.

    Attributes:
        sku: The product's number.
        color: The color of the frame around it.
    """

    sku: str
    color: str = "yellow"


class Page:
    """A page that shows products."""

    def __init__(self, *shown: str) -> None:
        self._shown = shown
        self.highlights: list[Highlight] = []
        self.messages: list[Message] = []
        self.basket: dict[str, int] = {}
        self.tools = ToolRegistry.for_instance(self)

    @property
    @sees
    def shown(self) -> tuple[str, ...]:
        """The products on the user's page, from top to bottom."""
        return self._shown

    @tool
    def highlight(self, products: list[Highlight]) -> int:
        """Mark products on the user's page, and return how many are marked."""
        for product in products:
            if product.sku not in self.shown:
                raise ToolCallRefused(f"{product.sku} is not on the page")
        self.highlights += products
        return len(self.highlights)

    def request(self, run_id: str) -> RunAgentInput:
        """Ask the agent to go on: with what it may know of the page, and do to it."""
        return RunAgentInput(
            thread_id="counter",
            run_id=run_id,
            messages=self.messages,
            tools=tools_for(self.tools),
            context=context_for(self.tools),
        )

    def receive(self, stream: Iterable[str]) -> list[Event]:
        """Take the events of a run, and answer the calls that it left to the page."""
        events = [_EVENT.validate_json(_data(event)) for event in stream]
        for event in events:
            match event:
                case MessagesSnapshotEvent(messages=messages):
                    self.messages = messages
                case StateSnapshotEvent(snapshot={"lines": lines}):
                    self.basket = lines
                case _:
                    pass
        results = self.tools.execute(tool_calls(events))
        self.messages += tool_messages(results)
        return events


def _data(event: str) -> str:
    """What a server-sent event carries."""
    found = re.fullmatch(r"data: (.*)\n\n", event)
    assert found is not None
    return found[1]
