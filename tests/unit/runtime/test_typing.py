"""The public names are fully typed: mypy and pyright, both strict, see the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
SOURCE = """
from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from typing_extensions import assert_type

from toolschema_runtime import (
    Describe, Inject, InvalidToolArgumentError, Name, SchemaFormat, ToolDefinition, ToolRegistry, tool
)


@tool
def plain(a: int) -> str: ...
@tool(name="x", formats=("openai", SchemaFormat.GEMINI), tags=["a"], timeout=1.5)
async def named(a: Annotated[int, Describe("an a"), Name("A")], *, b: Annotated[int, Inject()] = 0) -> str: ...
@tool()
async def items(a: int) -> AsyncIterator[int]:
    yield a
class Desk:
    @tool
    def method(self, a: int) -> str: ...
    @classmethod
    @tool
    def inner(cls, a: int) -> str: ...
    @tool
    @classmethod
    def outer(cls, a: int) -> str: ...
    @staticmethod
    @tool(approval=True)
    def static(a: int) -> str: ...


length = tool(len)
bound = tool(Desk().method, name="bound")
assert_type(plain(1), str)
assert_type(Desk().method(1), str)
assert_type(Desk.inner(1), str)
assert_type(Desk.outer(1), str)
assert_type(Desk.static(1), str)
assert_type(length("a"), int)
assert_type(bound(1), str)


async def use() -> None:
    assert_type(await named(1), str)
    async for item in items(1):
        assert_type(item, int)


tools = ToolRegistry.load("desk", __name__) + ToolRegistry([plain, bound, Desk().method])
assert_type(tools["a"], ToolDefinition)
assert_type(tools.a, ToolDefinition)
assert_type(tools.schemas.format("openai"), list[Any])
assert_type(tools.get("a"), ToolDefinition | None)
assert_type([definition.name for definition in tools], list[str])
tools.bind(lambda call: {"user": call.id}, session=1).call("a", {"b": 1}, inject={int: 1})
tools.call("a", {}, inject=lambda call: {"user": call.id})
tools.execute(None, inject=lambda call: {"user": call.id}, approvals=lambda call: call.name == "a")
tools.configured(on_error="raise").configured(on_error=lambda error: type(error.error).__name__)
tools.configured(timeout=None, approval=None, redact=True, limits=None)
async def use_async() -> None:
    await tools.acall("a", inject=lambda call: {"user": call.id})
    await tools.aexecute(None, inject=lambda call: {"user": call.id}, limit=2)
    assert_type(tools.call_or_none("a", inject=lambda call: {"user": call.id}), Any)
def handle(error: InvalidToolArgumentError) -> tuple[str, str | None]:
    return error.field, error.problems[0].suggestion
"""
WRONG = """
from toolschema_runtime import tool, nonsense, ToolRegistry, Inject
@tool(nme="x")
def a() -> None: ...
tool(a, name=5)
Inject(required="yes")
ToolRegistry.load(5)
ToolRegistry().configured(on_error="Raise")
ToolRegistry().configured(on_error=lambda error: 5)
ToolRegistry().configured(approval="yes")
"""
WRONG_LINES = {2, 3, 5, 6, 7, 8, 9, 10}


def test_mypy_strict_accepts_every_use(tmp_path: Path) -> None:
    assert set() == _mypy(tmp_path, SOURCE)


def test_mypy_refuses_wrong_uses(tmp_path: Path) -> None:
    assert _mypy(tmp_path, WRONG) == WRONG_LINES


def _mypy(folder: Path, source: str) -> set[int]:
    (folder / "case.py").write_text(source)
    arguments = [
        "--strict",
        "-O",
        "json",
        "--config-file=",
        "--cache-dir",
        str(folder / "cache"),
        "case.py",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *arguments],
        cwd=folder,
        env={"MYPYPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    errors = [each for each in found if each["severity"] == "error" and each["file"] == "case.py"]
    assert done.stderr == ""
    return {each["line"] for each in errors if each["code"] != "empty-body"}


def test_pyright_strict_accepts_every_use_and_refuses_wrong_ones(tmp_path: Path) -> None:
    pytest.importorskip("pyright")
    (tmp_path / "case.py").write_text(SOURCE)
    (tmp_path / "wrong.py").write_text(WRONG)
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT)], "pythonVersion": "3.10"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    done = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    found = json.loads(done.stdout)["generalDiagnostics"]
    errors = [
        each
        for each in found
        if each["severity"] == "error" and each.get("rule") != "reportReturnType"
    ]
    lines = {
        name: {each["range"]["start"]["line"] + 1 for each in errors if each["file"].endswith(name)}
        for name in ("case.py", "wrong.py")
    }
    assert {"case.py": set(), "wrong.py": WRONG_LINES} == lines
