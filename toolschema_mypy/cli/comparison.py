"""What stands on disk beside what a rehearsal would leave."""

from __future__ import annotations

import difflib
import io
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
    old: bytes
    new: bytes

    def shown_path(self) -> str:
        """The path as a reader in this folder would write it."""
        try:
            return self.path.relative_to(Path.cwd()).as_posix()
        except ValueError:
            return self.path.as_posix()

    def diff(self) -> list[str]:
        """The lines of a unified diff, in the form that `git apply` takes."""
        path = self.shown_path()
        found = difflib.unified_diff(
            _lines(self.old),
            _lines(self.new),
            fromfile="/dev/null" if self.fate is Fate.APPEARS else f"a/{path}",
            tofile="/dev/null" if self.fate is Fate.GOES else f"b/{path}",
        )
        lines = []
        for line in found:
            lines.append(line.removesuffix("\n"))
            if not line.endswith("\n"):
                lines.append("\\ No newline at end of file")
        return lines


def changes(rehearsal: Rehearsal, roots: Iterable[Path]) -> Iterator[Change]:
    """Each side-file that mypy would change, in the order of their paths.

    Args:
        rehearsal: What mypy would do to the modules that it checks.
        roots: Folders in which side-files without a source count as left over.

    Raises:
        OSError: A side-file cannot be read; the error names it.
    """
    side_files = {**dict.fromkeys(find_orphans(roots, rehearsal)), **rehearsal.side_files}
    for path, content in sorted(side_files.items()):
        old = path.read_bytes() if path.exists() else None
        if old == content:
            continue
        if old is None:
            yield Change(path, Fate.APPEARS, b"", content or b"")
        elif content is None:
            yield Change(path, Fate.GOES, old, b"")
        else:
            yield Change(path, Fate.CHANGED, old, content)


def _lines(content: bytes) -> list[str]:
    """With their ends; a carriage return is a character like others."""
    return [*io.StringIO(content.decode(errors="replace"), newline="\n")]
