"""A project on disk, checked by real mypy processes."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

CONFIG = """\
[tool.mypy]
plugins = ["toolschema_mypy"]
"""
# mypy looks at whole seconds of a file's time: each edit gets a second of its own.
_FIRST_SECOND = 1_700_000_000


@frozen
class Outcome:
    """What a run said: the lines about files, sorted, and whether there was an error."""

    lines: tuple[str, ...]
    has_errors: bool


class Project:
    """Sources in a folder, with a clock of its own for their times."""

    def __init__(self, root: Path, config: str = CONFIG) -> None:
        self.root = root
        self._second = _FIRST_SECOND
        root.mkdir(parents=True, exist_ok=True)
        (root / "pyproject.toml").write_text(config)

    def write(self, name: str, text: str) -> None:
        """Write a source, later than everything written before."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self._second += 2
        os.utime(path, (self._second, self._second))

    def delete(self, *names: str) -> None:
        """Remove files."""
        for name in names:
            (self.root / name).unlink()

    def rename(self, old: str, new: str) -> None:
        """Give a source another place; its time goes along."""
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(self.root / new)

    def update(self, sources: Mapping[str, str]) -> None:
        """Make the folder hold just these sources; those that are equal keep their time."""
        for path in self.root.rglob("*.py*"):
            is_source = path.suffix in {".py", ".pyi"}
            if is_source and path.relative_to(self.root).as_posix() not in sources:
                path.unlink()
        for name, text in sources.items():
            path = self.root / name
            if not path.exists() or path.read_text() != text:
                self.write(name, text)

    def read(self, name: str) -> str:
        """A source or side-file."""
        return (self.root / name).read_text()

    def side_files(self) -> dict[str, str]:
        """All side-files, by their place."""
        return {
            path.relative_to(self.root).as_posix(): path.read_text()
            for path in sorted(self.root.rglob("*.toolschema.json"))
            if ".mypy_cache" not in path.parts
        }

    def mypy(self, *arguments: str) -> Outcome:
        """Run mypy on the project."""
        return self._run([sys.executable, "-m", "mypy", *(arguments or (".",))])

    def dmypy(self, *arguments: str) -> Outcome:
        """Run a command of the daemon, which lives in the project's folder."""
        return self._run([sys.executable, "-m", "mypy.dmypy", *arguments])

    def has_daemon(self) -> bool:
        """Whether a daemon has been started here and not stopped."""
        return (self.root / ".dmypy.json").exists()

    def stop_daemon(self) -> None:
        """Stop the daemon if it runs."""
        if self.has_daemon():
            self.dmypy("stop")

    def _run(self, command: list[str]) -> Outcome:
        result = subprocess.run(
            command, cwd=self.root, capture_output=True, text=True, timeout=300, check=False
        )
        output = result.stdout + result.stderr
        assert "Error importing plugin" not in output, output
        assert "INTERNAL ERROR" not in output, output
        assert "Traceback" not in output, output
        assert "tool-internal" not in output, output
        lines = [line for line in output.splitlines() if re.match(r"\S+\.pyi?(:\d+)*: ", line)]
        return Outcome(tuple(sorted(lines)), result.returncode != 0)
