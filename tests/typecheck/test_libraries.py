"""What is installed is not the user's: a plain class of it may change with any version."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.typecheck.project import PLUGIN, Project

GEO = """
class Point:
    def __init__(self, x: int) -> None:
        self.x = x
"""
TOOLS = """
from geo import Point
from toolschema_runtime import tool


@tool
def go(to: Point) -> None: ...
"""


@pytest.mark.parametrize(
    ("folder", "is_installed"),
    [
        (f"lib/python3.{sys.version_info.minor}/site-packages", True),
        ("lib/python3/dist-packages", True),  # Debian's own
        ("our-site-packages", False),
    ],
)
def test_plain_classes_of_installed_packages_are_refused(
    tmp_path: Path, folder: str, is_installed: bool
) -> None:
    project = Project(tmp_path)
    project.write(
        {
            "pyproject.toml": f'{PLUGIN}mypy_path = "{folder}"\nexclude = "packages"\n',
            f"{folder}/geo.py": GEO,
            "tools.py": TOOLS,
        }
    )
    said = project.mypy()
    assert is_installed == ("it is not defined in your source" in said.stdout), said
    assert is_installed == (1 == said.status)
