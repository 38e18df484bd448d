"""Writes and removes side-files: whole, or not at all.  The only code that touches one."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from toolschema_mypy.emit import rehearsal

# Raised only when an old reader would misread what a new writer writes.
FORMAT_VERSION: Final = 1

_TEMPORARY: Final = ".tmp"
# Each is lost only to another run that begins in that very moment.
_ATTEMPTS: Final = 20


def write(path: Path, content: bytes) -> bool:
    """Write a side-file whole, or not at all; one that is equal already is not touched.

    Args:
        path: Where it goes; a missing folder (of the setting `output`) is made.
        content: What `render` gave.

    Returns:
        Whether anything was written.

    Raises:
        OSError: The folder cannot be made or the file cannot be written; the old one stands.
    """
    folder = rehearsal.folder()
    if folder is not None:
        return replace(*rehearsal.entry(folder, path, content))
    return replace(path, content)


def remove(path: Path) -> bool:
    """Remove a side-file.

    Args:
        path: Where it is, if it is there.

    Returns:
        Whether there was one.

    Raises:
        OSError: It cannot be removed.
    """
    folder = rehearsal.folder()
    if folder is not None:
        return path.exists() and replace(*rehearsal.entry(folder, path, None))
    try:
        path.unlink()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def replace(path: Path, content: bytes) -> bool:
    """Write any file as `write` does a side-file, whether this is a rehearsal or not."""
    with suppress(FileNotFoundError):
        if path.read_bytes() == content:
            return False
    # Unique to this process: workers and a second mypy may write the same side-file at once.
    temporary = path.with_name(f".{path.name}.{os.getpid()}{_TEMPORARY}")
    try:
        for attempt in range(_ATTEMPTS):
            try:
                temporary.write_bytes(content)
                os.replace(temporary, path)
                break
            except FileNotFoundError:
                # The folder is missing, or another run has swept our file away as a killed one's.
                if attempt == _ATTEMPTS - 1:
                    raise
                path.parent.mkdir(parents=True, exist_ok=True)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    return True


def sweep(folder: str | Path, names: Iterable[str], suffix: str) -> None:
    """Remove what killed runs were writing in a folder, to become files with *suffix*.

    A run at work loses its own as well, and writes it again.

    Args:
        folder: Where the files stand.
        names: What is listed there.
        suffix: How the names of the finished files end.
    """
    for name in names:
        stem, _, pid = name.removesuffix(_TEMPORARY).rpartition(".")
        is_ours = name.startswith(".") and name.endswith(_TEMPORARY) and stem.endswith(suffix)
        if is_ours and pid.isdecimal() and rehearsal.folder() is None:
            with suppress(OSError):
                os.unlink(os.path.join(folder, name))
