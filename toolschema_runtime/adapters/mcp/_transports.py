"""Runs a server: over stdio for a host that starts it, over streamable HTTP for clients that connect."""

from __future__ import annotations

from toolschema_runtime._errors import ToolUsageError
from toolschema_runtime.adapters.mcp._serving import server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final, Literal

    from mcp.server.lowlevel import Server
    from mcp.server.transport_security import TransportSecuritySettings

    from toolschema_runtime.adapters.mcp._serving import Tools

_LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
# A client that holds its stream open does not keep the process.
_SECONDS_TO_END: Final = 5


def serve(
    tools: Tools,
    *,
    name: str,
    version: str = "",
    instructions: str | None = None,
    transport: Literal["stdio", "http"] = "stdio",
    host: str = "127.0.0.1",
    port: int = 8000,
    path: str = "/mcp",
    allowed_hosts: Sequence[str] = (),
    allowed_origins: Sequence[str] = (),
) -> None:
    """Serve tools until the client goes away (stdio) or the process is told to end (HTTP).

    Over stdio, stdout belongs to the protocol: what tools print goes to stderr.

    Args:
        tools: As for `server`.
        name: As for `server`.
        version: As for `server`.
        instructions: As for `server`.
        transport: `"stdio"`, or `"http"` for streamable HTTP.
        host: The address to listen on; by default this machine alone can connect.
        port: The port to listen on.
        path: The path of the endpoint.
        allowed_hosts: Values of the `Host` header to accept besides loopback's, e.g. `"tools.example.com"`;
            `"name:*"` takes any port.
        allowed_origins: Values of the `Origin` header to accept besides loopback's, e.g. `"https://example.com"`.

    Raises:
        ToolUsageError: If *host* is not loopback and no hosts are allowed.
        MissingInjectedValueError: As for `server`.
        ImportError: If the SDK is not installed (extra `mcp`).
    """
    made = server(tools, name=name, version=version, instructions=instructions)
    import asyncio

    if transport == "stdio":
        asyncio.run(_over_stdio(made))
        return
    security = _security(host, allowed_hosts, allowed_origins)
    import uvicorn

    app = made.streamable_http_app(
        streamable_http_path=path, host=host, transport_security=security
    )
    uvicorn.run(
        app,
        host=host,
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=_SECONDS_TO_END,
    )


async def _over_stdio(made: Server[Any]) -> None:
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (read, write):
        await made.run(read, write, made.create_initialization_options())


def _security(host: str, hosts: Sequence[str], origins: Sequence[str]) -> TransportSecuritySettings:
    """What `Host` and `Origin` may say; without it a web page could reach the server by DNS rebinding."""
    from mcp.server.transport_security import TransportSecuritySettings

    if not hosts and host not in {*_LOOPBACK, "::1"}:
        raise ToolUsageError(
            f"a server that listens on {host} needs allowed_hosts: the names that clients reach it by"
        )
    own = [part for name in _LOOPBACK for part in (name, f"{name}:*")]
    return TransportSecuritySettings(
        allowed_hosts=[*own, *hosts],
        allowed_origins=[f"{scheme}://{each}" for each in own for scheme in ("http", "https")]
        + list(origins),
    )
