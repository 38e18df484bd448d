"""The runtime of toolschema: loads side-files into a registry that encodes, validates, calls and answers.

Every name below is loaded when it is first used, so that importing this package costs next to nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolschema_runtime._annotations import Describe, Inject, Name, sees, tool, toolkit
    from toolschema_runtime._calls import ToolCall, ToolResult, ToolResults
    from toolschema_runtime._decode.limits import Limits
    from toolschema_runtime._definition import ToolDefinition
    from toolschema_runtime._errors import (
        ApprovalRequired,
        ArgumentProblem,
        AsyncToolError,
        DuplicateToolError,
        InvalidToolArgumentError,
        MissingInjectedValueError,
        MissingToolArgumentError,
        SideFileError,
        ToolArgumentError,
        ToolCallError,
        ToolCallRefused,
        ToolExecutionError,
        ToolNotFoundError,
        ToolSchemaError,
        ToolsOmittedWarning,
        ToolTimeoutError,
        ToolUsageError,
        UnboundToolError,
        UnknownInjectedValueError,
        UnknownToolArgumentError,
    )
    from toolschema_runtime._fitness import FormatChange
    from toolschema_runtime._registry import ToolRegistry
    from toolschema_runtime.dialects._formats import SchemaFormat
else:
    _HOMES = {
        "_annotations": ("Describe", "Inject", "Name", "sees", "tool", "toolkit"),
        "_calls": ("ToolCall", "ToolResult", "ToolResults"),
        "_decode.limits": ("Limits",),
        "_definition": ("ToolDefinition",),
        "_fitness": ("FormatChange",),
        "_registry": ("ToolRegistry",),
        "dialects._formats": ("SchemaFormat",),
    }

    def __getattr__(name):
        if name.startswith("_") or name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        home = next((room for room, names in _HOMES.items() if name in names), "_errors")
        # Not importlib.import_module: importlib is not loaded by `import json`.
        module = __import__(f"{__name__}.{home}", fromlist=[name])
        value = globals()[name] = getattr(module, name)
        return value

    def __dir__():
        return sorted({*globals(), *__all__})


__all__ = [
    "ApprovalRequired",
    "ArgumentProblem",
    "AsyncToolError",
    "Describe",
    "DuplicateToolError",
    "FormatChange",
    "Inject",
    "InvalidToolArgumentError",
    "Limits",
    "MissingInjectedValueError",
    "MissingToolArgumentError",
    "Name",
    "SchemaFormat",
    "SideFileError",
    "ToolArgumentError",
    "ToolCall",
    "ToolCallError",
    "ToolCallRefused",
    "ToolDefinition",
    "ToolExecutionError",
    "ToolNotFoundError",
    "ToolRegistry",
    "ToolResult",
    "ToolResults",
    "ToolSchemaError",
    "ToolTimeoutError",
    "ToolUsageError",
    "ToolsOmittedWarning",
    "UnboundToolError",
    "UnknownInjectedValueError",
    "UnknownToolArgumentError",
    "sees",
    "tool",
    "toolkit",
]
