"""What a host may say about how calls are treated; anything else is told at once."""

from __future__ import annotations

from math import inf

from toolschema_runtime._decode.limits import Limits
from toolschema_runtime._errors import ToolUsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_ON_ERROR = ("report", "raise")


def check_rules(rules: Mapping[str, Any]) -> None:
    """Refuses rules that mean nothing; see `ToolRegistry.configured`.

    Raises:
        ToolUsageError: If there is one; its text says what there is instead.
    """
    for name, value in rules.items():
        if name == "on_error":
            _check_on_error(value)
        elif name == "timeout":
            check_timeout(value)
        elif name == "approval" and not (value is None or type(value) is bool):
            raise _refused(name, "True, False or None", value)
        elif name == "redact" and type(value) is not bool:
            raise _refused(name, "True or False", value)
        elif name == "limits" and not (value is None or isinstance(value, Limits)):
            raise _refused(name, "Limits or None", value)


def _check_on_error(value: Any) -> None:
    if callable(value) or (type(value) is str and value in _ON_ERROR):
        return
    from toolschema_runtime._decode.faults import nearest

    meant = nearest(value, list(_ON_ERROR)) if type(value) is str else None
    hint = "" if meant is None else f'; did you mean "{meant}"?'
    raise _refused("on_error", '"report", "raise" or a function', value, hint)


def check_timeout(seconds: Any) -> None:
    """Refuses a time that no call could keep.

    Raises:
        ToolUsageError: If it is neither a number of seconds above 0 nor None.
    """
    is_number = type(seconds) is not bool and isinstance(seconds, (int, float))
    if seconds is not None and not (is_number and 0 < seconds < inf):
        raise _refused("timeout", "a number of seconds above 0 or None", seconds)


def check_provider(provider: Any) -> None:
    """Refuses what gives no values for a call.

    Raises:
        ToolUsageError: If it is no function.
    """
    if not callable(provider):
        raise ToolUsageError("bind takes values by name, bind(name=…), or a function from a call")


def check_round(approvals: Any, limit: Any = None) -> None:
    """Refuses decisions that cannot be asked for, and a limit by which nothing could run.

    Raises:
        ToolUsageError: If one of them is such.
    """
    if not (approvals is None or callable(approvals) or hasattr(approvals, "get")):
        raise _refused("approvals", "a mapping or a function", approvals)
    if limit is not None and (type(limit) is not int or limit < 1):
        raise _refused("limit", "a whole number above 0 or None", limit)


def check_format(fmt: str | None) -> None:
    """Refuses a format that no provider has; None is none.

    Raises:
        ToolUsageError: If it is such; its text says which there are.
    """
    from toolschema_runtime.dialects import FORMATS

    if fmt is not None and fmt not in FORMATS:
        raise ToolUsageError(f"there is no format {fmt!r}; there are: {', '.join(FORMATS)}")


def _refused(name: str, words: str, value: Any, hint: str = "") -> ToolUsageError:
    shown = f'"{value[:40]}"' if type(value) is str else f"{value!r:.40}"
    return ToolUsageError(f"{name} is {words}, not {shown}{hint}")
