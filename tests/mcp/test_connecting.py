"""Tools of servers in a registry: listed verbatim, checked before they are sent, mixed with ours."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.server.lowlevel import Server
from mcp_types import (
    CallToolResult,
    ImageContent,
    ListToolsResult,
    TextContent,
    Tool,
    ToolAnnotations,
)

from tests.mcp.conftest import Served
from toolschema_runtime import (
    DuplicateToolError,
    InvalidToolArgumentError,
    ToolCall,
    ToolCallRefused,
    ToolExecutionError,
    ToolRegistry,
    ToolUsageError,
)
from toolschema_runtime.adapters.mcp import connect, server

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "properties": {"q": {"type": "string", "x-hint": "kept"}, "n": {"type": "integer"}},
    "required": ["q"],
}

# The dialect that MCP itself assumes is not said again.
PASSED_ON = {key: value for key, value in SCHEMA.items() if key != "$schema"}


def foreign(answer: Callable[[dict[str, Any]], CallToolResult], *, pages: int = 1) -> Server[Any]:
    """A server of somebody else's, and what its one tool answers."""
    sent: list[dict[str, Any]] = []

    async def list_tools(ctx: Any, params: Any) -> ListToolsResult:
        page = 0 if params is None or params.cursor is None else int(params.cursor)
        tool = Tool(
            name="look" if page == 0 else f"look.{page}",
            title="Look",
            description="Look it up.",
            input_schema=SCHEMA,
            annotations=ToolAnnotations(read_only_hint=True),
        )
        following = str(page + 1) if page + 1 < pages else None
        return ListToolsResult(tools=[tool], next_cursor=following)

    async def call_tool(ctx: Any, params: Any) -> CallToolResult:
        sent.append(params.arguments)
        return answer(params.arguments)

    made = Server("foreign", on_list_tools=list_tools, on_call_tool=call_tool)
    made.sent = sent  # type: ignore[attr-defined]
    return made


def said(text: str, **keys: Any) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], **keys)


def run(
    target: Any, use: Callable[[ToolRegistry], Coroutine[Any, Any, Any]], **options: Any
) -> Any:
    async def main() -> Any:
        async with connect(target, **options) as tools:
            return await asyncio.wait_for(use(tools), 60)

    return asyncio.run(main())


def test_schemas_are_kept_verbatim_and_encode_for_every_provider() -> None:
    async def use(tools: ToolRegistry) -> Any:
        return tools

    tools = run(foreign(lambda _: said("")), use)
    assert SCHEMA == tools["look"].parameters
    assert ("Look", {"readOnlyHint": True}) == (tools["look"].title, tools["look"].annotations)
    [entry] = tools.schemas.format("mcp")
    assert PASSED_ON == entry["inputSchema"]
    for fmt in tools["look"].formats:
        assert tools.schemas.format(fmt)


def test_all_pages_are_read() -> None:
    async def use(tools: ToolRegistry) -> Any:
        return tools.names

    assert ("look", "look.1", "look.2") == run(foreign(lambda _: said(""), pages=3), use)


def test_arguments_are_checked_before_they_are_sent() -> None:
    made: Any = foreign(lambda _: said("found"))

    async def use(tools: ToolRegistry) -> Any:
        with pytest.raises(InvalidToolArgumentError, match="n: expected integer"):
            await tools.acall("look", {"q": "x", "n": "many"})
        return await tools.acall("look", {"q": "x"})

    assert "found" == run(made, use)
    assert [{"q": "x"}] == made.sent


@pytest.mark.parametrize(
    ("result", "value"),
    [
        (said("found"), "found"),
        (said("{}", structured_content={"a": 1}), {"a": 1}),
        (CallToolResult(content=[]), None),
        (
            CallToolResult(
                content=[
                    TextContent(type="text", text="see"),
                    ImageContent(type="image", data="AA==", mime_type="image/png"),
                ]
            ),
            [
                {"type": "text", "text": "see"},
                {"type": "image", "data": "AA==", "mimeType": "image/png"},
            ],
        ),
    ],
)
def test_results_are_values(result: CallToolResult, value: Any) -> None:
    async def use(tools: ToolRegistry) -> Any:
        results = await tools.aexecute([ToolCall("look", {"q": "x"}, "1", "openai")])
        return await tools.acall("look", {"q": "x"}), results[0].data

    assert (value, value) == run(foreign(lambda _: result), use)


