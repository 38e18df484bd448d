"""A few files of one's own, checked by mypy in a process of its own; comments say what it prints, as in cases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.typecheck.case import Printed, expectations, printed_in

ROOT = Path(__file__).parents[2]
PLUGIN = '[tool.mypy]\nplugins = ["toolschema_mypy"]\n'


@dataclass(frozen=True)
class Said:
    """What a run of mypy left behind."""

    status: int
    stdout: str
    stderr: str

    @property
    def printed(self) -> Mapping[str, list[Printed]]:
        """The diagnostics of each file."""
        return printed_in(self.stdout)


@dataclass(frozen=True)
class Project:
    """Sources and a configuration in a folder."""

    folder: Path

    def write(self, files: Mapping[str, str]) -> None:
        """Write files, by name."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")

    def mypy(self, *arguments: str) -> Said:
        """Run mypy over everything."""
        ran = subprocess.run(
            [sys.executable, "-m", "mypy", *arguments, "."],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"},
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        return Said(ran.returncode, ran.stdout, ran.stderr)

    def expected(self) -> dict[str, list[Printed]]:
        """What the comments of all sources say that mypy prints."""
        found = {
            str(path.relative_to(self.folder)): expectations(path.read_text("utf-8"))
            for path in self.folder.rglob("*.py")
        }
        return {name: printed for name, printed in found.items() if printed}

    def tools(self, name: str) -> dict[str, Any]:
        """The records of a side-file, by the names of the tools."""
        content = json.loads((self.folder / f"{name}.toolschema.json").read_bytes())
        return {tool["name"]: tool for tool in content["tools"]}

    def properties(self, name: str, tool: str) -> Any:
        """The published parameters of a tool."""
        return self.tools(name)[tool]["parameters"]["properties"]
