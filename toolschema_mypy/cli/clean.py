"""`toolschema clean`: removes what is left over."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from toolschema_mypy.cli.comparison import Fate, changes
from toolschema_mypy.cli.mypy_run import RehearsedRun
from toolschema_mypy.cli.rendering import show_orphan, show_orphans_end, show_unremovable
from toolschema_mypy.emit.files import remove


def clean(run: RehearsedRun, roots: Iterable[Path], *, is_dry_run: bool) -> int:
    """Remove side-files whose source is gone or makes no tools any more, each after saying so.

    Returns:
        The exit status: 1 if one could not be removed.
    """
    orphans = [each for each in changes(run.rehearsal, roots) if each.fate is Fate.GOES]
    left = 0
    for orphan in orphans:
        show_orphan(orphan, run.rehearsal, is_dry_run=is_dry_run)
        if not is_dry_run:
            try:
                remove(orphan.path)
            except OSError as error:
                show_unremovable(orphan, error)
                left += 1
    show_orphans_end(len(orphans))
    return 1 if left else 0
