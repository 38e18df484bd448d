"""The tools of an MCP server as a registry."""

from __future__ import annotations

from toolschema_runtime._definition import ToolDefinition
from toolschema_runtime._errors import ToolCallRefused, ToolUsageError
from toolschema_runtime._registry import ToolRegistry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
    from contextlib import AbstractAsyncContextManager
    from typing import Any, Final, TypeAlias

    from mcp.client.client import Client
    from mcp.client.stdio import StdioServerParameters
    from mcp_types import CallToolResult, Tool

    # A URL, a command with its arguments, or what the SDK's client takes.
    Target: TypeAlias = str | Sequence[str] | StdioServerParameters | Client | Any

# A server whose pages never end does not keep its client.
_MOST_PAGES: Final = 1_000


def connect(target: Target, **options: Any) -> AbstractAsyncContextManager[ToolRegistry]:
    """The tools of a server, for as long as the context is open.

        async with connect("http://127.0.0.1:8000/mcp") as tools: ...

    Schemas are kept as the server gave them.  Arguments are checked before they are sent.  A call gives the
    structured content, else the text of a result that is one text, else the content blocks as plain data; an
    error that the server tells the model is a `ToolCallRefused` with its text.  Calls are async.

    Args:
        target: A URL (streamable HTTP), a command with its arguments (`["python", "-m", "server"]`), an SDK
            transport, `StdioServerParameters` or server, or a connected SDK client, which stays open.
        options: What the SDK's `Client` takes, such as `read_timeout_seconds` or `elicitation_callback`.

    Raises:
        ToolUsageError: If options are given for a client that is connected already.
        DuplicateToolError: If the server has two tools of one name.
        ImportError: If the SDK is not installed (extra `mcp`).
    """
    from contextlib import asynccontextmanager

    return asynccontextmanager(_connected)(target, options)


async def _connected(target: Target, options: dict[str, Any]) -> AsyncGenerator[ToolRegistry, None]:
    from mcp.client.client import Client

    if isinstance(target, Client):
        if options:
            raise ToolUsageError(
                f"the client is connected already: give it {', '.join(options)} itself"
            )
        yield await _registry(target)
        return
    async with Client(_server(target), **options) as client:
        yield await _registry(client)


def _server(target: Target) -> Any:
    """What the SDK's client takes for *target*."""
    if not isinstance(target, (list, tuple)):
        return target
    from mcp.client.stdio import StdioServerParameters

    if not target:
        raise ToolUsageError("a command without a program")
    command, *arguments = target
    return StdioServerParameters(command=command, args=arguments)


async def _registry(client: Client) -> ToolRegistry:
    definitions: list[ToolDefinition] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        page = await client.list_tools(cursor=cursor)
        definitions += [ToolDefinition.raw(tool, _handler(client, tool)) for tool in page.tools]
        cursor = page.next_cursor
        if cursor is None:
            return ToolRegistry(definitions)
    raise ToolUsageError(f"the server's list of tools does not end after {_MOST_PAGES} pages")


def _handler(client: Client, tool: Tool) -> Callable[[dict[str, Any]], Coroutine[Any, Any, Any]]:
    name = tool.name

    async def call(arguments: dict[str, Any]) -> Any:
        from mcp.shared.exceptions import MCPError
        from mcp_types import INVALID_PARAMS

        try:
            result = await client.call_tool(name, arguments)
        except MCPError as error:
            if error.code != INVALID_PARAMS:
                raise
            raise ToolCallRefused(error.message) from error
        if result.is_error:
            raise ToolCallRefused(_text(result) or "the tool failed")
        return _value(result)

    return call


def _value(result: CallToolResult) -> Any:
    if result.structured_content is not None:
        return result.structured_content
    match result.content:
        case []:
            return None
        case [block] if block.type == "text":
            return block.text
        case blocks:
            return [
                block.model_dump(mode="json", by_alias=True, exclude_none=True) for block in blocks
            ]


def _text(result: CallToolResult) -> str:
    return "\n".join(block.text for block in result.content if block.type == "text")
