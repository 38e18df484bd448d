"""Writes and removes side-files: whole, or not at all.  The only code that touches one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from toolschema_mypy.emit import rehearsal

# Raised only when an old reader would misread what a new writer writes.
FORMAT_VERSION: Final = 1

_TEMPORARY: Final = ".tmp"
# There no file is moved or removed that is open.
_IS_WINDOWS: Final = os.name == "nt"
# Of the name of the file: with the rest it stays within what file systems take (255 bytes).
_LONGEST: Final = 50
# Each is lost only where another run began between two of our instructions, or there are no locks.
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
    # Workers and a second mypy may write the same side-file at once, in containers of equal pids too.
    writer = f"{os.getpid()}-{os.urandom(4).hex()}"
    temporary = path.with_name(f".{path.name[-_LONGEST:]}.{writer}{_TEMPORARY}")
    try:
        for attempt in range(_ATTEMPTS):
            try:
                _write_and_move(temporary, content, path)
                break
            except FileNotFoundError:
                # The folder is missing, or another run sweeps our file away as a killed one's.
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

    What a run at work is writing is locked and stays.  Where there are no locks it goes as well,
    and that run writes it again.

    Args:
        folder: Where the files stand.
        names: What is listed there.
        suffix: How the names of the finished files end.
    """
    for name in names:
        stem, _, writer = name.removesuffix(_TEMPORARY).rpartition(".")
        is_ours = name.startswith(".") and name.endswith(_TEMPORARY) and stem.endswith(suffix)
        if is_ours and writer.partition("-")[0].isdecimal() and rehearsal.folder() is None:
            with suppress(OSError):
                _remove_unless_locked(os.path.join(folder, name))


def _write_and_move(temporary: Path, content: bytes, path: Path) -> None:
    with temporary.open("wb") as file:
        # Another run may look just now whether somebody is writing it; then it is gone.
        _lock(file, waits=True)
        file.write(content)
        file.flush()
        if not _IS_WINDOWS:
            os.replace(temporary, path)
    if _IS_WINDOWS:
        os.replace(temporary, path)


def _remove_unless_locked(path: str) -> None:
    if _IS_WINDOWS:
        os.unlink(path)
        return
    with open(path, "r+b") as file, suppress(BlockingIOError):
        _lock(file, waits=False)
        os.unlink(path)


def _lock(file: BinaryIO, *, waits: bool) -> None:
    """Lock a file until it is closed, or its process ends however it ends.

    Raises:
        BlockingIOError: Another process has it, and we do not wait.
    """
    if sys.platform == "win32":
        return
    import fcntl  # Only for who writes.

    try:
        fcntl.flock(file, fcntl.LOCK_EX if waits else fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return  # A file system without locks.
