"""A project on disk, checked by real mypy processes."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from attrs import frozen

from tests.lifecycle.forked import run_mypy

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


_LIBRARIES = """\
import annotated_types, collections.abc, dataclasses, enum, typing, typing_extensions
import toolschema_runtime
"""


@lru_cache(maxsize=1)
def _cache_of_libraries() -> Path:
    """A cache that knows typeshed and the libraries, and no module of any project."""
    # As long as this process: removed when the folder object goes.
    folder = Path(_KEPT.name)
    (folder / "pyproject.toml").write_text(CONFIG)
    status, output = run_mypy(folder, ["-c", _LIBRARIES])
    assert status == 0, output
    return folder / ".mypy_cache"


_KEPT = tempfile.TemporaryDirectory(prefix="libraries-")


class Project:
    """Sources in a folder, with a clock of its own for their times."""

    def __init__(self, root: Path, config: str = CONFIG) -> None:
        self.root = root
        self._second = _FIRST_SECOND
        # Whether the daemon that runs here has begun with a cache.
        self.daemon_is_from_cache = False
        root.mkdir(parents=True, exist_ok=True)
        self.configure(config)
        shutil.copytree(_cache_of_libraries(), root / ".mypy_cache")

    def configure(self, config: str) -> None:
        """Give the project other settings."""
        (self.root / "pyproject.toml").write_text(config)

    def write(self, name: str, text: str) -> None:
        """Write a source, later than everything written before."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        self._second += 2
        os.utime(path, (self._second, self._second))

    def touch(self, name: str) -> None:
        """Give a source a later time and one more empty line at its end."""
        self.write(name, self.read(name) + "\n")

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
        return _outcome(*run_mypy(self.root, [*(arguments or (".",))]))

    def mypy_in(self, folder: str, *arguments: str) -> Outcome:
        """Run mypy from another folder, with this project's configuration and cache."""
        settings = ["--config-file", str(self.root / "pyproject.toml")]
        cache = ["--cache-dir", str(self.root / ".mypy_cache")]
        return _outcome(*run_mypy(self.root / folder, [*settings, *cache, *arguments]))

    def mypy_with(self, environment: Mapping[str, str], *arguments: str) -> Outcome:
        """Run mypy with more in its environment."""
        return self._run([sys.executable, "-m", "mypy", *arguments], environment)

    def output(self, *arguments: str) -> str:
        """All that a run of mypy prints."""
        return run_mypy(self.root, [*arguments])[1]

    def checked(self, *arguments: str) -> list[str]:
        """The project's modules that a run of mypy does not take from its cache."""
        _, output = run_mypy(self.root, ["-v", *arguments])
        found = re.findall(r"LOG:  Parsing \S+ \((\S+)\)", output)
        assert "LOG:  Build finished" in output, output
        return sorted(name for name in found if not name.startswith("toolschema_runtime"))

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
        self.daemon_is_from_cache = False

    def _run(self, command: list[str], environment: Mapping[str, str] | None = None) -> Outcome:
        result = subprocess.run(
            command,
            cwd=self.root,
            env={**os.environ, **(environment or {})},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        return _outcome(result.returncode, result.stdout + result.stderr)


def _outcome(status: int, output: str) -> Outcome:
    assert "Error importing plugin" not in output, output
    assert "INTERNAL ERROR" not in output, output
    assert "Traceback" not in output, output
    assert "toolschema failed on this module" not in output, output
    lines = [line for line in output.splitlines() if re.match(r"\S+\.pyi?(:\d+)*: ", line)]
    return Outcome(tuple(sorted(lines)), status != 0)
