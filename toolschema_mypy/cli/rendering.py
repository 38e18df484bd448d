"""How the commands speak: plain text, colours on a terminal, or JSON.

Results go to stdout, so that a diff can be piped into `git apply`; all else goes to stderr.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from toolschema_mypy.cli.comparison import Change, Fate
from toolschema_mypy.cli.mypy_run import RehearsedRun
from toolschema_mypy.emit.paths import source_path
from toolschema_mypy.emit.rehearsal import Rehearsal


def speak_utf8() -> None:
    """What is piped is UTF-8, as side-files are, whatever the locale; a terminal shows what it can."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="backslashreplace")
            else:
                stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def complain(output: str, message: str) -> None:
    """Say why a command could not do its work, below what mypy said."""
    _aside(output)
    _aside(f"toolschema: {message}")


def show_check(run: RehearsedRun, found: Sequence[Change]) -> None:
    """Show the diffs, or one line if there are none; and the errors that mypy found in passing."""
    if run.has_errors:
        _aside(run.output)
    if not found:
        written = [each for each in run.rehearsal.side_files.values() if each is not None]
        _say(f"{_count(len(written))} as the code says")
        return
    for change in found:
        _show_diff(change.diff())
    fates = {change.fate for change in found}
    verb = "differs" if len(found) == 1 else "differ"
    _aside(
        f"{_count(len(found))[0].upper()}{_count(len(found))[1:]} {verb} from the code: run mypy"
    )
    if Fate.GOES in fates:
        _aside('What is left over and mypy does not know goes with "toolschema clean"')


def show_check_as_json(run: RehearsedRun, found: Sequence[Change]) -> None:
    """Print the same as one JSON object."""
    content = {
        "is_fresh": not found,
        "side_files": [
            {
                "path": change.shown_path(),
                "change": change.fate.value,
                "diff": "".join(f"{line}\n" for line in change.diff()),
            }
            for change in found
        ],
        "mypy": {"has_errors": run.has_errors, "output": run.output},
    }
    _say(json.dumps(content, indent=2, ensure_ascii=False))


def show_orphan(orphan: Change, rehearsal: Rehearsal, *, is_dry_run: bool) -> None:
    """Say what goes, and why."""
    verb = "Would remove" if is_dry_run else "Removing"
    _say(f"{verb} {orphan.shown_path()}: {_reason(orphan.path, rehearsal)}")


def _reason(path: Path, rehearsal: Rehearsal) -> str:
    if rehearsal.output is None:
        has_source = source_path(path).exists()
    elif path.parent == rehearsal.output:
        has_source = path in rehearsal.side_files
    else:
        return f"side-files go to the folder {rehearsal.output.name}"
    return "its module makes no tools any more" if has_source else "its source is gone"


def show_unremovable(orphan: Change, error: OSError) -> None:
    """Say why a side-file is still there."""
    _aside(f"toolschema: cannot remove {orphan.shown_path()}: {error.strerror or error}")


def show_orphans_end(count: int) -> None:
    """Say so when there was nothing to do."""
    if not count:
        _say("Nothing is left over")


def _count(number: int) -> str:
    return "1 side-file" if number == 1 else f"{number} side-files"


def _show_diff(lines: Sequence[str]) -> None:
    if sys.stdout.isatty():
        try:
            from rich.console import Console
            from rich.syntax import Syntax
        except ModuleNotFoundError:
            pass
        else:
            Console().print(Syntax("\n".join(lines), "diff", background_color="default"))
            return
    _say("\n".join(lines))


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def _aside(text: str) -> None:
    if text.strip():
        sys.stderr.write(f"{text.rstrip()}\n")
