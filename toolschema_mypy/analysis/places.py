"""Where a module stands: what is installed or mypy's own changes with its version, not by an edit."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import Final

from mypy.options import Options

_OURS: Final = f"{os.sep}toolschema_runtime{os.sep}"
_INSTALLED: Final = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")


def is_installed(path: str) -> bool:
    """Whether a file is of a package that is installed in an environment."""
    return any(folder in path for folder in _INSTALLED)


def place_of(path: str, options: Options) -> str:
    """Where mypy reads the file at *path*: under `--shadow-file` that may be another."""
    for source, shadow in options.shadow_file or ():
        with suppress(OSError):
            if os.path.samefile(path, source):
                return shadow
    return path


def is_typeshed(path: str) -> bool:
    """Whether a file is of typeshed, which changes with mypy alone."""
    return f"{os.sep}typeshed{os.sep}" in path


def is_library(path: str) -> bool:
    """Whether a file is not the user's to edit; ours has a version, wherever it stands."""
    return is_installed(path) or is_typeshed(path) or _OURS in path
