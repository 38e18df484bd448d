"""Diagnostics are mypy's own in every respect: ignored, disabled, printed and replayed like any other."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.typecheck.project import PLUGIN, Project

BAD = """
from collections.abc import Callable

from toolschema_runtime import tool


@tool
def bad(
    x: Callable[[int], int],
    # E: "x" of tool "bad" is a function ("def (int) -> int"), which has no JSON form  [tool-type]
    # N: Take a Literal or Enum that names the choice, or hide the parameter with Inject()
) -> None: ...


@tool
def fine(x: int) -> None: ...
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path)
    made.write({"pyproject.toml": PLUGIN})
    return made


def test_type_ignore_is_honoured_and_an_unused_one_reported(project: Project) -> None:
    source = """
from collections.abc import Callable

from toolschema_runtime import tool


@tool
def ignored(
    x: Callable[[int], int],  # type: ignore[tool-type]
    y: Callable[[], int],  # type: ignore
) -> None: ...


@tool
def other(
    x: Callable[[int], int],  # type: ignore[tool-name]
    # E: Unused "type: ignore" comment  [unused-ignore]
    # E: "x" of tool "other" is a function ("def (int) -> int"), which has no JSON form  [tool-type]
    # N: Error code "tool-type" not covered by "type: ignore[tool-name]" comment
    # N: Take a Literal or Enum that names the choice, or hide the parameter with Inject()
) -> None: ...


@tool
def fine(
    x: int,  # type: ignore[tool-type]  # E: Unused "type: ignore" comment  [unused-ignore]
) -> None: ...
"""
    project.write({"tools.py": source})
    said = project.mypy("--warn-unused-ignores")
    assert 1 == said.status
    assert project.expected() == said.printed
    # What is ignored is still no schema.
    assert ["fine"] == list(project.tools("tools"))


def test_codes_are_disabled_for_a_module(project: Project) -> None:
    override = '[[tool.mypy.overrides]]\nmodule = "old"\ndisable_error_code = ["tool-type"]\n'
    project.write({"pyproject.toml": PLUGIN + override, "tools.py": BAD, "old.py": BAD})
    said = project.mypy()
    assert {"tools.py"} == set(said.printed)
    assert project.expected()["tools.py"] == said.printed["tools.py"]
    assert ["fine"] == list(project.tools("old"))


def test_json_output_has_code_and_hint(project: Project) -> None:
    project.write({"tools.py": BAD})
    said = project.mypy("-O", "json")
    printed = [json.loads(line) for line in said.stdout.splitlines()]
    assert [("tool-type", "error", 9)] == [(e["code"], e["severity"], e["line"]) for e in printed]
    hint = "Take a Literal or Enum that names the choice, or hide the parameter with Inject()"
    assert hint == printed[0]["hint"]


def test_errors_are_replayed_from_a_warm_cache(project: Project) -> None:
    """C91, C94: the same text and status on each run, and the tool in no side-file on any."""
    mypys = """
from toolschema_runtime import tool


@tool
def broken(x: int = "no") -> str: ...
# E: Incompatible default for parameter "x" (default has type "str", parameter has type "int")  [assignment]
"""
    project.write({"tools.py": BAD, "mypys.py": mypys})
    runs = [project.mypy("--disable-error-code=empty-body") for _ in range(3)]
    assert project.expected() == runs[0].printed
    assert [runs[0]] * 3 == runs
    assert 1 == runs[0].status
    assert ["fine"] == list(project.tools("tools"))
    assert {} == project.tools("mypys")


