"""Types of which the program gives the values: those of the setting `inject_types`, and frameworks' own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.typecheck.project import PLUGIN, Project


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def check(project: Project, inject_types: str = "") -> None:
    """Run mypy once and hold what it prints to the comments."""
    setting = f"[tool.toolschema]\ninject_types = [{inject_types}]\n"
    project.write({"pyproject.toml": PLUGIN + setting})
    said = project.mypy("--cache-dir=/dev/null", "--disable-error-code=empty-body")
    assert said.stderr == ""
    assert project.expected() == said.printed


def test_a_dict_or_tuple_with_a_name_is_injected_like_any_class(project: Project) -> None:
    source = """
from typing import NamedTuple, TypedDict

from toolschema_runtime import tool


class Config(TypedDict, total=False):
    callbacks: object


class Caller(NamedTuple):
    name: str


@tool
def run(q: str, config: Config, caller: Caller | None = None) -> None: ...
"""
    project.write({"tools.py": source})
    check(project, '"tools.Config", "tools.Caller"')
    assert ["q"] == list(project.properties("tools", "run"))


# As far as they matter: mypy is not to read half a framework here.
FRAMEWORKS = {
    "agents/__init__.py": "from agents.run_context import RunContextWrapper as RunContextWrapper\n",
    "agents/run_context.py": """
from dataclasses import dataclass
from typing import Any, Callable, Generic, TypeVar

T = TypeVar("T")


@dataclass
class RunContextWrapper(Generic[T]):
    context: T
    approve: Callable[[str], None]
    tracer: type
""",
    "langchain_core/__init__.py": "",
    "langchain_core/runnables/__init__.py": """
from langchain_core.runnables.config import RunnableConfig as RunnableConfig
""",
    "langchain_core/runnables/config.py": """
from typing import Any, TypedDict


class RunnableConfig(TypedDict, total=False):
    tags: list[str]
    configurable: dict[str, Any]
""",
    "mcp/__init__.py": "",
    "mcp/server/__init__.py": "",
    "mcp/server/mcpserver/__init__.py": """
from mcp.server.mcpserver.context import Context as Context
""",
    "mcp/server/mcpserver/context.py": """
from pydantic import BaseModel


class Context(BaseModel): ...
""",
}
TOOLS = """
from agents import RunContextWrapper
from langchain_core.runnables import RunnableConfig
from mcp.server.mcpserver import Context

from toolschema_runtime import tool


class Own(RunContextWrapper[int]): ...


@tool
def run(
    q: str,
    ctx: Context,
    # E: "ctx" of tool "run" has type "Context", which its framework gives and no model can send  [tool-type]
    # N: Put "mcp.server.mcpserver.Context" into the setting inject_types, or hide the parameter with Inject()
    wrapper: RunContextWrapper[int],
    # E: "wrapper" of tool "run" has type "RunContextWrapper", which its framework gives and no model can send  [tool-type]
    # N: Put "agents.RunContextWrapper" into the setting inject_types, or hide the parameter with Inject()
    own: Own | None = None,
    # E: "own" of tool "run" has type "Own", which its framework gives and no model can send  [tool-type]
    # N: Put "agents.RunContextWrapper" into the setting inject_types, or hide the parameter with Inject()
    config: RunnableConfig | None = None,
    # E: "config" of tool "run" has type "RunnableConfig", which its framework gives and no model can send  [tool-type]
    # N: Put "langchain_core.runnables.RunnableConfig" into the setting inject_types, or hide the parameter with Inject()
) -> None: ...
"""


def test_the_context_of_a_framework_is_named_and_neither_published_nor_taken_apart(
    project: Project,
) -> None:
    project.write({**FRAMEWORKS, "tools.py": TOOLS})
    check(project)


def test_a_context_of_a_framework_that_is_not_installed_is_named_too(project: Project) -> None:
    source = """
from missing import Other  # type: ignore[import-not-found]
from pydantic_ai import RunContext  # type: ignore[import-not-found]

from toolschema_runtime import tool


@tool
def run(
    ctx: RunContext[int] | None,
    # E: "ctx" of tool "run" has type "RunContext", which its framework gives and no model can send  [tool-type]
    # N: Put "pydantic_ai.RunContext" into the setting inject_types, or hide the parameter with Inject()
    other: Other,
    # E: "other" of tool "run" has a type that is not known: mypy has no type information for "missing.Other"  [tool-type]
    # N: Install the package or its type stubs where mypy runs, or annotate Any to admit any value
) -> None: ...
"""
    project.write({"tools.py": source})
    check(project)


def test_what_the_error_says_is_what_helps(project: Project) -> None:
    source = "\n".join(line for line in TOOLS.splitlines() if not line.lstrip().startswith("#"))
    project.write({**FRAMEWORKS, "tools.py": source})
    check(
        project,
        '"mcp.server.mcpserver.Context", "agents.RunContextWrapper", "langchain_core.runnables.RunnableConfig"',
    )
    assert ["q"] == list(project.properties("tools", "run"))
