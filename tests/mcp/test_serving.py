"""A client in another process lists and calls tools, over both transports and both kinds of protocol."""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

import pytest
from mcp import Client, MCPError
from mcp_types import ElicitResult, Implementation

from tests.mcp.conftest import Served

ADDRESS = {"street": "Kirchgasse 1", "city": "Jena", "postcode": "07743"}
# What each tool of the shop is called with, what comes of it, and arguments that it refuses.
SHOP: dict[str, tuple[dict[str, Any], Any, dict[str, Any]]] = {
    "search_products": (
        {"query": "travel", "max_price": "30"},
        [{"sku": "MUG-02", "title": "Travel mug", "category": "kitchen", "price": "24.00"}],
        {"query": "travel", "max_price": "cheap"},
    ),
    "get_product": (
        {"sku": "POT-07"},
        {"sku": "POT-07", "title": "Terracotta pot", "category": "garden", "price": "9.90"},
        {"sku": 7},
    ),
    "check_stock": ({"skus": ["PEN-03", "?"]}, {"PEN-03": 3}, {"skus": "PEN-03"}),
    "estimate_delivery": (
        {"ship_to": ADDRESS, "speed": "express"},
        {"days": 1, "cost": "14.90"},
        {"ship_to": {**ADDRESS, "planet": "Mars"}},
    ),
    "place_order": (
        {
            "lines": [{"sku": "MUG-01", "quantity": 2, "engraving": None}],
            "ship_to": {**ADDRESS, "country": "DE"},
            "speed": "standard",
            "gift_note": None,
        },
        {
            "number": 1001,
            "lines": [{"sku": "MUG-01", "quantity": 2, "engraving": None}],
            "ship_to": {**ADDRESS, "country": "DE"},
            "speed": "standard",
            "total": "29.90",
            "is_shipped": False,
        },
        {"lines": [{"sku": "MUG-01", "quantity": "many"}], "ship_to": ADDRESS},
    ),
    "list_orders": ({"only_open": True}, None, {"only_open": "yes"}),
    "cancel_order": ({"number": 1001, "reason": "late"}, None, {"number": 1001}),
    "contact_support": ({"message": "Hello"}, 2, {"message": None}),
}


def _text(result: Any) -> str:
    return str(result.content[0].text)


def test_every_tool_of_the_shop_is_listed_as_the_registry_has_it(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in served.talk("application:orders", conversation)}
    assert list(SHOP) == list(tools)
    search = tools["search_products"]
    assert search.description is not None
    assert search.description.startswith("Search the catalogue by title.")
    assert ["query"] == search.input_schema["required"]
    assert "session" not in tools["place_order"].input_schema["properties"]
    assert "Contact support" == tools["contact_support"].title
    assert search.annotations is not None
    assert search.annotations.read_only_hint is True
    assert search.output_schema is not None
    is_wrapped = search.output_schema["type"] == "object"
    assert is_wrapped == (served.mode == "legacy")


