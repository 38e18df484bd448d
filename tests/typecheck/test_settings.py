"""What each setting changes, one run of mypy for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.typecheck.project import PLUGIN, Project

TOOLS = """
from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from toolschema_runtime import tool


class Color(Enum):
    RED = 1
    BLUE = 2


@dataclass
class Inner:
    n: int


@dataclass
class Outer:
    inner: Inner | None = None


@tool
def run(
    q: str,
    limit: int | None = None,
    either: int | str | None = None,
    color: Color | None = None,
    outer: Outer | None = None,
    again: Inner | None = None,
    paint: Color = Color.RED,
    at: datetime | None = None,
) -> Inner | None: ...
"""
INNER = {
    "type": "object",
    "properties": {"n": {"type": "integer"}},
    "required": ["n"],
    "additionalProperties": False,
}
NULL = {"type": "null"}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def check(project: Project, configuration: str, source: str = TOOLS) -> None:
    """Run mypy once and hold what it prints to the comments."""
    name = "pyproject.toml" if "[tool.mypy]" in configuration else "mypy.ini"
    project.write({name: configuration, "tools.py": source})
    said = project.mypy("--cache-dir=/dev/null", "--disable-error-code=empty-body")
    assert said.stderr == ""
    assert project.expected() == said.printed


def test_defaults(project: Project) -> None:
    check(project, PLUGIN)
    found = project.properties("tools", "run")
    assert found["limit"] == {"anyOf": [{"type": "integer"}, NULL], "default": None}
    assert found["paint"] == {"type": "integer", "enum": [1, 2], "default": 1}
    assert found["again"] == {"anyOf": [{"$ref": "#/$defs/Inner"}, NULL], "default": None}
    assert project.tools("tools")["run"]["parameters"]["$defs"] == {"Inner": INNER}


def test_nullable_union_where_a_type_is_plain(project: Project) -> None:
    check(project, PLUGIN + '[tool.toolschema]\nnullable = "union"\n')
    found = project.properties("tools", "run")
    assert found["limit"] == {"type": ["integer", "null"], "default": None}
    assert found["at"] == {"type": ["string", "null"], "format": "date-time", "default": None}
    enum = {"type": "integer", "enum": [1, 2]}
    assert found["color"] == {"anyOf": [enum, NULL], "default": None}
    assert found["again"] == {"anyOf": [{"$ref": "#/$defs/Inner"}, NULL], "default": None}
    either = [{"type": "integer"}, {"type": "string"}, NULL]
    assert found["either"] == {"anyOf": either, "default": None}


def test_enum_by_name(project: Project) -> None:
    check(project, "[mypy]\nplugins = toolschema_mypy\n[toolschema]\nenum = name\n")
    found = project.properties("tools", "run")
    assert found["paint"] == {"type": "string", "enum": ["RED", "BLUE"], "default": "RED"}
    plan = {"type": "enum", "class": ":Color", "members": {"RED": "RED", "BLUE": "BLUE"}}
    parameters = project.tools("tools")["run"]["binding"]["parameters"]
    assert plan == next(each["plan"] for each in parameters if each["name"] == "paint")


def test_refs_inline_leaves_no_definitions(project: Project) -> None:
    check(project, PLUGIN + '[tool.toolschema]\nrefs = "inline"\n')
    assert project.properties("tools", "run")["again"]["anyOf"] == [INNER, NULL]
    assert "$defs" not in project.tools("tools")["run"]["parameters"]


def test_refs_defs_makes_one_of_every_class(project: Project) -> None:
    check(project, PLUGIN + '[tool.toolschema]\nrefs = "defs"\n')
    definitions = project.tools("tools")["run"]["parameters"]["$defs"]
    assert set(definitions) >= {"Inner", "Outer"}
    assert project.properties("tools", "run")["outer"]["anyOf"][0] == {"$ref": "#/$defs/Outer"}


def test_omit_null_publishes_the_type_alone_and_still_takes_null(project: Project) -> None:
    """C25."""
    check(project, PLUGIN + "[tool.toolschema]\nomit_null = true\n")
    tool = project.tools("tools")["run"]
    found = tool["parameters"]["properties"]
    assert found["limit"] == {"type": "integer"}
    assert found["again"] == {"$ref": "#/$defs/Inner"}
    assert found["outer"]["properties"]["inner"] == {"$ref": "#/$defs/Inner"}
    assert tool["parameters"]["required"] == ["q"]
    limit = next(each for each in tool["binding"]["parameters"] if each["name"] == "limit")
    assert limit["plan"] == {"type": "optional", "of": "int"}


def test_naive_datetimes_are_allowed(project: Project) -> None:
    check(project, PLUGIN + '[tool.toolschema]\nnaive_datetime = "allow"\n')
    parameters = project.tools("tools")["run"]["binding"]["parameters"]
    plan = next(each["plan"] for each in parameters if each["name"] == "at")
    assert plan == {"type": "optional", "of": {"type": "datetime", "naive": True}}


def test_a_type_for_naive_datetimes_is_refused_unless_they_are_allowed(project: Project) -> None:
    source = """
from pydantic import BaseModel, NaiveDatetime

from toolschema_runtime import tool


class Event(BaseModel):
    at: NaiveDatetime


@tool
def add(event: Event) -> None: ...
# N: The metadata pydantic.types.NaiveDatetime of "event.at" of tool "add" is not read: the schema says nothing of it
"""
    check(project, PLUGIN + '[tool.toolschema]\nnaive_datetime = "allow"\n', source)
    assert "add" in project.tools("tools")


def test_types_to_inject_stand_in_lines_of_an_ini_file(project: Project) -> None:
    configuration = """
