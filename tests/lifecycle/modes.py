"""Ways of running mypy over a whole project; each must leave the same side-files and say the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from tests.lifecycle.project import Outcome, Project

Run: TypeAlias = Callable[[Project], Outcome]

BATCH: Mapping[str, Run] = {
    "mypy": lambda project: project.mypy("."),
    "no-incremental": lambda project: project.mypy("--no-incremental", "."),
    "no-cache": lambda project: project.mypy("--cache-dir=/dev/null", "."),
    "fine-grained-cache": lambda project: project.mypy("--cache-fine-grained", "."),
    "parallel-2": lambda project: project.mypy("-n", "2", "."),
    "parallel-4": lambda project: project.mypy("-n", "4", "."),
    "files-cache": lambda project: project.mypy("--no-sqlite-cache", "."),
    "json-cache": lambda project: project.mypy("--no-fixed-format-cache", "."),
    "python-parser": lambda project: project.mypy("--no-native-parser", "."),
}


def dmypy_run(project: Project) -> Outcome:
    """`dmypy run`, which starts the daemon when there is none."""
    # Other options than those that it was started with: it starts anew.
    project.daemon_is_from_cache = False
    return project.dmypy("run", "--", ".")


def dmypy_check(project: Project) -> Outcome:
    """`dmypy check`, in a daemon that is already there."""
    if not project.has_daemon():
        project.dmypy("start")
    return project.dmypy("check", ".")


def dmypy_recheck(project: Project) -> Outcome:
    """`dmypy recheck` after a first `check`; it looks for new and deleted files itself."""
    if not project.has_daemon():
        return dmypy_check(project)
    return project.dmypy("recheck")


def dmypy_from_cache(project: Project) -> Outcome:
    """A new daemon that begins with what `--cache-fine-grained` has left."""
    project.stop_daemon()
    outcome = project.dmypy("run", "--", "--use-fine-grained-cache", ".")
    project.daemon_is_from_cache = True
    return outcome


FROM_CACHE = "dmypy-from-cache"


def mypy_shop(project: Project) -> Outcome:
    """mypy on one file, the rest followed silently."""
    return project.mypy("--follow-imports=silent", "shop.py")


DAEMON: Mapping[str, Run] = {
    "dmypy-run": dmypy_run,
    "dmypy-check": dmypy_check,
    FROM_CACHE: dmypy_from_cache,
}
MODES: Mapping[str, Run] = {**BATCH, **DAEMON}
PARTIAL = "mypy-shop"
