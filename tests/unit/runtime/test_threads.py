"""One registry in many threads and event loops: what is made lazily is made at once by all, and nobody sees it half made.

On a free-threaded Python the threads really run side by side, and there are more of them; elsewhere they are
switched as often as Python can.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from tests.unit.runtime.modules import parameter, record, write_module
from toolschema_runtime import (
    ToolCall,
    ToolCallError,
    ToolDefinition,
    ToolRegistry,
    ToolSchemaError,
    tool,
)
from toolschema_runtime._annotations import modules_that_gave
from toolschema_runtime._decode import generate
from toolschema_runtime.dialects import FORMATS

IS_FREE = not getattr(sys, "_is_gil_enabled", lambda: True)()
THREADS = 16 if IS_FREE else 8
ROUNDS = 10 if IS_FREE else 5
# More than it takes until a decoder is compiled.
REPEATS = 12
ROOT = Path(__file__).parents[3]

T = TypeVar("T")

SOURCE = """
import enum, time
from dataclasses import dataclass
import imports
from toolschema_runtime import ToolCallRefused, tool
imports.seen.append(__name__)
time.sleep(0.005)  # so that the others arrive while it is being imported

class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"

@dataclass
class Line:
    sku: str
    count: int
    def __post_init__(self):
        if self.count == 13:
            raise ValueError("not 13")

@tool
def flat(text, limit=20): return [text, limit]
@tool
def order(lines, level): return [[(line.sku, line.count) for line in lines], level.name]
@tool
def meet(id, at): return [id.hex, at.isoformat()]
@tool
def ask(text, *, user): return f"{user}: {text}"
@tool
def refuse(why): raise ToolCallRefused(why)
@tool
def crash(n): return 1 // n
@tool
def count(n): yield from range(n)
@tool
async def wait(n): return n + 1
@tool
async def stream(n):
    for i in range(n): yield i
"""
LINE = {
    "type": "object",
    "family": "dataclass",
    "class": ":Line",
    "fields": [{"name": "sku", "plan": "str"}, {"name": "count", "plan": "int"}],
}
LEVEL = {"type": "enum", "class": ":Level", "members": {"LOW": "low", "HIGH": "high"}}
RECORDS = [
    record(
        "flat",
        parameter("text", "str"),
        parameter("limit", "int", optional=True, default=20),
    ),
    record("order", parameter("lines", {"type": "list", "items": LINE}), parameter("level", LEVEL)),
    record("meet", parameter("id", "uuid"), parameter("at", "datetime")),
    record(
        "ask",
        parameter("text", "str"),
        parameter("user", None, kind="keyword_only", inject={"required": True}),
    ),
    record("refuse", parameter("why", "str")),
    record("crash", parameter("n", "int")),
    record("count", parameter("n", "int"), is_generator=True),
    record("wait", parameter("n", "int"), is_async=True),
    record("stream", parameter("n", "int"), is_async=True, is_generator=True),
]
UUID = "9c1f1b5e-2f7f-4c39-8a3a-4d3c6d1f9f10"
CALLS: list[tuple[str, Any]] = [
    ("flat", {"text": "a", "limit": 5}),
    ("flat", '{"text": "b"}'),
    ("flat", {"text": 1, "more": 2}),
    ("flat", '{"text": "b", "text": "c"}'),
    ("order", {"lines": [{"sku": "x", "count": 2}, {"sku": "y", "count": 3}], "level": "low"}),
    ("order", '{"lines": [], "level": "high"}'),
    ("order", {"lines": [{"sku": "x", "count": 13}], "level": "mid"}),
    ("meet", {"id": UUID, "at": "2026-03-01T10:30:00Z"}),
    ("meet", f'{{"id": "{UUID}", "at": "2026-03-01T10:30:00.5+02:00"}}'),
    ("meet", {"id": UUID[1:], "at": "2026-03-01"}),
    ("ask", {"text": "hello"}),
    ("refuse", {"why": "no"}),
    ("crash", {"n": 1}),
    ("crash", {"n": 0}),
    ("count", {"n": 3}),
    ("nothing", {}),
]
ASYNC_CALLS: list[tuple[str, Any]] = [
    *CALLS,
    ("wait", {"n": 1}),
    ("wait", '{"n": "1"}'),
    ("stream", {"n": 3}),
]


@pytest.fixture(autouse=True)
def hasty() -> Iterator[None]:
    """Threads are switched after a few instructions, where they have to take turns."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def fresh(folder: Path) -> Callable[[], tuple[ToolRegistry, str]]:
    """Writes a module that nobody has loaded, and gives its registry and its name."""
    (folder / "imports.py").write_text("seen = []\n")
    numbers = iter(range(1_000))

    def make() -> tuple[ToolRegistry, str]:
        name = f"desk{next(numbers)}"
        write_module(folder, name, SOURCE, *RECORDS)
        return ToolRegistry.load(name), name

    return make


