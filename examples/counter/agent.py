"""The agent behind the page: its own tools fill a basket, and the page's tools are called through the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ag_ui.core import (
    PROTOCOL_VERSION,
    AssistantMessage,
    Event,
    Message,
    MessagesSnapshotEvent,
    RunAgentInput,
    RunFinishedEvent,
    RunFinishedSuccessOutcome,
    RunStartedEvent,
    SystemMessage,
    TextMessageContentEvent,
    TextMessageEndEvent,
    TextMessageStartEvent,
)
from ag_ui.encoder import EventEncoder
from scripted import ScriptedModel

from toolschema_runtime import (
    ToolCall,
    ToolCallRefused,
    ToolRegistry,
    sees,
    tool,
)
from toolschema_runtime.adapters.ag_ui import (
    call_events,
    checked,
    registry_of,
    result_events,
    state_snapshot,
    tool_messages,
)


class Basket:
    """What the customer is about to buy."""

    def __init__(self) -> None:
        self._lines: dict[str, int] = {}

    @property
    @sees
    def lines(self) -> dict[str, int]:
        """The products in the basket, and how many of each."""
        return self._lines

    @tool
    def put(self, sku: str, quantity: int = 1) -> None:
        """Put a product into the customer's basket."""
        if quantity < 1:
            raise ToolCallRefused("at least one")
        self._lines[sku] = self._lines.get(sku, 0) + quantity


class Agent:
    """An agent with one basket, for one conversation."""

    def __init__(self, model: ScriptedModel) -> None:
        self._model = model
        self._tools = ToolRegistry.for_instance(Basket())

    def run(self, given: RunAgentInput) -> Iterator[str]:
        """Answer one request with server-sent events, as an HTTP server would send them."""
        return map(EventEncoder().encode, self._events(given))

    def _events(self, given: RunAgentInput) -> Iterator[Event]:
        thread_id, run_id = given.thread_id, given.run_id
        yield RunStartedEvent(thread_id=thread_id, run_id=run_id, protocol_version=PROTOCOL_VERSION)
        theirs = registry_of(given)
        known = [f"{each.description}: {each.value}" for each in given.context or []]
        system = SystemMessage(id="message-of-the-system", content="\n".join(known))
        messages: list[Message] = list(given.messages)
        pending: list[ToolCall] = []
        while not pending:
            said = self._say([system, *messages], theirs)
            messages.append(said)
            calls = self._tools.tool_calls(said)
            if not calls:
                yield from _text_events(said)
                break
            yield from call_events(calls, parent_message_id=said.id)
            results = self._tools.execute([call for call in calls if call.name not in theirs])
            pending, refused = checked(theirs, [call for call in calls if call.name in theirs])
            results += refused
            yield from result_events(results)
            messages += tool_messages(results)
            yield state_snapshot(self._tools)
        yield MessagesSnapshotEvent(messages=messages)
        left = [call.id for call in pending if call.id is not None]
        outcome = RunFinishedSuccessOutcome(pending_tool_call_ids=left or None)
        yield RunFinishedEvent(thread_id=thread_id, run_id=run_id, outcome=outcome)

    def _say(self, messages: list[Message], theirs: ToolRegistry) -> AssistantMessage:
        """The model's next message: AG-UI's messages are those of OpenAI's chat, with ids."""
        keys = {"role", "content", "tool_calls", "tool_call_id"}
        reply = self._model.create(
            messages=[message.model_dump(include=keys) for message in messages],
            tools=(self._tools + theirs).schemas.format("openai"),
        )
        message: dict[str, Any] = reply["choices"][0]["message"]
        return AssistantMessage.model_validate({"id": f"message-{len(messages) - 1}", **message})


def _text_events(said: AssistantMessage) -> list[Event]:
    return [
        TextMessageStartEvent(message_id=said.id, role="assistant"),
        TextMessageContentEvent(message_id=said.id, delta=said.content or ""),
        TextMessageEndEvent(message_id=said.id),
    ]
