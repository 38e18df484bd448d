"""Side-files that no source stands for any more."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from toolschema_mypy.emit.paths import SUFFIX, is_orphan, is_side_file
from toolschema_mypy.emit.rehearsal import Rehearsal

# Other people's files, however the folder around them is called.
_FOREIGN: Final = frozenset({"site-packages", "dist-packages", "node_modules", "__pycache__"})
_ENVIRONMENT: Final = "pyvenv.cfg"
_CONFIGURATIONS: Final = ("mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg")
_OURS: Final = b"toolschema_mypy"


def find_orphans(roots: Iterable[Path], rehearsal: Rehearsal) -> Iterator[Path]:
    """Find side-files under *roots*, or in the folder of the setting `output`, without a source.

    Args:
        roots: Folders to look through; left out in them are hidden ones, environments, and other
            projects, which have the plugin in a configuration of their own.
        rehearsal: A run of mypy: what it would write has a source.
    """
    sources: set[tuple[str, ...]] = set()
    project = _project(rehearsal)
    sees_all = False
    for root in roots:
        sees_all = sees_all or project.is_relative_to(os.path.abspath(root))
        for folder, names in _folders(root):
            parts = Path(os.path.abspath(folder)).parts
            for name in names:
                path = Path(os.path.abspath(folder), name)
                if name.endswith(".py"):
                    sources.add((*parts, name.removesuffix(".py")))
                elif name.endswith(SUFFIX) and rehearsal.output is None and is_orphan(path):
                    yield path
    # A part of the project does not tell whose the rest of the folder is.
    if sees_all and rehearsal.output is not None and rehearsal.output.is_dir():
        for path in sorted(rehearsal.output.glob(f"*{SUFFIX}")):
            is_known = path in rehearsal.side_files or _has_source(path, sources)
            if not is_known and is_side_file(path):
                yield path


def _project(rehearsal: Rehearsal) -> Path:
    """The folder that holds the whole project, whichever part of it we stand in."""
    here, configured = Path.cwd(), rehearsal.configured
    return configured if configured is not None and here.is_relative_to(configured) else here


def _folders(root: Path) -> Iterator[tuple[str, list[str]]]:
    for folder, folders, names in os.walk(root):
        if _ENVIRONMENT in names or (folder != str(root) and _is_project(folder, names)):
            folders.clear()
            continue
        folders[:] = [f for f in sorted(folders) if not f.startswith(".") and f not in _FOREIGN]
        yield folder, names


def _is_project(folder: str, names: Iterable[str]) -> bool:
    for name in names:
        if name in _CONFIGURATIONS:
            with suppress(OSError):
                if _OURS in Path(folder, name).read_bytes():
                    return True
    return False


def _has_source(side_file: Path, sources: set[tuple[str, ...]]) -> bool:
    """Whether any file could be the module that a side-file in the folder `output` is named after."""
    module = tuple(side_file.name.removesuffix(SUFFIX).split("."))
    endings = (module, (*module, "__init__"))
    return any(source[-len(ending) :] == ending for source in sources for ending in endings)