def at_once(work: Callable[[int], T], threads: int = THREADS) -> list[T]:
    """What *work* gives in so many threads, which start together; what one raises is raised."""
    gate = threading.Barrier(threads)
    done: dict[int, T] = {}
    failed: list[BaseException] = []

    def run(number: int) -> None:
        try:
            gate.wait()
            done[number] = work(number)
        except BaseException as error:  # noqa: BLE001  # raised again by the thread that waits
            failed.append(error)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join(120)
    if failed:
        raise failed[0]
    return [done[number] for number in range(threads)]


def turned(items: list[T], by: int) -> list[T]:
    """The same from another place on, so that threads meet at different ones."""
    by %= len(items)
    return items[by:] + items[:by]


def said(error: ToolSchemaError) -> tuple[str, str]:
    return type(error).__name__, str(error)


def outcome(tools: ToolRegistry, name: str, arguments: Any, **keys: Any) -> Any:
    try:
        return tools.call(name, arguments, **keys)
    except ToolSchemaError as error:
        return said(error)


async def async_outcome(tools: ToolRegistry, name: str, arguments: Any) -> Any:
    try:
        return await tools.acall(name, arguments)
    except ToolSchemaError as error:
        return said(error)


def outcomes(tools: ToolRegistry, turn: int) -> list[Any]:
    """What each of `CALLS` gives, in their order, called from another place on."""
    found = {
        place: outcome(tools, name, arguments)
        for place, (name, arguments) in turned(list(enumerate(CALLS)), turn)
    }
    return [found[place] for place in range(len(CALLS))]


def seen() -> list[str]:
    found: list[str] = sys.modules["imports"].seen
    return found


def test_all_formats_are_encoded_at_once(fresh: Any) -> None:
    for _ in range(ROUNDS):
        tools, name = fresh()
        alone = ToolRegistry.load(name)
        expected = {fmt: alone.schemas.format(fmt) for fmt in FORMATS}
        each = {fmt: [d.format(fmt) for d in alone] for fmt in FORMATS}

        def encode(turn: int, tools: ToolRegistry = tools) -> Any:
            found: dict[str, Any] = {}
            of_each: dict[str, Any] = {}
            for fmt in turned(list(FORMATS), turn):
                tools.schemas.format(fmt).clear()  # a copy of one's own
                found[fmt] = tools.schemas.format(fmt)
                for definition in tools:
                    definition.format(fmt).clear()
                of_each[fmt] = [definition.format(fmt) for definition in tools]
            return found, of_each

        assert [(expected, each)] * THREADS == at_once(encode)


