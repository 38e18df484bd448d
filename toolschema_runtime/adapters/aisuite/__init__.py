"""aisuite: the tools of a registry in its `Tools` and in its loops, and its tool calls run by a registry.

The package (extra `aisuite`) is imported when `tools_for` needs it.
"""

from __future__ import annotations

from toolschema_runtime.adapters.aisuite._answers import aexecute_tool, execute_tool
from toolschema_runtime.adapters.aisuite._making import tools_for

__all__ = ["aexecute_tool", "execute_tool", "tools_for"]
