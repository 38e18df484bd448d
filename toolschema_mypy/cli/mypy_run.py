"""Runs mypy with the project's own configuration so that nothing is written in the project."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from toolschema_mypy.emit import rehearsal
from toolschema_mypy.emit.rehearsal import Rehearsal

# mypy's own: 0 and 1 say what it thinks of the code, others that it did not get that far.
_FINISHED = frozenset({0, 1})
# What tells otherwise that it did not: no mypy, or a plugin that misses something.
_NO_MYPY = "No module named mypy"
_STOPPED = "toolschema_mypy needs "


class MypyFailedError(Exception):
    """Raised when mypy could not run, or without the plugin; *output* is what mypy said."""

    def __init__(self, message: str, output: str = "") -> None:
        super().__init__(message)
        self.output = output


class RehearsedRun(NamedTuple):
    """A run of mypy that has written no side-file: what it said, and what it would have done."""

    output: str
    has_errors: bool
    rehearsal: Rehearsal


def rehearse(paths: Sequence[Path], config_file: str | None) -> RehearsedRun:
    """Run mypy, cold, with its cache and the side-files in a temporary folder.

    Args:
        paths: What to check; nothing stands for what the configuration says.
        config_file: mypy's configuration file, where it is not the one that mypy finds.

    Raises:
        MypyFailedError: mypy is not installed or ended before it had checked the code, or the
            plugin is not configured.
    """
    command = [sys.executable, "-m", "mypy", *map(str, paths)]
    if config_file is not None:
        command += ["--config-file", config_file]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        side_files = folder / "side-files"
        side_files.mkdir()
        # This variable wins over the configuration; it cannot be "no cache", which `-n` refuses.
        apart = {"MYPY_CACHE_DIR": str(folder / "cache"), rehearsal.VARIABLE: str(side_files)}
        environment = {**os.environ, **apart}
        command += ["--junit-xml", str(folder / "junit.xml")]
        done = subprocess.run(  # noqa: S603 - the interpreter that runs this, and its mypy
            command,
            env=environment,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        output = done.stdout + done.stderr
        if _NO_MYPY in done.stderr:
            output += 'toolschema runs the mypy beside it: pip install "toolschema-mypy[mypy]"\n'
        has_ended = any(each in done.stderr for each in (_NO_MYPY, _STOPPED))
        if done.returncode not in _FINISHED or has_ended:
            raise MypyFailedError(
                "mypy could not run, so nothing can be said about side-files", output
            )
        if rehearsal.UNSEEN in done.stderr:
            raise MypyFailedError(
                "mypy does not see which functions are tools, so nothing can be said", output
            )
        result = rehearsal.read(side_files)
    if result is None:
        raise MypyFailedError(
            "mypy ran without the plugin: its configuration needs"
            ' plugins = ["toolschema_mypy"] under [tool.mypy]',
            output,
        )
    return RehearsedRun(output, done.returncode == 1, result)