def test_an_error_of_the_server_is_told_to_the_model() -> None:
    async def use(tools: ToolRegistry) -> Any:
        with pytest.raises(ToolCallRefused, match="no such street"):
            await tools.acall("look", {"q": "x"})

    run(foreign(lambda _: said("no such street", is_error=True)), use)


def test_a_crash_of_the_server_is_a_crash_of_the_tool() -> None:
    def crash(arguments: object) -> Any:
        raise RuntimeError("internals")

    async def use(tools: ToolRegistry) -> Any:
        with pytest.raises(ToolExecutionError) as caught:
            await tools.acall("look", {"q": "x"})
        return caught.value.for_model()

    assert "the tool failed" == run(foreign(crash), use)


def test_tools_of_servers_mix_with_ours_and_are_served_again() -> None:
    async def use(tools: ToolRegistry) -> Any:
        mixed = tools + tools.prefixed("more_")
        with pytest.raises(DuplicateToolError):
            _ = tools + tools
        async with Client(server(mixed, name="proxy")) as client:
            listed = (await client.list_tools()).tools
            return listed, await client.call_tool("more_look", {"q": "x"})

    listed, result = run(foreign(lambda _: said("found")), use)
    assert ["look", "more_look"] == [tool.name for tool in listed]
    assert PASSED_ON == listed[1].input_schema
    assert "found" == result.content[0].text


def test_options_go_to_the_client_and_not_to_one_that_is_connected() -> None:
    async def use(tools: ToolRegistry) -> Any:
        return tools.names

    assert ("look",) == run(foreign(lambda _: said("")), use, mode="legacy")

    async def main() -> Any:
        async with Client(foreign(lambda _: said("found"))) as client:
            async with connect(client) as tools:
                assert ("look",) == tools.names
            assert "found" == (await client.call_tool("look", {"q": "x"})).content[0].text  # type: ignore[union-attr]
            with pytest.raises(ToolUsageError, match="connected already: give it mode"):
                async with connect(client, mode="legacy"):
                    pass

    asyncio.run(main())


def test_our_own_servers_give_back_what_our_registries_give(served: Served) -> None:
    async def use(tools: ToolRegistry) -> Any:
        product = await tools.acall("get_product", {"sku": "MUG-01"})
        with pytest.raises(ToolCallRefused, match="search_products finds the numbers"):
            await tools.acall("get_product", {"sku": "MUG-99"})
        return product

    if served.transport == "stdio":
        command, *arguments = served.command("shop.catalogue")
        target = StdioServerParameters(command=command, args=arguments, cwd=served.project)
        product = run(target, use, mode=served.mode)
    else:
        with served.over_http("shop.catalogue") as url:
            product = run(url, use, mode=served.mode)
    expected = {"sku": "MUG-01", "title": "Blue mug", "category": "kitchen", "price": "12.50"}
    assert expected == product


def test_a_command_is_started(tmp_path: Any) -> None:
    async def use(tools: ToolRegistry) -> Any:
        return await tools.acall("look", {"q": "x"})

    script = tmp_path / "script.py"
    script.write_text(
        "from toolschema_runtime import ToolRegistry\n"
        "from toolschema_runtime.adapters.mcp import serve\n"
        "from toolschema_runtime import ToolDefinition\n"
        "schema = {'name': 'look', 'inputSchema': {'type': 'object'}}\n"
        "look = ToolDefinition.raw(schema, lambda arguments: f'got {arguments}')\n"
        "serve(ToolRegistry([look]), name='look')\n"
    )
    assert "got {'q': 'x'}" == run([sys.executable, str(script)], use)
