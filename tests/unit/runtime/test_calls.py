"""Calling through a registry: binding by parameter kind, refusals, crashes, async, threads, time."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import (
    ApprovalRequired,
    AsyncToolError,
    InvalidToolArgumentError,
    Limits,
    MissingToolArgumentError,
    ToolArgumentError,
    ToolCallRefused,
    ToolDefinition,
    ToolExecutionError,
    ToolNotFoundError,
    ToolRegistry,
    ToolTimeoutError,
    UnknownToolArgumentError,
)

# The first calls are interpreted, later ones compiled: each claim must hold for both.
ROUNDS = 6

ECHO = """
    from toolschema_runtime import tool
    @tool
    def echo({}): return {}
"""


@pytest.mark.parametrize(
    ("signature", "result", "parameters", "sent", "value"),
    [
        ("a, b=2", "(a, b)", [parameter("a", "int"), parameter("b", "int", optional=True, default=2)],
         {"a": 1}, (1, 2)),
        ("a, /, b=2", "(a, b)",
         [parameter("a", "int", kind="positional_only"), parameter("b", "int", optional=True, default=2)],
         {"a": 1, "b": 5}, (1, 5)),
        ("a=1, b=2, /", "(a, b)",
         [parameter("a", "int", kind="positional_only", optional=True, default=1),
          parameter("b", "int", kind="positional_only", optional=True, default=2)],
         {"b": 5}, (1, 5)),
        ("*, from_", "from_", [parameter("from_", "int", kind="keyword_only", key="from")],
         {"from": 1}, 1),
        ("a, **kw", "(a, kw)",
         [parameter("a", "int"), parameter("kw", "int", kind="var_keyword")],
         {"a": 1, "x": 2, "y-z": 3}, (1, {"x": 2, "y-z": 3})),
        ("a, **kw", "(a, kw)",
         [parameter("a", "int"), parameter("depth", "int", kind="unpacked", optional=True),
          parameter("label", "str", kind="unpacked")],
         {"a": 1, "label": "x"}, (1, {"label": "x"})),
        ("a=7", "a", [parameter("a", {"type": "optional", "of": "int"}, optional=True, null_is_default=True, default=7)],
         {"a": None}, 7),
        ("a=None", "a", [parameter("a", {"type": "optional", "of": "int"}, optional=True, default=None)],
         {"a": None}, None),
        ("a", "a", [parameter("a", {"type": "list", "items": "int"}, optional=True, supply=[])], {}, []),
    ],
)  # fmt: skip
def test_arguments_reach_every_kind_of_parameter(
    load: Load, signature: str, result: str, parameters: Any, sent: Any, value: Any
) -> None:
    tools = load(ECHO.format(signature, result), record("echo", *parameters))
    for _ in range(ROUNDS):
        assert value == tools.call("echo", sent)
        assert value == tools("echo", json.dumps(sent))


def test_a_supplied_default_is_fresh_in_every_call(load: Load) -> None:
    plan = {"type": "list", "items": "int"}
    tools = load(
        ECHO.format("a", "a"), record("echo", parameter("a", plan, optional=True, supply=[]))
    )
    for _ in range(ROUNDS):
        tools.call("echo").append(1)
    assert [] == tools.call("echo")


def test_a_field_default_is_asked_of_the_field(load: Load) -> None:
    source = """
        from toolschema_runtime import tool
        class Field:
            def get_default(self, *, call_default_factory): return ["fresh"]
        @tool
        def echo(a=Field()): return a
    """
    plan = {"type": "list", "items": "str"}
    tools = load(source, record("echo", parameter("a", plan, optional=True, field_default=True)))
    for _ in range(ROUNDS):
        tools.call("echo").append(1)
        assert ["fresh"] == tools.call("echo")


def test_an_unpacked_parameter_takes_its_keys_from_the_top(load: Load) -> None:
    source = """
        from dataclasses import dataclass
        from toolschema_runtime import tool
        @dataclass
        class Job:
            url: str
            width: int = 800
        @tool(unpack="job")
        def echo(job: Job): return job.url, job.width
    """
    plan = {
        "type": "object", "family": "dataclass", "class": ":Job",
        "fields": [{"name": "url", "plan": "str"}, {"name": "width", "plan": "int", "optional": True}],
    }  # fmt: skip
    tools = load(source, record("echo", parameter("job", plan, unpack=True)))
    for _ in range(ROUNDS):
        assert ("u", 800) == tools.call("echo", {"url": "u"})
        with pytest.raises(MissingToolArgumentError) as caught:
            tools.call("echo", {"width": 1})
        assert "url" == caught.value.field
        with pytest.raises(UnknownToolArgumentError):
            tools.call("echo", {"url": "u", "job": {}})


def test_a_wrapped_function_is_called_without_defaults_of_ours(load: Load) -> None:
    source = """
        import functools
        from toolschema_runtime import tool
        def logged(f):
            @functools.wraps(f)
            def wrapper(*args, **kwargs): return args, kwargs
            return wrapper
        @tool
        @logged
        def echo(a, b=2): ...
    """
    tools = load(
        source, record("echo", parameter("a", "int"), parameter("b", "int", optional=True))
    )
    for _ in range(ROUNDS):
        assert ((), {"a": 1}) == tools.call("echo", {"a": 1})


@pytest.mark.parametrize("nothing", [None, "", "null", "  ", {}, "{}"])
def test_no_arguments_may_be_said_in_several_ways(load: Load, nothing: Any) -> None:
    tools = load(ECHO.format("", "1"), record("echo"))
    for _ in range(ROUNDS):
        assert 1 == tools.call("echo", nothing)


HIDDEN = [
    parameter("x", "int", kind="positional_only", key="wire"),
    parameter("user", None, kind="keyword_only", inject={"required": False}),
    parameter("kw", "any", kind="var_keyword"),
]


@pytest.mark.parametrize("name", ["user", "x"])
def test_a_hidden_name_is_refused_even_where_further_keys_are_open(load: Load, name: str) -> None:
    tools = load(ECHO.format("x, /, *, user=None, **kw", "(x, user, kw)"), record("echo", *HIDDEN))
    for _ in range(ROUNDS):
        assert (1, None, {"further": 2}) == tools.call("echo", {"wire": 1, "further": 2})
        with pytest.raises(UnknownToolArgumentError) as caught:
            tools.call("echo", {"wire": 1, name: "evil"})
        assert name == caught.value.field
        assert "user" not in caught.value.problems[0].expected


def test_a_further_key_may_be_called_as_the_parameter_for_further_keys(load: Load) -> None:
    tools = load(ECHO.format("x, /, *, user=None, **kw", "(x, user, kw)"), record("echo", *HIDDEN))
    for _ in range(ROUNDS):
        assert (1, None, {"kw": 2}) == tools.call("echo", {"wire": 1, "kw": 2})


def test_a_pythons_name_behind_a_key_is_told_apart_from_an_unknown_key(load: Load) -> None:
    tools = load(ECHO.format("x, /, *, user=None, **kw", "(x, user, kw)"), record("echo", *HIDDEN))
    with pytest.raises(UnknownToolArgumentError) as caught:
        tools.call("echo", {"wire": 1, "x": 2, "user": 3})
    assert [
        'unknown key, "x" is Python\'s name for "wire", send "wire"',
        "unknown key, known keys: wire",
    ] == [problem.message for problem in caught.value.problems]


def test_a_refused_call_does_not_run_the_tool(load: Load) -> None:
    source = """
        from toolschema_runtime import tool
        RAN = []
        @tool
        def echo(a): RAN.append(a)
    """
    tools = load(source, record("echo", parameter("a", "int")))
    tools.call("echo", {"a": 0})
    for _ in range(ROUNDS):
        for sent in ({}, {"a": "x"}, {"a": 1, "b": 2}, "[1]", '{"a": NaN}', '{"a": 1', b"{}"):
            with pytest.raises(ToolArgumentError):
                tools.call("echo", sent)  # type: ignore[arg-type]
    assert [0] == __import__("desk").RAN


def test_every_fault_is_said_in_signature_order_then_unknown_keys(load: Load) -> None:
    tools = load(
        ECHO.format("a, b, c", "1"),
        record("echo", parameter("a", "int"), parameter("b", "date"), parameter("c", "bool")),
    )
    with pytest.raises(InvalidToolArgumentError) as caught:
        tools.call("echo", {"zz": 1, "c": 1, "a": "x"})
    problems = [(p.path, p.code) for p in caught.value.problems]
    assert [("a", "type"), ("b", "missing"), ("c", "type"), ("zz", "unknown")] == problems
    assert ("a", "integer", '"x"') == (
        caught.value.field,
        caught.value.expected,
        caught.value.actual,
    )
    assert "echo" == caught.value.tool
    assert 4 == len(caught.value.for_model().splitlines())


def test_a_refusal_by_a_constructor_is_a_problem_and_a_crash_of_one_is_not(load: Load) -> None:
    source = """
        from toolschema_runtime import tool, ToolCallRefused
        class Sku(str):
            def __new__(cls, text):
                if text == "refused": raise ToolCallRefused("no such article")
                if text == "value": raise ValueError("not an article")
                if text == "crash": raise RuntimeError("secret")
                return super().__new__(cls, text)
        @tool
        def echo(a): return type(a).__name__
    """
    tools = load(
        source, record("echo", parameter("a", {"type": "scalar", "class": ":Sku", "base": "str"}))
    )
    for _ in range(ROUNDS):
        assert "Sku" == tools.call("echo", {"a": "x"})
        for text, said in [("refused", "no such article"), ("value", "not an article")]:
            with pytest.raises(InvalidToolArgumentError) as caught:
                tools.call("echo", {"a": text})
            assert "refused" == caught.value.problems[0].code
            assert f"a: {said}" == caught.value.for_model()
        with pytest.raises(ToolExecutionError) as crashed:
            tools.call("echo", {"a": "crash"})
        assert "secret" not in crashed.value.for_model()


def test_a_crash_is_chained_and_a_refusal_passes(load: Load) -> None:
    source = """
        from toolschema_runtime import tool, ToolCallRefused
        @tool
        def echo(a):
            if a: raise ToolCallRefused("not today")
            raise KeyError("secret")
    """
    tools = load(source, record("echo", parameter("a", "bool")))
    for _ in range(ROUNDS):
        with pytest.raises(ToolExecutionError) as crashed:
            tools.call("echo", {"a": False})
        assert isinstance(crashed.value.__cause__, KeyError)
        assert crashed.value.error is crashed.value.__cause__
        assert "the tool failed" == crashed.value.for_model()
        with pytest.raises(ToolCallRefused, match="not today") as refused:
            tools.call("echo", {"a": True})
        assert "echo" == refused.value.tool


def test_a_keyboard_interrupt_passes(load: Load) -> None:
    tools = load(
        """
        from toolschema_runtime import tool
        @tool
        def echo(): raise KeyboardInterrupt
        """,
        record("echo"),
    )
    for _ in range(ROUNDS):
        with pytest.raises(KeyboardInterrupt):
            tools.call("echo")


def test_an_unknown_tool_is_a_key_error_with_the_nearest_name(load: Load) -> None:
    tools = load(ECHO.format("", "1"), record("echo"))
    with pytest.raises(KeyError) as caught:
        tools.call("ecko")
    assert isinstance(caught.value, ToolNotFoundError)
    assert ("ecko", ("echo",), "echo") == (
        caught.value.name,
        caught.value.available,
        caught.value.suggestion,
    )
    assert 'there is no tool "ecko"; did you mean "echo"?' == str(caught.value)
    assert tools.call_or_none("ecko") is None
    assert 1 == tools.call_or_none("echo")


def test_approval_is_asked_for_before_anything_runs(load: Load) -> None:
    tools = load(ECHO.format("a", "a"), record("echo", parameter("a", "int"), approval=True))
    for _ in range(ROUNDS):
        with pytest.raises(ApprovalRequired) as caught:
            tools.call("echo", {"a": 1})
        assert ["echo"] == [call.name for call in caught.value.calls]
        assert 1 == tools.call("echo", {"a": 1}, approved=True)
        with pytest.raises(ToolArgumentError):
            tools.call("echo", {"a": "x"})
        assert 1 == tools.configured(approval=False).call("echo", {"a": 1})


ASYNC = """
    import asyncio, contextvars, threading, time
    from toolschema_runtime import tool
    WHO = contextvars.ContextVar("WHO", default="nobody")
    @tool
    async def quick(a): return a
    @tool
    async def slow(): await asyncio.sleep(30)
    @tool
    async def count(n):
        for i in range(n): yield i
    @tool
    async def crash(): raise RuntimeError
    @tool
    def sync(): return WHO.get(), threading.current_thread() is threading.main_thread()
    @tool
    def sleep(seconds): time.sleep(seconds)
    @tool
    def stop(): raise StopIteration
    @tool
    def numbers(n): yield from range(n)
