"""Writes and removes side-files: whole, or not at all.  The only code that touches one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from toolschema_mypy.emit import rehearsal

# Raised only when an old reader would misread what a new writer writes.
FORMAT_VERSION: Final = 1


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
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        try:
            temporary.write_bytes(content)
        except FileNotFoundError:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary.write_bytes(content)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    return True
