"""MCP: the tools of a registry served to clients.

The official SDK (extra `mcp`) is imported when one of these functions needs it.
"""

from __future__ import annotations

from toolschema_runtime.adapters.mcp._serving import server
from toolschema_runtime.adapters.mcp._transports import serve

__all__ = ["serve", "server"]
