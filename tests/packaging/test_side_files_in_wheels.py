"""A user's wheel holds the side-files when it is built as the README says."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.packaging.conftest import Environment, build_wheel

HATCHLING = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "greeter"
version = "1.0"

[tool.mypy]
plugins = ["toolschema_mypy"]
"""

SETUPTOOLS = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "greeter"
version = "1.0"

[tool.setuptools.packages.find]
include = ["greeter*"]

[tool.mypy]
plugins = ["toolschema_mypy"]
"""

PACKAGE_DATA = """
[tool.setuptools.package-data]
"*" = ["*.toolschema.json"]
"""

TOOLS = '''
from toolschema_runtime import tool

@tool
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Hello {name}"
'''

SIDE_FILES = {"greeter/__init__.toolschema.json", "greeter/deep/tools.toolschema.json"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A package with a tool in its `__init__` and one in a module further down, without its settings."""
    folder = tmp_path / "project"
    (folder / "greeter" / "deep").mkdir(parents=True)
    (folder / "greeter" / "__init__.py").write_text(TOOLS, encoding="utf-8")
    (folder / "greeter" / "deep" / "__init__.py").touch()
    (folder / "greeter" / "deep" / "tools.py").write_text(TOOLS, encoding="utf-8")
    return folder


def wheel_of(project: Path, settings: str) -> Path:
    (project / "pyproject.toml").write_text(settings, encoding="utf-8")
    mypy = [sys.executable, "-m", "mypy", "greeter"]
    done = subprocess.run(mypy, cwd=project, capture_output=True, text=True, check=False)
    assert (0, "") == (done.returncode, done.stderr), done.stdout
    return build_wheel(project, project.parent / "wheel")


def side_files_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if name.endswith(".toolschema.json")}


@pytest.mark.parametrize("settings", [HATCHLING, SETUPTOOLS + PACKAGE_DATA])
def test_a_built_wheel_holds_the_side_files_and_loads_with_only_the_runtime(
    settings: str, project: Path, bare: Environment
) -> None:
    wheel = wheel_of(project, settings)
    assert SIDE_FILES == side_files_in(wheel)
    bare.install(wheel)
    program = (
        "from toolschema_runtime import ToolRegistry\n"
        "tools = ToolRegistry.load('greeter.deep.tools')\n"
        "print(tools.names, tools.call('greet', {'name': 'Ada'}))\n"
        "print(ToolRegistry.load('greeter').names)"
    )
    said = bare.run("-c", program, cwd=project.parent / "wheel")
    assert "('greet',) Hello Ada\n('greet',)\n" == said


def test_setuptools_leaves_side_files_out_unless_told(project: Path) -> None:
    assert set() == side_files_in(wheel_of(project, SETUPTOOLS))
