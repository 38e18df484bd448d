"""What can be wrong with the names of tools: doubled, unknown, left out, or such as no provider takes."""

from __future__ import annotations

import re
import warnings

from toolschema_runtime._decode.faults import nearest
from toolschema_runtime._errors import (
    DuplicateToolError,
    ToolNotFoundError,
    ToolsOmittedWarning,
    ToolUsageError,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from toolschema_runtime._definition import ToolDefinition
    from toolschema_runtime._state import StateItem

_IS_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,63}", re.ASCII).fullmatch


def duplicate(first: ToolDefinition, second: ToolDefinition) -> DuplicateToolError:
    """The error for two tools of one name, which says where both are."""
    origins = [f"{each._source.module}:{each.qualname}" for each in (first, second)]
    return DuplicateToolError(first.name, origins)


def check_state(state: Iterable[StateItem]) -> None:
    """Refuses two things of one name that an agent may see.

    Raises:
        DuplicateToolError: If there are two.
    """
    seen: dict[str, StateItem] = {}
    for item in state:
        if item.name in seen:
            origins = [f"{each._source.module}:{each.qualname}" for each in (seen[item.name], item)]
            raise DuplicateToolError(item.name, origins)
        seen[item.name] = item


def not_found(
    name: str, known: Iterable[str], absent: Mapping[str, str], call_id: str | None
) -> ToolNotFoundError:
    """The error for a name that is no tool: which was probably meant, and for the host why it is *absent*."""
    names = list(known)
    return ToolNotFoundError(
        name, names, suggestion=nearest(name, names), reason=absent.get(name), call_id=call_id
    )


def why_left_out(name: str, module: str) -> str:
    """Why the side-file of *module* lacks the tool *name*, which it names as left out."""
    return f"mypy found an error in {name}, so {module} was written without it"


def unknown_attribute(name: str, known: Iterable[str]) -> AttributeError:
    """The error for what a registry has neither as an attribute nor as a tool."""
    meant = nearest(name, [each for each in known if not each.startswith("_")])
    hint = "" if meant is None else f'; did you mean "{meant}"?'
    return AttributeError(f'the registry has no attribute and no tool "{name}"{hint}')


def warn_of_omitted(omitted: Mapping[str, str], *, depth: int) -> dict[str, str]:
    """Warns, at the place where tools are loaded, of those that are not there.

    Args:
        omitted: Names, and the module that each is missing from.
        depth: How many calls above this one that place is.

    Returns:
        Why each of them is not there.
    """
    names = ", ".join(f"{name} of {module}" for name, module in omitted.items())
    text = f"left out because mypy found an error in them: {names}"
    warnings.warn(text, ToolsOmittedWarning, stacklevel=depth + 1)
    return {name: why_left_out(name, module) for name, module in omitted.items()}


def check_names(names: Iterable[str]) -> None:
    """Refuses names that some provider would refuse, and with them the whole request.

    Raises:
        ToolUsageError: If there is one.
    """
    for name in names:
        if _IS_NAME(name) is None:
            raise ToolUsageError(
                f"{name!r} is no tool name: letters, digits, _ and -, at most 64, no digit first"
            )
