"""A project with side-files that mypy wrote, and a client of aisuite whose provider is offline."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import aisuite
import aisuite.client
import pytest
from aisuite.framework.chat_completion_response import ChatCompletionResponse
from aisuite.framework.message import ChatCompletionMessageToolCall, Function, Message
from aisuite.provider import Provider

from toolschema_runtime import ToolRegistry

HERE = Path(__file__).parent
MODEL = "openai:none"


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module, imported from a project in which mypy ran."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copy(HERE / "desk.py", folder)
    (folder / "pyproject.toml").write_text(
        '[tool.mypy]\nplugins = ["toolschema_mypy"]\nfiles = ["desk.py"]\n'
    )
    command = [sys.executable, "-m", "mypy"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert 0 == done.returncode, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    try:
        import desk  # type: ignore[import-not-found]  # it is made here

        yield desk
    finally:
        sys.path.remove(str(folder))


@pytest.fixture
def tools(desk: Any) -> ToolRegistry:
    """What needs neither a person nor the application."""
    return ToolRegistry.load(desk).without("order", "transfer", "whoami")


class Scripted(Provider):  # type: ignore[misc]  # aisuite has no types
    """A provider of aisuite's that answers from a list, and keeps what it was asked."""

    def __init__(self, answers: Sequence[Any]) -> None:
        super().__init__()
        self._answers = iter(answers)
        self.asked: list[dict[str, Any]] = []

    def chat_completions_create(self, model: str, messages: Any, **kwargs: Any) -> Any:
        self.asked.append({"messages": list(messages), **kwargs})
        return next(self._answers)


def call(name: str, arguments: str, id: str = "call_1") -> Any:
    function = Function(name=name, arguments=arguments)
    return ChatCompletionMessageToolCall(id=id, type="function", function=function)


def asks(*calls: Any) -> Any:
    response = ChatCompletionResponse()
    response.choices[0].finish_reason = "tool_calls"
    response.choices[0].message = Message(role="assistant", tool_calls=list(calls))
    return response


def says(text: str) -> Any:
    response = ChatCompletionResponse()
    response.choices[0].finish_reason = "stop"
    response.choices[0].message = Message(role="assistant", content=text)
    return response


class Talk:
    """One conversation in aisuite's own loop."""

    def __init__(self, *answers: Any) -> None:
        self.provider = Scripted(answers)
        self.client = aisuite.Client()
        self.client.providers["openai"] = self.provider

    def run(self, tools: Any, **keys: Any) -> Any:
        return self.client.chat.completions.create(
            model=MODEL, messages=[{"role": "user", "content": "Go."}], tools=tools, **keys
        )

    async def arun(self, tools: Any, **keys: Any) -> Any:
        return await self.client.chat.completions.acreate(
            model=MODEL, messages=[{"role": "user", "content": "Go."}], tools=tools, **keys
        )

    @property
    def heard(self) -> list[Any]:
        """What the model was told last: the messages after its own."""
        messages = self.provider.asked[-1]["messages"]
        own = max(i for i, each in enumerate(messages) if getattr(each, "role", "") == "assistant")
        return messages[own + 1 :]


@pytest.fixture
def without_mcp(monkeypatch: pytest.MonkeyPatch) -> None:
    """aisuite as it is where its extra `mcp` is not installed: it says so to itself with this name."""
    monkeypatch.setattr(aisuite.client, "MCP_AVAILABLE", False)
