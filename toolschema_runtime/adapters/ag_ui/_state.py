"""What `@sees` shows of a registry's objects, as AG-UI's context and as its state."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ag_ui.core import Context, StateSnapshotEvent

    from toolschema_runtime._registry import ToolRegistry


def context_for(registry: ToolRegistry) -> list[Context]:
    """The state of a registry for `RunAgentInput.context`: what a front end lets its agent know.

    Returns:
        An entry for each thing that is seen: its name with its docstring, and its value as JSON text.

    Raises:
        UnboundToolError, SideFileError, ToolExecutionError: As for `ToolRegistry.state`.
        ImportError: If the package is not installed (extra `ag-ui`).
    """
    from ag_ui.core import Context

    described = registry.state_schema()["properties"]
    return [
        Context(
            description=": ".join(filter(None, (name, described[name].get("description")))),
            value=json.dumps(value, ensure_ascii=False),
        )
        for name, value in registry.state().items()
    ]


def state_snapshot(registry: ToolRegistry) -> StateSnapshotEvent:
    """The state of a registry as the event that replaces a front end's copy of it.

    The other way, `RunAgentInput(state=registry.state(), …)` needs no help.

    Raises:
        UnboundToolError, SideFileError, ToolExecutionError: As for `ToolRegistry.state`.
        ImportError: If the package is not installed (extra `ag-ui`).
    """
    from ag_ui.core import StateSnapshotEvent

    return StateSnapshotEvent(snapshot=registry.state())
