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


def skips_runtime(options: Options) -> bool:
    """Whether this run does not follow `toolschema_runtime`, so that it knows no tool."""
    return options.clone_for_module(RUNTIME).follow_imports in ("skip", "error")


def misses_runtime(file: MypyFile, modules: Container[str]) -> bool:
    """Whether a module itself imports `toolschema_runtime`, or a part of it, that is not among *modules*."""
    imported: list[str] = []
    for each in file.imports:
        if each.is_unreachable:
            continue
        match each:
            case Import(ids=names):
                imported += [name for name, _ in names]
            case ImportFrom(id=name) | ImportAll(id=name):
                imported.append(name)
            case _:
                pass
    return any(name.partition(".")[0] == RUNTIME and name not in modules for name in imported)


def _is_below_configuration(path: str, options: Options) -> bool:
    folder = os.path.dirname(os.path.abspath(options.config_file or ""))
    return os.path.abspath(path).startswith(folder + os.sep)