def test_first_calls_at_once_give_what_one_thread_gets(
    fresh: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[str] = []
    real = generate.generate

    def counting(signature: Any, defaults: Any) -> Any:
        compiled.append(",".join(parameter.name for parameter in signature.parameters))
        return real(signature, defaults)

    monkeypatch.setattr(generate, "generate", counting)
    for _ in range(ROUNDS):
        compiled.clear()
        tools, name = fresh()
        found = at_once(
            lambda turn, tools=tools: [outcomes(tools, turn) for _ in range(REPEATS)]  # type: ignore[misc]
        )
        assert seen().count(name) == 1
        # `ask` lacks a value, so that it never gets as far; one of two tools of the same parameter is one too.
        assert sorted(compiled) == ["id,at", "lines,level", "n", "n", "text,limit", "why"]
        alone = ToolRegistry.load(name)
        expected = [outcomes(alone, 0) for _ in range(REPEATS)]
        assert [expected] * THREADS == found


def test_registries_are_derived_and_called_at_once(fresh: Any) -> None:
    for _ in range(ROUNDS):
        tools, name = fresh()

        def derive(turn: int, tools: ToolRegistry = tools) -> list[Any]:
            bound = tools.bind(user=f"u{turn}")
            lenient = bound.lenient()
            found: list[Any] = []
            for _ in range(REPEATS):
                found += [
                    outcome(bound, "ask", {"text": "x"}),
                    outcome(bound, "ask", {"text": 1}),
                    outcome(bound.prefixed("my_"), "my_ask", '{"text": "y"}'),
                    outcome(lenient, "flat", {"text": "a", "limit": "7"}),
                    outcome(tools, "flat", {"text": "a", "limit": "7"}),
                    outcome(tools, "ask", {"text": "x"}, inject={"user": turn}),
                    outcome(tools, "ask", {"text": "x"}, inject={"users": turn}),
                    outcome(tools.configured(redact=True), "flat", {"text": 1}),
                    outcome(tools.only("count", "meet"), "count", {"n": 2}),
                    tools.decode("order", {"lines": [], "level": "low"})["level"].name,
                ]
            return found

        found = at_once(derive)
        alone = ToolRegistry.load(name)
        assert [derive(turn, alone) for turn in range(THREADS)] == found
        assert seen().count(name) == 1


def test_event_loops_share_a_registry(fresh: Any) -> None:
    for _ in range(ROUNDS):
        tools, name = fresh()

        async def gathered(turn: int, tools: ToolRegistry) -> list[Any]:
            calls = turned(list(enumerate(ASYNC_CALLS)), turn)
            found: list[Any] = [None] * len(calls)
            for _ in range(3):
                results = await asyncio.gather(
                    *(async_outcome(tools, name, arguments) for _, (name, arguments) in calls)
                )
                for (place, _), result in zip(calls, results, strict=True):
                    found[place] = result
            return found

        found = at_once(
            lambda turn, tools=tools, run=gathered: asyncio.run(run(turn, tools)),  # type: ignore[misc]
            THREADS // 2,
        )
        expected = asyncio.run(gathered(0, ToolRegistry.load(name)))
        assert [expected] * (THREADS // 2) == found
        assert seen().count(name) == 1


def test_rounds_are_executed_at_once(fresh: Any) -> None:
    calls = [
        ToolCall(name, arguments, id=str(place), format="openai")
        for place, (name, arguments) in enumerate(CALLS)
        if name != "ask"
    ]
    for _ in range(ROUNDS):
        tools, name = fresh()

        def both(turn: int, tools: ToolRegistry = tools) -> Any:
            found = tools.execute(turned(calls, turn))
            later = asyncio.run(tools.aexecute(turned(calls, turn)))
            by_id = sorted(found.messages, key=lambda message: int(message["tool_call_id"]))
            return found.messages == later.messages, by_id

        found = at_once(both, THREADS // 2)
        assert [both(0, ToolRegistry.load(name))] * (THREADS // 2) == found


def test_methods_of_several_objects_are_called_at_once(folder: Path) -> None:
    source = """
        from toolschema_runtime import tool
        class Desk:
            def __init__(self, name): self.name = name
            @tool
            def sign(self, text): return f"{text} {self.name}"
    """
    sign = record("sign", parameter("text", "str"), receiver="method", qualname="Desk.sign")
    write_module(folder, "desks", source, sign)
    module = __import__("desks")
    for _ in range(ROUNDS):
        shared = ToolRegistry.for_instance(module.Desk("all"))

        def call(turn: int, shared: ToolRegistry = shared) -> set[str]:
            own = ToolRegistry.for_instance(module.Desk(turn))
            return {
                str(tools.call("sign", {"text": "by"}))
                for _ in range(REPEATS)
                for tools in (own, shared)
            }

        assert [{f"by {turn}", "by all"} for turn in range(THREADS)] == at_once(call)


def test_raw_tools_are_read_at_once() -> None:
    schema = {
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 1}},
        "required": ["n"],
    }
    for _ in range(ROUNDS):
        definition = ToolDefinition.raw(
            {"name": "raw", "description": "Raw.", "input_schema": schema}, lambda a: a["n"] * 2
        )
        tools = ToolRegistry([definition])
        found = at_once(
            lambda _, tools=tools: [outcome(tools, "raw", {"n": n}) for n in (0, 1, "1")]  # type: ignore[misc]
        )
        alone = [outcome(ToolRegistry([definition]), "raw", {"n": n}) for n in (0, 1, "1")]
        assert [alone] * THREADS == found


def test_a_function_given_by_modules_at_once_belongs_to_all_of_them() -> None:
    givers: list[Callable[[object], object]] = []
    for number in range(THREADS):
        namespace: dict[str, Any] = {"__name__": f"giver{number}", "tool": tool}
        exec("def give(target): return tool(target)", namespace)
        givers.append(namespace["give"])
    for _ in range(ROUNDS * 20):
        target = SimpleNamespace()
        at_once(lambda number, target=target: givers[number](target))  # type: ignore[misc]
        assert {f"giver{n}" for n in range(THREADS)} == set(modules_that_gave(target))


FIRST_USE = """
import sys, threading
sys.path[:0] = {paths}
sys.setswitchinterval(1e-6)
import toolschema_runtime
gate, failed, told = threading.Barrier({threads}), [], []

def run(number):
    try:
        gate.wait()
        names = toolschema_runtime.__all__
        for name in names[number:] + names[:number]:
            getattr(toolschema_runtime, name)
        tools = toolschema_runtime.ToolRegistry.load("desk")
        formats = {formats}
        encoded = {{f: tools.schemas.format(f) for f in formats[number % 9:] + formats[:number % 9]}}
        for _ in range(6):
            value = tools.call("meet", {{"id": "{uuid}", "at": "2026-03-01T10:30:00Z"}})
        try:
            tools.call("meet", {{"id": "x", "when": 1}})
        except toolschema_runtime.ToolCallError as error:
            told.append((sorted(encoded), value, error.for_model()))
    except BaseException as error:
        failed.append(repr(error))

threads = [threading.Thread(target=run, args=(n,)) for n in range({threads})]
for thread in threads: thread.start()
for thread in threads: thread.join()
import imports
assert imports.seen == ["desk"], imports.seen
assert not failed, failed
assert len(told) == {threads} and all(each == told[0] for each in told), told
"""


def test_the_first_use_of_everything_in_a_process_may_be_at_once(folder: Path) -> None:
    (folder / "imports.py").write_text("seen = []\n")
    write_module(folder, "desk", SOURCE, *RECORDS)
    script = FIRST_USE.format(
        paths=[str(ROOT), str(folder)], threads=THREADS, formats=list(FORMATS), uuid=UUID
    )
    for _ in range(ROUNDS):
        done = subprocess.run(
            [sys.executable, "-I", "-c", script],
            check=False,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert (0, "") == (done.returncode, done.stderr)


def test_an_error_is_read_by_many_threads(fresh: Any) -> None:
    for _ in range(ROUNDS):
        tools, _ = fresh()
        with pytest.raises(ToolCallError) as caught:
            tools.call("flat", {"txt": 1, "limit": "many"})
        texts = at_once(lambda _, error=caught.value: (str(error), repr(error.problems)))  # type: ignore[misc]
        assert len(set(texts)) == 1