def test_every_tool_of_the_shop_answers_and_refuses(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        return [
            (
                name,
                await client.call_tool(name, right),
                await client.call_tool(name, wrong),
                expected,
            )
            for name, (right, expected, wrong) in SHOP.items()
        ]

    for name, answered, refused, expected in served.talk("application:orders", conversation):
        assert not answered.is_error, (name, answered)
        got = answered.structured_content
        if expected is not None:
            is_wrapped = served.mode == "legacy" and not isinstance(expected, dict)
            assert ({"result": expected} if is_wrapped else expected) == got
        assert refused.is_error, name
        assert (
            "expected" in _text(refused)
            or "missing" in _text(refused)
            or "unknown" in _text(refused)
        )
        assert refused.structured_content is None


def test_listing_imports_no_module_of_a_tool(served: Served) -> None:
    # Beside desk, whose own tool needs a user, no application is there to import it.
    async def conversation(client: Client) -> Any:
        names = [tool.name for tool in (await client.list_tools()).tools]
        before = (served.marks / "imported").exists()
        await client.call_tool("add", {"a": 1, "b": 2})
        return names, before, (served.marks / "imported").exists()

    names, before, after = served.talk("application:desk", conversation)
    assert "crash" in names
    assert (False, True) == (before, after)


def test_an_unknown_tool_is_a_protocol_error(served: Served) -> None:
    async def conversation(client: Client) -> MCPError:
        with pytest.raises(MCPError) as caught:
            await client.call_tool("ad", {"a": 1})
        return caught.value

    error = served.talk("application:desk", conversation)
    assert (-32602, 'there is no tool "ad"; did you mean "add"?') == (error.code, error.message)


def test_what_fails_is_said_without_internals_and_ends_nothing(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        crashed = await client.call_tool("crash", {"password": "x1"})
        left = await client.call_tool("leave", {"status": 3})
        later = await client.call_tool("leave_later", {"status": 3})
        slow = await client.call_tool("too_slow", {})
        return crashed, left, later, slow, await client.call_tool("greet", {"name": "Ada"})

    *failed, greeted = served.talk("application:desk", conversation)
    told = "the tool failed"
    assert [told, told, told, "the tool did not answer within 0.2 s"] == [*map(_text, failed)]
    assert all(result.is_error for result in failed)
    assert "Hello Ada" == _text(greeted)


@pytest.mark.skipif(sys.version_info < (3, 11), reason="nothing tells who cancelled what")
def test_a_tool_that_cancels_itself_does_not_end_the_server(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        given_up = await client.call_tool("give_up", {})
        return given_up, await client.call_tool("greet", {"name": "Ada"})

    given_up, greeted = served.talk("application:desk", conversation)
    assert ("the tool failed", "Hello Ada") == (_text(given_up), _text(greeted))


def test_a_result_that_is_cancelled_does_not_end_the_server(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        given_up = await client.call_tool("count_and_give_up", {})
        return given_up, await client.call_tool("greet", {"name": "Ada"})

    given_up, greeted = served.talk("application:desk", conversation)
    assert ("the tool failed", "Hello Ada") == (_text(given_up), _text(greeted))


def test_a_result_that_is_nothing_has_no_structured_content(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        return await client.call_tool("nothing", {})

    result = served.talk("application:desk", conversation)
    assert not result.is_error
    assert result.structured_content is None


def test_a_result_that_may_be_nothing_is_structured_content_in_both_cases(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        names = ("Augusta Ada", "Charles")
        return [await client.call_tool("nickname", {"name": name}) for name in names]

    known, unknown = served.talk("application:desk", conversation)
    assert ({"result": "Ada"}, {"result": None}) == (
        known.structured_content,
        unknown.structured_content,
    )


def test_calls_run_side_by_side_while_some_block(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        await client.call_tool("add", {"a": 0, "b": 0})
        blocked = [
            asyncio.ensure_future(client.call_tool("block", {"seconds": 3})) for _ in range(20)
        ]
        begun = time.monotonic()
        sums = await asyncio.gather(
            *(client.call_tool("add", {"a": n, "b": n}) for n in range(200))
        )
        greetings = await asyncio.gather(
            *(client.call_tool("greet", {"name": str(n)}) for n in range(100))
        )
        were_blocked = not any(call.done() for call in blocked)
        took = time.monotonic() - begun
        awake = await asyncio.gather(*blocked)
        return sums, greetings, awake, were_blocked or took >= 3

    sums, greetings, awake, overlapped = served.talk("application:desk", conversation)
    assert [str(2 * n) for n in range(200)] == [*map(_text, sums)]
    assert [f"Hello {n}" for n in range(100)] == [*map(_text, greetings)]
    assert {"awake"} == {*map(_text, awake)}
    assert overlapped


def test_a_tool_that_runs_alone_runs_alone(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        calls = [client.call_tool("alone", {}) for _ in range(10)]
        others = [client.call_tool("greet", {"name": "Ada"}) for _ in range(10)]
        return await asyncio.gather(*calls, *others)

    results = served.talk("application:desk", conversation)
    assert ["1"] * 10 + ["Hello Ada"] * 10 == [*map(_text, results)]


def test_an_async_generator_reports_progress(served: Served) -> None:
    seen: list[tuple[float, str | None]] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        seen.append((done, message))

    async def conversation(client: Client) -> Any:
        reported = await client.call_tool("count", {"to": 3}, progress_callback=progress)
        return reported, await client.call_tool("count", {"to": 2})

    reported, silent = served.talk("application:desk", conversation)
    assert '["step 1", "step 2", "step 3"]' == _text(reported)
    assert '["step 1", "step 2"]' == _text(silent)
    assert [(1, "step 1"), (2, "step 2"), (3, "step 3")] == seen


def test_a_cancelled_call_is_cancelled_in_the_tool(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        call = asyncio.ensure_future(client.call_tool("wait", {"seconds": 60}))
        await _until(served, "waiting")
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        await _until(served, "cancelled")
        return await client.call_tool("add", {"a": 1, "b": 1})

    assert "2" == _text(served.talk("application:desk", conversation))


async def _until(served: Served, mark: str) -> None:
    for _ in range(400):
        if (served.marks / mark).exists():
            return
        await asyncio.sleep(0.05)
    raise AssertionError(f"no {mark}")


def test_tools_are_those_of_the_request(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        names = [tool.name for tool in (await client.list_tools()).tools]
        return names, await client.call_tool("whoami", {})

    names, asked = served.talk("application:by_client", conversation)
    assert ["add", "whoami"] == names
    assert "ada" == _text(asked)


def test_a_tool_is_listed_when_its_condition_holds(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        async def names() -> list[str]:
            return [tool.name for tool in (await client.list_tools()).tools]

        before, refused = await names(), await client.call_tool("walk", {})
        await client.call_tool("open", {})
        return before, refused, await names(), await client.call_tool("walk", {})

    before, refused, after, walked = served.talk("application:door", conversation)
    assert (["open"], ["walk"]) == (before, after)
    assert (True, "this tool cannot be used now") == (refused.is_error, _text(refused))
    assert "inside" == _text(walked)


def test_a_failing_application_is_a_protocol_error_without_internals(served: Served) -> None:
    async def conversation(client: Client) -> list[MCPError]:
        with pytest.raises(MCPError) as listing:
            await client.list_tools()
        with pytest.raises(MCPError) as calling:
            await client.call_tool("add", {"a": 1, "b": 2})
        return [listing.value, calling.value]

    stranger = Implementation(name="stranger", version="1")
    for error in served.talk("application:by_client", conversation, client_info=stranger):
        told = (error.code, error.message)
        assert (-32603, "the server could not answer; its log says why") == told


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("accept", "sent 5 to Ada"),
        ("decline", "the user declined this call"),
        ("cancel", "the user did not decide about this call"),
    ],
)
def test_the_person_at_the_client_approves(served: Served, action: Any, told: str) -> None:
    asked: list[str] = []

    async def elicited(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        return ElicitResult(action=action, content={} if action == "accept" else None)

    async def conversation(client: Client) -> Any:
        refused = await client.call_tool("transfer", {"to": "Ada", "cents": "five"})
        return refused, await client.call_tool("transfer", {"to": "Ada", "cents": 5})

    refused, result = served.talk("application:desk", conversation, elicitation_callback=elicited)
    assert "cents: expected integer" in _text(refused)
    assert ['Allow Send money?\nto: "Ada"\ncents: 5'] == asked
    assert told == _text(result)
    assert (action != "accept") == result.is_error
    assert (action == "accept") == (served.marks / "transfers").exists()


def test_a_client_that_cannot_ask_has_no_approval(served: Served) -> None:
    async def conversation(client: Client) -> Any:
        return await client.call_tool("transfer", {"to": "Ada", "cents": 5})

    result = served.talk("application:desk", conversation)
    assert result.is_error
    assert "no way to ask for it" in _text(result)
    assert not (served.marks / "transfers").exists()
