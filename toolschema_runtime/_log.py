"""The logger `toolschema_runtime`: one record per refused call and per crash, and never a value."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from logging import Logger

    from toolschema_runtime._errors import ToolCallError

_INFO = 20
_NAME = "toolschema_runtime"
# The logger, once somebody has loaded logging.
_loggers: list[Logger] = []


def log_refusal(error: ToolCallError, keys: Sequence[str] = ()) -> None:
    """Logs that a call was refused, at level INFO; of its paths, only the heads that are *keys*."""
    if not _loggers:
        if "logging" not in sys.modules:  # nobody can be listening: not worth loading it for that
            return
        _load()
    if _loggers[0].isEnabledFor(_INFO):
        _loggers[0].info("call of tool %s refused: %s", error.tool, _reason(error, keys))


def _reason(error: ToolCallError, keys: Sequence[str]) -> str:
    problems = getattr(error, "problems", None)
    if problems is None:
        return error.code
    return ", ".join(f"{problem.code} at {_place(problem.path, keys)}" for problem in problems)


def _place(path: str, keys: Sequence[str]) -> str:
    # Any other step of a path may be the model's own text.
    head = path.partition(".")[0].partition("[")[0]
    return head if head in keys else "a further key" if head else "the arguments"


def log_crash(tool: str, error: BaseException) -> None:
    """Logs that a tool failed, at level ERROR: the kind of error and where it came from."""
    if not _loggers:
        _load()
    _loggers[0].error(
        "tool %s failed: %s at %s", tool, type(error).__name__, " < ".join(_frames(error))
    )


def _load() -> None:
    import logging

    _loggers.append(logging.getLogger(_NAME))


def _frames(error: BaseException) -> list[str]:
    places: list[str] = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename}:{trace.tb_lineno} in {code.co_name}")
        trace = trace.tb_next
    return places[:-6:-1]