"""


def _async_tools(load: Load, **sync: Any) -> Any:
    return load(
        ASYNC,
        record("quick", parameter("a", "int"), is_async=True),
        record("slow", is_async=True),
        record("count", parameter("n", "int"), is_async=True, is_generator=True),
        record("crash", is_async=True),
        record("sync", **sync),
        record("sleep", parameter("seconds", "float")),
        record("stop"),
        record("numbers", parameter("n", "int"), is_generator=True),
    )


def test_acall_takes_both_kinds_and_call_only_one(load: Load) -> None:
    tools = _async_tools(load)

    async def play() -> None:
        for _ in range(ROUNDS):
            assert 1 == await tools.acall("quick", {"a": 1})
            assert [0, 1] == await tools.acall("count", {"n": 2})
            assert [0, 1] == await tools.acall("numbers", {"n": 2})
            for name in ("crash", "stop"):
                with pytest.raises(ToolExecutionError):
                    await tools.acall(name)

    asyncio.run(play())
    assert [0, 1] == tools.call("numbers", {"n": 2})
    for _ in range(ROUNDS):
        with pytest.raises(AsyncToolError):
            tools.call("quick", {"a": 1})


def test_a_sync_tool_runs_in_a_thread_with_the_context_unless_it_says_no(load: Load) -> None:
    tools = _async_tools(load)
    tools.sync.handler.__globals__["WHO"].set("ada")

    async def where(registry: Any) -> Any:
        return [await registry.acall("sync") for _ in range(ROUNDS)]

    assert [("ada", False)] * ROUNDS == asyncio.run(where(tools))


def test_thread_false_runs_in_the_loop(load: Load) -> None:
    tools = _async_tools(load, thread=False)
    assert ("nobody", True) == asyncio.run(tools.acall("sync"))


def test_thread_false_stays_in_the_thread_of_the_caller_whatever_the_time(load: Load) -> None:
    tools = _async_tools(load, thread=False)
    assert ("nobody", True) == asyncio.run(tools.acall("sync", timeout=5))
    assert ("nobody", True) == tools.call("sync", timeout=5)


def test_a_time_out_inside_a_tool_is_its_failure(load: Load) -> None:
    tools = load(
        """
        from toolschema_runtime import tool, ToolTimeoutError
        @tool
        def outer(): raise ToolTimeoutError(1, tool="inner")
        """,
        record("outer"),
    )
    for _ in range(ROUNDS):
        with pytest.raises(ToolExecutionError):
            tools.call("outer")


def test_a_tool_is_compiled_at_its_fourth_call(load: Load) -> None:
    tools = load(ECHO.format("a", "a"), record("echo", parameter("a", "int")))
    seen = []
    for _ in range(5):
        tools.call("echo", {"a": 1})
        seen.append("echo" in tools._calls)
    assert [False, False, False, True, True] == seen


def test_two_blocking_tools_overlap(load: Load) -> None:
    barrier = threading.Barrier(2)
    tools = load(
        """
        from toolschema_runtime import tool
        @tool
        def meet(barrier): return barrier.wait(20)
        """,
        record("meet", parameter("barrier", None, inject={"required": True})),
    )

    async def both() -> Any:
        calls = [tools.acall("meet", inject={"barrier": barrier}) for _ in range(2)]
        return await asyncio.gather(*calls)

    assert [0, 1] == sorted(asyncio.run(both()))


def test_a_tool_that_takes_too_long_is_given_up(load: Load) -> None:
    tools = _async_tools(load)
    with pytest.raises(ToolTimeoutError) as caught:
        tools.call("sleep", {"seconds": 1}, timeout=0.02)
    assert (0.02, "sleep") == (caught.value.timeout, caught.value.tool)

    async def play() -> None:
        with pytest.raises(ToolTimeoutError):
            await tools.acall("slow", timeout=0.02)
        with pytest.raises(ToolTimeoutError):
            await tools.configured(timeout=0.02).acall("slow")

    asyncio.run(play())


def test_limits_hold_for_text_and_for_objects(load: Load) -> None:
    tools = load(ECHO.format("a", "1"), record("echo", parameter("a", "any")))
    deep: Any = 1
    for _ in range(64):
        deep = [deep]
    shallow = {"a": deep[0]}
    for _ in range(ROUNDS):
        assert 1 == tools.call("echo", shallow)
        assert 1 == tools.call("echo", json.dumps(shallow))
        for sent in ({"a": deep}, {"a": [0] * 100_001}, {"a": 10**4300}):
            with pytest.raises(ToolArgumentError):
                tools.call("echo", sent)
        for text in (
            json.dumps({"a": deep}),
            '{"a": ' + "[" * 100_000,
            '{"a": ' + "9" * 4301 + "}",
            '{"a": "' + "x" * 10_000_000 + '"}',
            '{"a": [' + "0," * 100_000 + "0]}",
        ):
            with pytest.raises(ToolArgumentError):
                tools.call("echo", text)
    with pytest.raises(ToolArgumentError):
        tools.configured(limits=Limits(depth=2)).call("echo", {"a": [[1]]})


@pytest.mark.parametrize("kind", ["list", "union", "raw"])
def test_limits_hold_for_what_a_lenient_registry_reads_in_texts(load: Load, kind: str) -> None:
    plan: Any = {"type": "list", "items": {"type": "list", "items": "str"}}
    if kind == "union":
        plan = {"type": "union", "arms": ["int", plan]}
    tools = load(
        "from toolschema_runtime import tool\n@tool\ndef count(a): return len(a)",
        record("count", parameter("a", plan)),
    )
    if kind == "raw":
        texts = {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}
        schema = {"type": "object", "properties": {"a": texts}}
        remote = {"name": "count", "inputSchema": schema}
        tools = ToolRegistry([ToolDefinition.raw(remote, lambda sent: len(sent["a"]))])
    # The object and its text, the list in that with two texts, a list in one, a list of one in the other.
    sent = {"a": '["[]", "[\\"b\\"]"]'}
    for arguments in (sent, json.dumps(sent)):
        few = tools.lenient().configured(limits=Limits(nodes=8))
        assert 2 == few.call("count", arguments)
        with pytest.raises(ToolArgumentError, match="at most 7 values in all"):
            few.configured(limits=Limits(nodes=7)).call("count", arguments)


def test_a_long_array_is_taken_up_to_the_limit(load: Load) -> None:
    tools = load(
        ECHO.format("a", "len(a)"), record("echo", parameter("a", {"type": "list", "items": "int"}))
    )
    for _ in range(ROUNDS):
        assert 60_000 == tools.call("echo", {"a": [1] * 60_000})
        with pytest.raises(ToolArgumentError):
            tools.call("echo", {"a": [1] * 100_000})


def test_one_record_is_logged_per_refusal_and_crash_and_never_a_value(
    load: Load, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="toolschema_runtime")
    tools = load(
        """
        from toolschema_runtime import tool
        @tool
        def echo(a): raise RuntimeError("SECRET")
        """,
        record("echo", parameter("a", "int")),
    )
    for _ in range(ROUNDS):
        caplog.clear()
        with pytest.raises(ToolArgumentError):
            tools.call("echo", {"a": "SECRET", "SECRET": 1})
        with pytest.raises(ToolExecutionError):
            tools.call("echo", {"a": 1})
        refusal, crash = caplog.records
        assert "call of tool echo refused: type at a, unknown at a further key" == refusal.message
        assert crash.message.startswith("tool echo failed: RuntimeError at ")
        assert logging.ERROR == crash.levelno
        assert "SECRET" not in caplog.text


def test_redacted_errors_quote_no_value(load: Load) -> None:
    plan = {"type": "literal", "values": ["low", "high"]}
    tools = load(
        ECHO.format("a, b", "1"), record("echo", parameter("a", "int"), parameter("b", plan))
    )
    with pytest.raises(ToolArgumentError) as caught:
        tools.configured(redact=True).call("echo", {"a": "SECRET", "b": "loww"})
    assert 'a: expected integer, got string\nb: expected "low" or "high", got string' == (
        caught.value.for_model()
    )


def test_decode_gives_what_a_call_would_pass(load: Load) -> None:
    tools = load(
        ECHO.format("day, *, user=None, limit=5", "1"),
        record(
            "echo",
            parameter("day", "date"),
            parameter("user", None, kind="keyword_only", inject={"required": False}),
            parameter("limit", "int", kind="keyword_only", optional=True, default=5),
        ),
    )
    decoded = tools.decode("echo", {"day": "2024-02-29"})
    assert {"day": __import__("datetime").date(2024, 2, 29)} == decoded
