"""Tools of a registry as AG-UI's, and AG-UI's as a registry."""

from __future__ import annotations

from toolschema_runtime._definition import ToolDefinition
from toolschema_runtime._registry import ToolRegistry
from toolschema_runtime.dialects._reading import field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ag_ui.core import RunAgentInput, Tool


def tools_for(registry: ToolRegistry) -> list[Tool]:
    """The tools of a registry for `RunAgentInput.tools`: what a front end offers to its agent.

    Args:
        registry: The tools; those that are not offered now, and methods without their object, are left out.

    Raises:
        ImportError: If the package is not installed (extra `ag-ui`).
    """
    from ag_ui.core import Tool

    return [
        Tool(
            name=definition.name,
            description=definition.description,
            parameters=definition.parameters,
        )
        for definition in registry.available()
        if definition.is_bound
    ]


def registry_of(tools: Iterable[Tool] | RunAgentInput | None) -> ToolRegistry:
    """The tools of a front end as raw tools without handlers: to encode for a provider, and to check calls of.

    Schemas are kept as they came.  `checked` says which calls are acceptable; those go to the front end.

    Args:
        tools: The tools, or the input that has them; dicts will do.

    Raises:
        ToolUsageError: If one is no tool.
        DuplicateToolError: If two tools have one name.
    """
    own = field(tools, "tools")
    given = own if own is not None or _is_input(tools) else tools
    return ToolRegistry([ToolDefinition.raw(_shape(tool)) for tool in given or ()])


def _is_input(tools: object) -> bool:
    return field(tools, "messages") is not None


def _shape(tool: object) -> dict[str, object]:
    """One tool in a shape that registries read; in AG-UI's own, one without parameters could be anything."""
    return {
        "name": field(tool, "name"),
        "description": field(tool, "description"),
        "inputSchema": field(tool, "parameters"),
    }
