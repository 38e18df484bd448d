"""MCP: the tools of a registry served to clients, and the tools of a server as a registry.

The official SDK (extra `mcp`) is imported when one of these functions needs it.
"""

from __future__ import annotations

from toolschema_runtime.adapters.mcp._connecting import connect
from toolschema_runtime.adapters.mcp._serving import server
from toolschema_runtime.adapters.mcp._signatures import SchemaSignature, signature_of
from toolschema_runtime.adapters.mcp._transports import serve

__all__ = ["SchemaSignature", "connect", "serve", "server", "signature_of"]
