"""One round: decided, run and answered."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Any

import pytest

from tests.unit.dialects.responses import ANTHROPIC, GEMINI
from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import (
    ApprovalRequired,
    AsyncToolError,
    MissingInjectedValueError,
    ToolArgumentError,
    ToolCall,
    ToolCallRefused,
    ToolExecutionError,
    ToolNotFoundError,
    ToolRegistry,
    ToolTimeoutError,
    ToolUsageError,
    UnknownInjectedValueError,
)

SOURCE = """
    import asyncio
    import contextvars
    import threading
    import time

    from toolschema_runtime import ToolCallRefused, tool

    log = []
    user = contextvars.ContextVar("user", default="nobody")

    @tool
    def weather(city: str):
        log.append(city)
        return {"city": city, "degrees": 3}

    @tool
    def crash():
        raise RuntimeError("secret")

    @tool
    def refuse():
        raise ToolCallRefused("only on Mondays")

    @tool
    def where():
        return [threading.get_ident(), user.get()]

    @tool
    def here():
        return threading.get_ident()

    @tool
    def pay(amount: int):
        log.append(amount)
        return "paid"

    @tool
    def whoami(user_id=None):
        return user_id

    running = []

    @tool
    async def meet(name: str):
        running.append(name)
        seen = len(running)
        await asyncio.sleep(0.02)
        most = max(seen, len(running))
        running.remove(name)
        return most

    @tool
    async def alone():
        return len(running)

    @tool
    def slow():
        time.sleep(1)

    @tool
    async def forever():
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            log.append("cancelled")
            raise
