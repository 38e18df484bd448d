"""Whose files: a side-file is only touched for a module whose errors this run would show."""

from __future__ import annotations

import os
from collections.abc import Container

from mypy.config_parser import parse_mypy_comments
from mypy.errors import Errors
from mypy.nodes import Import, ImportAll, ImportFrom, MypyFile
from mypy.options import Options
from mypy.util import get_mypy_comments

from toolschema_mypy.analysis.fullnames import RUNTIME
from toolschema_mypy.analysis.places import is_installed


def is_source(path: str) -> bool:
    """Whether *path* is a file of the user's that may have a side-file at all.

    Not a stub, not `mypy -c`, and not installed in an environment.
    """
    return path.endswith(".py") and not is_installed(path) and os.path.isfile(path)


def shows_errors(path: str, module: str, options: Options, errors: Errors | None) -> bool | None:
    """Whether this run would show the errors of a module; `None` when that cannot be told.

    mypy keeps the files that it follows silently in `Errors.ignored_files` (since 1.x, still so in
    2.4).  Without an `Errors` at hand only the options can be asked.
    """
    if errors is not None:
        return path not in errors.ignored_files
    own = options.clone_for_module(module)
    if own.ignore_errors:
        return False
    return None if own.follow_imports == "silent" else True


def ignores_errors(path: str, module: str, options: Options) -> bool:
    """Whether a module has all its errors ignored, by the configuration or by a comment in it.

    That is its own, and not as where this run only follows it: it has no tools then.  A configuration
    speaks for its own project; the errors of another one's are ignored in this run alone.
    """
    if options.clone_for_module(module).ignore_errors and _is_below_configuration(path, options):
        return True
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            comments = get_mypy_comments(file.read())
    except OSError:
        return False
    return bool(comments) and bool(parse_mypy_comments(comments, options)[0].get("ignore_errors"))


def misses_tool(file: MypyFile, modules: Container[str], options: Options) -> bool:
    """Whether a module may have `tool` and this run does not follow it there, so that it knows no tool.

    Args:
        file: The module.
        modules: All that the run knows; what `follow_imports` skips and what is not found is none.
        options: Those of the run.
    """
    if RUNTIME in modules:
        return False
    if options.clone_for_module(RUNTIME).follow_imports in ("skip", "error"):
        # It may have it from another module: `from shop.registry import tool`.
        return True
    imported: list[str] = []
    for each in file.imports:
        match each:
            case Import(ids=names):
                imported += [name for name, _ in names]
            case ImportFrom(id=name) | ImportAll(id=name):
                imported.append(name)
            case _:
                pass
    return any(name.partition(".")[0] == RUNTIME for name in imported)


def _is_below_configuration(path: str, options: Options) -> bool:
    folder = os.path.dirname(os.path.abspath(options.config_file or ""))
    return os.path.abspath(path).startswith(folder + os.sep)
