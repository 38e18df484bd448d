"""What stands on disk beside what a rehearsal would leave."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from toolschema_mypy.cli.orphans import find_orphans
from toolschema_mypy.emit.rehearsal import Rehearsal


class Fate(Enum):
    """What mypy would do to a side-file."""

    CHANGED = "changed"
    APPEARS = "appears"
    GOES = "goes"


class Change(NamedTuple):
    """A side-file that is not what the code says."""

    path: Path
    fate: Fate
    old: str
    new: str

    def shown_path(self) -> str:
        """The path as a reader in this folder would write it."""
        try:
            return self.path.relative_to(Path.cwd()).as_posix()
        except ValueError:
            return self.path.as_posix()

    def diff(self) -> list[str]:
        """A unified diff, in the form that `git apply` takes."""
        path = self.shown_path()
        return [
            *difflib.unified_diff(
                self.old.splitlines(),
                self.new.splitlines(),
                fromfile="/dev/null" if self.fate is Fate.APPEARS else f"a/{path}",
                tofile="/dev/null" if self.fate is Fate.GOES else f"b/{path}",
                lineterm="",
            )
        ]


def changes(rehearsal: Rehearsal, roots: Iterable[Path]) -> Iterator[Change]:
    """Each side-file that mypy would change, in the order of their paths.

    Args:
        rehearsal: What mypy would do to the modules that it checks.
        roots: Folders in which side-files without a source count as left over.
    """
    side_files = {**dict.fromkeys(find_orphans(roots, rehearsal)), **rehearsal.side_files}
    for path, content in sorted(side_files.items()):
        old = _text(path)
        new = None if content is None else content.decode()
        if old == new:
            continue
        if old is None:
            yield Change(path, Fate.APPEARS, "", new or "")
        elif new is None:
            yield Change(path, Fate.GOES, old, "")
        else:
            yield Change(path, Fate.CHANGED, old, new)


def _text(path: Path) -> str | None:
    if not os.path.exists(path):
        return None
    return path.read_bytes().decode(errors="replace")