"""

RECORDS = [
    record("weather", parameter("city", "str"), returns="any"),
    record("crash", returns="any"),
    record("refuse", returns="any"),
    record("where", returns="any"),
    record("here", returns="any", thread=False),
    record("pay", parameter("amount", "int"), approval=True, returns="str"),
    record(
        "whoami",
        parameter("user_id", None, inject={"required": False}, optional=True, default=None),
    ),
    record("meet", parameter("name", "str"), is_async=True, returns="int"),
    record("alone", is_async=True, parallel=False, returns="int"),
    record("slow", timeout=0.05, returns="null"),
    record("forever", is_async=True, returns="null"),
]


@pytest.fixture
def desk(load: Load) -> ToolRegistry:
    return load(SOURCE, *RECORDS)


def log(desk: ToolRegistry) -> list[Any]:
    return desk["weather"].handler.__globals__["log"]


def call(name: str, id: str | None = None, /, **arguments: Any) -> ToolCall:
    return ToolCall(name, arguments, id, "openai")


def test_round_is_run_and_answered_in_order(desk: ToolRegistry) -> None:
    results = desk.execute(ANTHROPIC)
    assert [("weather", False), ("now", True)] == [(r.call.name, r.is_error) for r in results]
    assert {"city": "Oslo", "degrees": 3} == results[0].value == results[0].data
    assert isinstance(results[1].error, ToolNotFoundError)
    [message] = results.messages
    assert ["c1", "c2"] == [block["tool_use_id"] for block in message["content"]]


def test_response_is_left_alone(desk: ToolRegistry) -> None:
    before = repr(GEMINI)
    assert "c2ln" in before
    desk.execute(GEMINI)
    assert before == repr(GEMINI)


def test_no_calls_are_no_results(desk: ToolRegistry) -> None:
    assert not desk.execute(None)
    assert [] == desk.execute({"role": "assistant", "content": "Hi"}).messages


def test_refused_arguments_are_told_and_nothing_runs(desk: ToolRegistry) -> None:
    [result] = desk.execute(call("weather", "c1", town="Oslo"))
    assert isinstance(result.error, ToolArgumentError)
    assert result.error.for_model() == result.text
    assert [] == log(desk)


def test_call_that_was_cut_off_is_refused(desk: ToolRegistry) -> None:
    results = desk.execute({**ANTHROPIC, "stop_reason": "max_tokens"})
    assert ["", ""] == [result.error.field for result in results]  # type: ignore[union-attr]
    assert all("cut off" in result.text for result in results)
    assert [] == log(desk)


@pytest.mark.parametrize("is_async", [False, True])
def test_host_mistake_is_raised_before_anything_runs(desk: ToolRegistry, is_async: bool) -> None:
    calls = [call("weather", city="Oslo"), call("whoami")]
    with pytest.raises(UnknownInjectedValueError):
        run(desk, calls, is_async=is_async, inject={"userid": 1})
    assert [] == log(desk)


def test_missing_injected_value_is_raised_before_anything_runs(load: Load) -> None:
    desk = load(
        "from toolschema_runtime import tool\nran = []\n"
        "@tool\ndef first():\n    ran.append(1)\n"
        "@tool\ndef second(*, user):\n    ran.append(2)\n",
        record("first"),
        record("second", parameter("user", None, kind="keyword_only", inject={"required": True})),
    )
    with pytest.raises(MissingInjectedValueError):
        desk.execute([call("first"), call("second")])
    assert [] == desk["first"].handler.__globals__["ran"]


def run(desk: ToolRegistry, response: Any, *, is_async: bool, **keys: Any) -> Any:
    if is_async:
        return asyncio.run(desk.aexecute(response, **keys))
    return desk.execute(response, **keys)


@pytest.mark.parametrize("is_async", [False, True])
def test_injected_values_reach_the_tool(desk: ToolRegistry, is_async: bool) -> None:
    seen = []

    def provide(made: ToolCall) -> dict[str, str]:
        seen.append(made.id)
        return {"user_id": "u1"}

    [given] = run(desk, call("whoami"), is_async=is_async, inject={"user_id": "u0"})
    [provided] = run(desk, call("whoami", "c9"), is_async=is_async, inject=provide)
    assert ("u0", "u1", ["c9"]) == (given.value, provided.value, seen)


# -- failures --------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_async", [False, True])
def test_crash_is_reported_without_internals(
    desk: ToolRegistry, is_async: bool, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        crashed, fine = run(desk, [call("crash"), call("weather", city="Oslo")], is_async=is_async)
    assert isinstance(crashed.error, ToolExecutionError)
    assert "secret" not in crashed.text
    assert 1 == len(caplog.records)
    assert not fine.is_error


@pytest.mark.parametrize("is_async", [False, True])
def test_crash_is_raised_when_so_configured(desk: ToolRegistry, is_async: bool) -> None:
    with pytest.raises(ToolExecutionError):
        run(desk.configured(on_error="raise"), call("crash"), is_async=is_async)


def test_crash_is_told_in_the_hosts_words(desk: ToolRegistry) -> None:
    told = desk.configured(on_error=lambda error: f"try later ({type(error.error).__name__})")
    [result] = told.execute(call("crash", "c1"))
    assert "try later (RuntimeError)" == result.text == result_content(result)


def result_content(result: Any) -> Any:
    from toolschema_runtime import ToolResults

    return ToolResults([result]).messages[0]["content"]


@pytest.mark.parametrize("is_async", [False, True])
def test_refusal_of_a_tool_is_its_text(desk: ToolRegistry, is_async: bool) -> None:
    [result] = run(desk, call("refuse"), is_async=is_async)
    assert "only on Mondays" == result.text
    assert isinstance(result.error, ToolCallRefused)


@pytest.mark.parametrize("is_async", [False, True])
def test_slow_tool_times_out(desk: ToolRegistry, is_async: bool) -> None:
    [result] = run(desk, call("slow"), is_async=is_async)
    assert isinstance(result.error, ToolTimeoutError)


# -- approval --------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_async", [False, True])
def test_undecided_call_stops_the_whole_round(desk: ToolRegistry, is_async: bool) -> None:
    calls = [
        call("weather", "c1", city="Oslo"),
        call("pay", "c2", amount=5),
        call("pay", "c3", amount="x"),
    ]
    with pytest.raises(ApprovalRequired) as caught:
        run(desk, calls, is_async=is_async)
    assert (calls[1],) == caught.value.calls
    assert [] == log(desk)


@pytest.mark.parametrize("is_async", [False, True])
def test_calls_are_decided_by_id(desk: ToolRegistry, is_async: bool) -> None:
    calls = [call("pay", f"c{amount}", amount=amount) for amount in range(3)]
    decisions = {"c0": True, "c1": False, "c2": "ask your manager"}
    results = run(desk, calls, is_async=is_async, approvals=decisions)
    assert ["paid", "this call was not approved", "ask your manager"] == [r.text for r in results]
    assert all(isinstance(r.error, ToolCallRefused) for r in results[1:])
    assert [0] == log(desk)


@pytest.mark.parametrize("is_async", [False, True])
def test_calls_are_decided_by_a_function(desk: ToolRegistry, is_async: bool) -> None:
    calls = [call("pay", amount=1), call("pay", amount=500), call("weather", city="Oslo")]
    seen = []

    def decide(made: ToolCall) -> bool:
        seen.append(made.name)
        return made.arguments["amount"] < 100  # type: ignore[index, operator]

    results = run(desk, calls, is_async=is_async, approvals=decide)
    assert [False, True, False] == [result.is_error for result in results]
    assert ["pay", "pay"] == seen


@pytest.mark.parametrize("is_async", [False, True])
def test_one_decision_is_not_for_two_calls(desk: ToolRegistry, is_async: bool) -> None:
    # Some servers give every call of a response the same id.
    calls = [call("pay", "c1", amount=1), call("pay", "c1", amount=500)]
    with pytest.raises(ApprovalRequired):
        run(desk, calls, is_async=is_async, approvals={})
    with pytest.raises(ToolUsageError, match="have the id 'c1': approve by a function"):
        run(desk, calls, is_async=is_async, approvals={"c1": True})
    assert [] == log(desk)
    decided = run(desk, calls, is_async=is_async, approvals=lambda made: made is calls[0])
    assert [False, True] == [result.is_error for result in decided]


def test_async_decisions_are_for_aexecute(desk: ToolRegistry) -> None:
    async def decide(made: ToolCall) -> bool:
        return True

    [result] = asyncio.run(desk.aexecute(call("pay", amount=1), approvals=decide))
    assert "paid" == result.text
    with pytest.raises(AsyncToolError):
        desk.execute(call("pay", amount=1), approvals=decide)


# -- side by side ----------------------------------------------------------------------------------


def test_async_tool_is_for_aexecute(desk: ToolRegistry) -> None:
    with pytest.raises(AsyncToolError):
        desk.execute([call("weather", city="Oslo"), call("meet", name="a")])
    assert [] == log(desk)


def test_async_tools_run_side_by_side_up_to_the_limit(desk: ToolRegistry) -> None:
    calls = [call("meet", name=name) for name in "abcd"]
    free = asyncio.run(desk.aexecute(calls))
    limited = asyncio.run(desk.aexecute(calls, limit=2))
    assert (4, 2) == (max(r.value for r in free), max(r.value for r in limited))
    assert ["a", "b", "c", "d"] == [r.call.arguments["name"] for r in free]  # type: ignore[index]


def test_sync_tools_run_in_one_worker_thread_with_the_context(desk: ToolRegistry) -> None:
    user = desk["where"].handler.__globals__["user"]

    async def main() -> Any:
        user.set("ann")
        return await desk.aexecute([call("where"), call("where"), call("here"), call("where")])

    first, second, here, third = [result.value for result in asyncio.run(main())]
    assert first == second == third
    assert (threading.get_ident(), "ann") == (here, first[1])
    assert here != first[0]


def test_tool_that_is_not_parallel_runs_alone(desk: ToolRegistry) -> None:
    calls = [call("meet", name="a"), call("meet", name="b"), call("alone"), call("meet", name="c")]
    results = asyncio.run(desk.aexecute(calls))
    assert [2, 2, 0, 1] == [result.value for result in results]


def test_cancellation_reaches_async_tools(desk: ToolRegistry) -> None:
    async def main() -> None:
        task = asyncio.ensure_future(desk.aexecute([call("forever"), call("forever")]))
        await asyncio.sleep(0.05)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(main())
    assert ["cancelled", "cancelled"] == log(desk)


def test_crash_that_is_raised_cancels_the_others(desk: ToolRegistry) -> None:
    async def main() -> None:
        with pytest.raises(ToolExecutionError):
            await desk.configured(on_error="raise").aexecute([call("forever"), call("crash")])

    asyncio.run(main())
    assert ["cancelled"] == log(desk)


def test_repairs_are_recorded(desk: ToolRegistry) -> None:
    [result] = desk.lenient().execute(ToolCall("weather", '```json\n{"city": "Oslo"}\n```'))
    assert ("Oslo", 1) == (result.value["city"], len(result.repairs))


OSLO = {"city": "Oslo"}
OF_NO_FORMAT = ToolCall("weather", OSLO, "2", "opnai")


@pytest.mark.parametrize(
    ("made", "given"),
    [
        (OF_NO_FORMAT, {}),
        ([call("weather", city="Oslo"), OF_NO_FORMAT], {}),
        (ToolCall("weather", OSLO), {"format": "opnai"}),
    ],
)
def test_no_call_made_by_hand_runs_if_there_is_no_such_format(
    desk: ToolRegistry, made: Any, given: Any
) -> None:
    with pytest.raises(ToolUsageError, match="there is no format 'opnai'; there are: openai,"):
        desk.execute(made, **given)
    with pytest.raises(ToolUsageError, match="there is no format 'opnai'"):
        asyncio.run(desk.aexecute(made, **given))
    assert [] == log(desk)


def test_wrong_format_is_the_hosts_mistake(desk: ToolRegistry) -> None:
    with pytest.raises(ToolUsageError):
        desk.execute(ANTHROPIC, format="gemini")