[mypy]
plugins = toolschema_mypy
[toolschema]
inject_types =
    tools.Context,
    tools.Session
"""
    source = """
from toolschema_runtime import tool


class Context: ...


class Session: ...


@tool
def run(q: str, ctx: Context, session: Session | None = None) -> None: ...
"""
    check(project, configuration, source)
    assert list(project.properties("tools", "run")) == ["q"]


def test_a_type_to_inject_that_is_misspelt_is_named_where_it_is_missed(project: Project) -> None:
    configuration = (
        PLUGIN
        + """[tool.toolschema]
inject_types = ["tools.Contxt", "support.Session"]
"""
    )
    source = """
from toolschema_runtime import tool


class Context: ...


class Session: ...


class Other: ...


@tool
def run(
    q: str,
    ctx: Context,
    # E: "ctx" of tool "run" has type "Context", which cannot be built from JSON: its __init__ takes no parameter  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    # N: The setting inject_types has "tools.Contxt", but the type of "ctx" is "tools.Context"
    session: Session | None = None,
    # E: "session" of tool "run" has type "Session", which cannot be built from JSON: its __init__ takes no parameter  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    # N: The setting inject_types has "support.Session", but the type of "session" is "tools.Session"
    other: Other | None = None,
    # E: "other" of tool "run" has type "Other", which cannot be built from JSON: its __init__ takes no parameter  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
) -> None: ...
"""
    check(project, configuration, source)


DESCRIBED = '''
from typing import Annotated

from toolschema_runtime import Describe, Inject, tool


@tool
def fetch(
    # STRANGER
    url: str,
    # MISSING
    rows: Annotated[int, Describe("rows wanted")],
    user: Annotated[str, Inject()] = "",
) -> None:
    """Fetch a page.

    Args:
        uri: where to go
    """


@tool
def mended(
    url: str,
    rows: Annotated[int, "rows wanted"],
) -> None:
    """Fetch a page.

    Args:
        url: where to go
    """


@tool
def nothing() -> None:
    """Do nothing."""


@tool(description="Say nothing.")
def silent() -> None: ...


@tool
def untold() -> None: ...
# UNTOLD
'''
STRANGER_NOTE = """
    # N: The docstring of tool "fetch" describes "uri", which is no parameter
"""
STRANGER_ERROR = """
    # E: The docstring of tool "fetch" describes "uri", which is no parameter  [tool-docstring]
"""
MISSING_NOTE = """
    # N: "url" of tool "fetch" has no description
"""
MISSING_ERROR = """
    # E: "url" of tool "fetch" has no description  [tool-docstring]
"""
UNTOLD_NOTE = """
# N: Tool "untold" has no description
"""
UNTOLD_ERROR = """
# E: Tool "untold" has no description  [tool-docstring]
"""
SAID = {
    "mismatch": (STRANGER_NOTE, "", ""),
    "all": (STRANGER_NOTE, MISSING_NOTE, UNTOLD_NOTE),
    "error": (STRANGER_ERROR, MISSING_ERROR, UNTOLD_ERROR),
    "off": ("", "", ""),
}


@pytest.mark.parametrize("level", SAID)
def test_docstrings_are_checked(project: Project, level: str) -> None:
    configuration = f'{PLUGIN}[tool.toolschema]\ndocstrings = "{level}"\n'
    stranger, missing, untold = SAID[level]
    source = DESCRIBED.replace("# STRANGER", stranger.strip())
    source = source.replace("# MISSING", missing.strip()).replace("# UNTOLD", untold.strip())
    check(project, configuration, source)
    assert ("fetch" in project.tools("tools")) == (level != "error")
    assert "mended" in project.tools("tools")


@pytest.mark.parametrize(
    ("name", "configuration"),
    [
        ("pyproject.toml", PLUGIN + '[tool.toolschema]\noutput = "made/here"\n'),
        ("mypy.ini", "[mypy]\nplugins = toolschema_mypy\n[toolschema]\noutput = made/here\n"),
        ("setup.cfg", "[mypy]\nplugins = toolschema_mypy\n[toolschema]\noutput = made/here\n"),
    ],
)
def test_output_is_a_folder_beside_the_configuration(
    project: Project, name: str, configuration: str
) -> None:
    project.write({name: configuration, "shop/__init__.py": "", "shop/tools.py": TOOLS})
    said = project.mypy("--disable-error-code=empty-body")
    assert (0, "") == (said.status, said.stderr)
    written = [str(path.relative_to(project.folder)) for path in project.folder.rglob("*.json")]
    assert "made/here/shop.tools.toolschema.json" in written
    assert "shop/tools.toolschema.json" not in written


def test_wrong_settings_are_said_once_on_stderr_and_change_nothing(project: Project) -> None:
    configuration = """
[tool.toolschema]
outptu = "made"
nullable = "never"
omit_null = "maybe"
"""
    project.write({"pyproject.toml": PLUGIN + configuration, "tools.py": TOOLS})
    said = project.mypy("--disable-error-code=empty-body", "-n", "2")
    assert 0 == said.status
    prefix = "pyproject.toml: [tool.toolschema]: "
    lines = [line for line in said.stderr.splitlines() if line.startswith(prefix)]
    assert said.stderr.splitlines() == lines
    assert 3 == len(lines)
    assert lines[0].endswith('Unrecognized option: outptu = "made" (did you mean "output"?)')
    found = project.properties("tools", "run")
    assert found["limit"] == {"anyOf": [{"type": "integer"}, NULL], "default": None}
