"""`toolschema check`: would mypy change any side-file?"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from toolschema_mypy.cli.comparison import changes
from toolschema_mypy.cli.mypy_run import RehearsedRun
from toolschema_mypy.cli.rendering import show_check, show_check_as_json


def check(run: RehearsedRun, roots: Iterable[Path], *, as_json: bool) -> int:
    """Show how the side-files differ from what the code says; write nothing.

    Returns:
        The exit status: 1 if any differs.
    """
    found = [*changes(run.rehearsal, roots)]
    if as_json:
        show_check_as_json(run, found)
    else:
        show_check(run, found)
    return 1 if found else 0
