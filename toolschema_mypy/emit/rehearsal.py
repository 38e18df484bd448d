"""A rehearsal: what a run would write and remove is laid into a folder of its own instead.

`toolschema check` asks for one by an environment variable, which mypy and its workers inherit.  The
folder holds a file for each side-file: its path, a NUL and its bytes, none where it would be
removed; and one file that says that the plugin was there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

VARIABLE: Final = "TOOLSCHEMA_REHEARSAL"
# Why the plugin sees no tools, so that nothing is known of side-files.
UNSEEN: Final = "mypy does not follow toolschema_runtime (follow_imports) or does not find it"
_PLUGIN: Final = "plugin"
# No path has it.
_END: Final = b"\0"


class Rehearsal(NamedTuple):
    """What a run would have done.

    *side_files* are the bytes of each side-file that it would have written, or found to be as it
    should be; `None` for one that it would have removed.  *output* is the setting of that name, and
    *configured* the folder of the configuration that was in force, if there was a file of it.
    """

    side_files: Mapping[Path, bytes | None]
    output: Path | None
    configured: Path | None


def folder() -> Path | None:
    """The folder of the rehearsal that this process takes part in."""
    name = os.environ.get(VARIABLE)
    return Path(name) if name else None


def entry(folder: Path, path: Path, content: bytes | None) -> tuple[Path, bytes]:
    """The file of a rehearsal that stands for a side-file, and what it says."""
    absolute = os.fsencode(os.path.abspath(path))
    return folder / hashlib.sha256(absolute).hexdigest(), absolute + _END + (content or b"")


def sign(folder: Path, output: Path | None, config_file: str | None) -> None:
    """Leave word that the plugin was there, of its setting `output`, and of where it was set."""
    configured = None if config_file is None else os.path.dirname(os.path.abspath(config_file))
    parts = ("" if output is None else os.path.abspath(output), configured or "")
    (folder / _PLUGIN).write_bytes(_END.join(map(os.fsencode, parts)))


def read(folder: Path) -> Rehearsal | None:
    """Read what a run has left in *folder*; `None` when the plugin was not there."""
    plugin = folder / _PLUGIN
    if not plugin.exists():
        return None
    output, configured = map(_path, plugin.read_bytes().split(_END))
    side_files: dict[Path, bytes | None] = {}
    for file in folder.iterdir():
        if file != plugin:
            path, _, content = file.read_bytes().partition(_END)
            side_files[Path(os.fsdecode(path))] = content or None
    return Rehearsal(side_files, output, configured)


def _path(data: bytes) -> Path | None:
    return Path(os.fsdecode(data)) if data else None
