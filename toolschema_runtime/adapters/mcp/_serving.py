"""A registry as the SDK's low-level server: its tools listed and called."""

from __future__ import annotations

from toolschema_runtime._calls import ToolCall
from toolschema_runtime._dispatch import aprepare
from toolschema_runtime._errors import (
    ToolCallError,
    ToolNotFoundError,
    ToolSchemaError,
    ToolUsageError,
)
from toolschema_runtime._injection import check_bound
from toolschema_runtime._log import log_crash
from toolschema_runtime._registry import ToolRegistry
from toolschema_runtime._rounds import _denied, _failed
from toolschema_runtime.adapters.mcp._approval import decision
from toolschema_runtime.adapters.mcp._running import Turns, answered, sendable
from toolschema_runtime.dialects import mcp as dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any, NoReturn, TypeAlias

    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server
    from mcp_types import CallToolRequestParams, PaginatedRequestParams

    from toolschema_runtime._definition import ToolDefinition

    Context: TypeAlias = ServerRequestContext[Any, Any]
    # The tools of a server, or what gives those of one request.
    Tools: TypeAlias = (
        ToolRegistry
        | Callable[[Context], ToolRegistry]
        | Callable[[Context], Awaitable[ToolRegistry]]
    )

# How many calls of one server run side by side; further ones wait for their turn.
MOST_CALLS = 64
# The first version whose results say what they are, and for how long a list holds.
_WITH_RESULT_TYPE = "2026-07-28"


def server(
    tools: Tools, *, name: str, version: str = "", instructions: str | None = None
) -> Server[Any]:
    """The SDK's low-level server that lists and calls tools.

    Listing imports no module of a tool; the first call of a tool imports its own.

    Args:
        tools: A registry, or a function from the SDK's request context to one (sync or async), which is
            asked at every request: what a connection or a customer may use is decided there.
        name: The server's name, as hosts show it.
        version: The application's version.
        instructions: What a model should know about the tools as a whole.

    Raises:
        MissingInjectedValueError: If a tool of the registry needs values that are not bound: a client has none.
        ToolUsageError: If *tools* is neither a registry nor a function.
        ImportError: If the SDK is not installed (extra `mcp`).
    """
    from mcp.server.lowlevel import Server

    if isinstance(tools, ToolRegistry):
        check_bound(tools)
    elif isinstance(tools, type) or not callable(tools):
        raise _not_served(tools)
    serving = _Serving(tools)
    # The SDK takes results as plain JSON too, and checks them against the version that was negotiated.
    handlers: dict[str, Any] = {
        "on_list_tools": serving.list_tools,
        "on_call_tool": serving.call_tool,
    }
    return Server(name, version=version, instructions=instructions, **handlers)


def _not_served(given: object) -> ToolUsageError:
    what = f"the class {given.__name__}" if isinstance(given, type) else f"a {type(given).__name__}"
    return ToolUsageError(
        f"what is served is a registry, or a function from a request to one, not {what}: "
        "ToolRegistry.for_instance(…) makes one of an object"
    )


class _Serving:
    """What one server does with its requests."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._turns = Turns(MOST_CALLS)

    async def list_tools(
        self, ctx: Context, params: PaginatedRequestParams | None
    ) -> dict[str, Any]:
        try:
            registry = await self._registry(ctx)
            return _listing(registry.available(), ctx.protocol_version)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever the application raised
            _fail("tools/list", error)

    async def call_tool(self, ctx: Context, params: CallToolRequestParams) -> Any:
        try:
            return await self._answer(ctx, params)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # so may a tool's module, when imported
            _fail(params.name, error)

    async def _registry(self, ctx: Context) -> ToolRegistry:
        if isinstance(self._tools, ToolRegistry):
            return self._tools
        found = self._tools(ctx)
        return found if isinstance(found, ToolRegistry) else await found

    async def _answer(self, ctx: Context, params: CallToolRequestParams) -> Any:
        registry = await self._registry(ctx)
        name = params.name
        # A method without its object is not listed, so there is no such tool for a client.
        known = registry.without(*registry.unbound) if registry.unbound else registry
        definition = _listed(known, name)
        call = ToolCall(name, params.arguments or {}, str(ctx.request_id), "mcp")
        try:
            prepared = await aprepare(known, call)
        except ToolCallError as error:
            result = _failed(call, error, known)
        else:
            decided = await decision(ctx, params, definition) if definition.approval else True
            if decided is True:
                result = await answered(prepared, ctx, self._turns)
            elif isinstance(decided, str):
                result = _denied(call, decided)
            else:
                return decided
        return dialect.result_of(
            sendable(result),
            returns=definition._record.get("returns"),
            version=ctx.protocol_version,
        )


def _listed(registry: ToolRegistry, name: str) -> ToolDefinition:
    """The tool of that name, or the protocol's own error."""
    from mcp.shared.exceptions import MCPError
    from mcp_types import INVALID_PARAMS

    try:
        return registry[name]
    except ToolNotFoundError as error:
        raise MCPError(INVALID_PARAMS, error.for_model()) from error


def _listing(registry: ToolRegistry, version: str) -> dict[str, Any]:
    records = registry.schemas._records
    tools = dialect.tools(records, version=version)
    if any("envelope" in record for record in records):
        from toolschema_runtime._raw.envelopes import give_back

        give_back("mcp", tools, records)
    if version < _WITH_RESULT_TYPE:
        return {"tools": tools}
    return {"tools": tools, "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}


def _fail(what: str, error: BaseException) -> NoReturn:
    """The protocol's error for what neither the model nor the tool's body did."""
    from mcp.shared.exceptions import MCPError
    from mcp_types import INTERNAL_ERROR

    if isinstance(error, MCPError):
        raise error
    if isinstance(error, ToolSchemaError) and not isinstance(error, ToolCallError):
        # A mistake of the application, in words that were made for its author.
        import logging

        logging.getLogger("toolschema_runtime").error("%s: %s", what, error)
    else:
        log_crash(what, error)
    raise MCPError(INTERNAL_ERROR, "the server could not answer; its log says why") from error
