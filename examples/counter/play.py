"""Plays one conversation between a page and an agent over AG-UI; nothing leaves this machine.

Run `mypy` in this folder, which makes the side-files, then `python play.py` there.
"""

from __future__ import annotations

from collections.abc import Iterable

from ag_ui.core import UserMessage
from agent import Agent
from page import Page
from scripted import ScriptedModel

MODEL = ScriptedModel(
    # One mistake and two good calls, of which the page's waits for the page.
    [
        ("highlight", {"products": [{"sku": "MUG-01", "colour": "blue"}]}),
        ("put", {"sku": "MUG-01", "quantity": 2}),
        ("highlight", {"products": [{"sku": "MUG-01"}]}),
    ],
    "Two blue mugs are in your basket; I marked them on the page.",
)


def main() -> None:
    """Let the user ask for something, and show what travels until the agent has answered."""
    page = Page("MUG-01", "POT-07")
    agent = Agent(MODEL)
    page.messages.append(UserMessage(id="message-0", content="Two blue mugs, please. Where?"))
    for run_id in ("run-1", "run-2"):
        request = page.request(run_id)
        print(f"page -> agent: {run_id}")
        print(f"  tools: {', '.join(tool.name for tool in request.tools or [])}")
        for context in request.context or []:
            print(f"  {context.description} {context.value}")
        print(f"  messages: {', '.join(message.role for message in request.messages)}")
        page.receive(shown(agent.run(request)))
    print(f"On the page: {page.highlights}, and a basket with {page.basket}")


def shown(stream: Iterable[str]) -> Iterable[str]:
    """The same stream, printed as it comes."""
    print("agent -> page:")
    for event in stream:
        print(f"  {event.strip()}")
        yield event


if __name__ == "__main__":
    main()
