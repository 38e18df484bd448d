"""Makes aisuite's `Tools` of a registry, after asking whether aisuite's loop can use all of it."""

from __future__ import annotations

from toolschema_runtime._errors import ToolUsageError
from toolschema_runtime._injection import check_bound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from aisuite.utils.tools import Tools

    from toolschema_runtime._calls import ToolCall
    from toolschema_runtime._registry import ToolRegistry


def tools_for(
    registry: ToolRegistry,
    *functions: Callable[..., Any],
    approvals: Callable[[ToolCall], Any] | None = None,
) -> Tools:
    """The tools of a registry as aisuite's own `Tools`.

        tools = tools_for(registry.bind(session=session))
        client.chat.completions.create(model=…, messages=…, tools=tools, max_turns=5)

    Schemas are the registry's, and so are checks and calls: what a model sends amiss, and what fails, is
    answered `{"error": text}` and ends no loop.  Iterating gives plain functions, for lists of functions
    (`tools=[*tools, other]`, `Agent(tools=[*tools])`), which aisuite makes `Tools` of by itself, with a check
    of its own in front.

    Args:
        registry: The tools; methods without their object are left out.
        functions: Further functions, with which aisuite does what it always does.
        approvals: Decides about each call of a tool with `approval=True` when it comes: True, False or a text;
            it may be async where aisuite's own call is.

    Raises:
        MissingInjectedValueError: If a tool needs values that are not bound: aisuite has none to give.
        ToolUsageError: If tools need approval, and nobody is there who decides.
        ImportError: If aisuite is not installed (extra `aisuite`).
    """
    check_bound(registry)
    waiting = [definition.name for definition in registry if definition.approval]
    if waiting and approvals is None:
        raise ToolUsageError(
            f'tool "{waiting[0]}" needs approval: give approvals=, or, where a tool_policy of aisuite\'s '
            "decides, registry.configured(approval=False)"
        )
    from toolschema_runtime.adapters.aisuite._tools import RegistryTools

    return RegistryTools(registry, functions, approvals)