def test_classes_of_cached_modules_keep_their_words(project: Project, tmp_path: Path) -> None:
    """C92: a base class from mypy's cache has its defaults, texts and bounds as in a cold run."""
    base = '''
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Optional

from annotated_types import Ge
from pydantic import BaseModel, Field
from typing_extensions import TypedDict

Limit = Annotated[int, Ge(1), "how many"]


class Color(Enum):
    """A color."""

    RED = "r"
    BLUE = "b"


class Rec(BaseModel):
    """A record."""

    id: int = Field(ge=0, description="its number")
    color: Color = Color.RED


@dataclass
class Data:
    limit: Optional[Limit] = 3


class Keys(TypedDict, total=False):
    limit: Limit


def helper(limit: Limit = 3) -> None:
    """Help.

    Args:
        limit: at most
    """
'''
    tools = """
from base import Data, Keys, Rec, helper
from toolschema_runtime import tool


class Sub(Rec):
    name: str = ""


class SubKeys(Keys):
    more: str


@tool
def keep(r: Sub, d: Data, k: SubKeys{more}) -> int:
    return 1


helped = tool(helper)
"""
    project.write({"base.py": base, "tools.py": tools.format(more="")})
    assert 0 == project.mypy().status
    project.write({"tools.py": tools.format(more=", more: int = 1")})
    assert 0 == project.mypy().status
    cold = Project(tmp_path / "cold")
    cold.write({"pyproject.toml": PLUGIN, "base.py": base})
    cold.write({"tools.py": tools.format(more=", more: int = 1")})
    assert 0 == cold.mypy(f"--cache-dir={os.devnull}").status
    assert cold.tools("tools") == project.tools("tools")
    record = project.properties("tools", "keep")["r"]["properties"]
    assert ["id", "color", "name"] == list(record)
    assert {"type": "integer", "description": "its number", "minimum": 0} == record["id"]


def test_a_fault_of_the_plugin_is_one_error_and_ends_no_run(project: Project) -> None:
    # A plugin that breaks ours, as a bug would.
    faulty = """
from mypy.plugin import Plugin

from toolschema_mypy.analysis.tools import ToolReader


def broken(self, subject):
    raise RuntimeError("boom")


def plugin(version):
    ToolReader.read = broken
    return Plugin
"""
    # E: toolschema failed on this module, and its side-file was left as it was: RuntimeError: boom  [tool-internal]
    project.write(
        {
            "pyproject.toml": '[tool.mypy]\nplugins = ["toolschema_mypy", "faulty.py"]\n',
            "faulty.py": faulty,
            "tools.py": BAD,
            "other.py": "x: int = 'a'\n",
        }
    )
    said = project.mypy("--exclude=faulty")
    assert (1, "") == (said.status, said.stderr)
    text = (
        "toolschema failed on this module, and its side-file was left as it was: RuntimeError: boom"
    )
    assert [f"{text}  [tool-internal]"] == [
        each.text for each in said.printed["tools.py"] if each.severity == "error"
    ]
    assert "other.py" in said.printed
    assert not (project.folder / "tools.toolschema.json").exists()


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python knows the syntax")
def test_a_source_that_this_python_cannot_read_is_an_error(project: Project) -> None:
    source = f"""
from toolschema_runtime import tool

type Names = list[str]


@tool
def tag(names: Names) -> None: ...
# E: The source of module "tools" cannot be parsed by Python {sys.version_info[0]}.{sys.version_info[1]}, which runs mypy here  [tool-internal]
# N: Run mypy with a Python that knows the syntax of the source
"""
    project.write({"tools.py": source})
    said = project.mypy("--python-version=3.12")
    assert project.expected() == said.printed
    assert {} == project.tools("tools")


def test_a_side_file_that_cannot_be_written_is_an_error(project: Project) -> None:
    source = """\
from toolschema_runtime import tool
# E: The side-file "made/tools.toolschema.json" could not be written: Not a directory  [tool-internal]
# N: Mend the folder's permissions or space, or set another output folder, and run mypy again


@tool
def fine(x: int) -> None: ...
"""
    configuration = PLUGIN + '[tool.toolschema]\noutput = "made"\n'
    project.write({"pyproject.toml": configuration, "made": "a file", "tools.py": source})
    said = project.mypy()
    assert 1 == said.status
    assert project.expected() == said.printed
