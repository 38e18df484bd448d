"""A rehearsal: what a run would write and remove is laid into a folder of its own instead.

`toolschema check` asks for one by an environment variable, which mypy and its workers inherit.  The
folder holds a file for each side-file: its path on the first line, then its bytes, none where it
would be removed; and one file that says that the plugin was there.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

VARIABLE: Final = "TOOLSCHEMA_REHEARSAL"
_PLUGIN: Final = "plugin"


class Rehearsal(NamedTuple):
    """What a run would have done.

    *side_files* are the bytes of each side-file that it would have written, or found to be as it
    should be; `None` for one that it would have removed.  *output* is the setting of that name.
    """

    side_files: Mapping[Path, bytes | None]
    output: Path | None


def folder() -> Path | None:
    """The folder of the rehearsal that this process takes part in."""
    name = os.environ.get(VARIABLE)
    return Path(name) if name else None


def entry(folder: Path, path: Path, content: bytes | None) -> tuple[Path, bytes]:
    """The file of a rehearsal that stands for a side-file, and what it says."""
    absolute = os.path.abspath(path).encode()
    return folder / hashlib.sha256(absolute).hexdigest(), absolute + b"\n" + (content or b"")


def sign(folder: Path, output: Path | None) -> None:
    """Leave word that the plugin was there, and of its setting `output`."""
    text = "" if output is None else os.path.abspath(output)
    (folder / _PLUGIN).write_text(text, encoding="utf-8")


def read(folder: Path) -> Rehearsal | None:
    """Read what a run has left in *folder*; `None` when the plugin was not there."""
    plugin = folder / _PLUGIN
    if not plugin.exists():
        return None
    output = plugin.read_text(encoding="utf-8")
    side_files: dict[Path, bytes | None] = {}
    for file in folder.iterdir():
        if file != plugin:
            path, _, content = file.read_bytes().partition(b"\n")
            side_files[Path(path.decode())] = content or None
    return Rehearsal(side_files, Path(output) if output else None)
