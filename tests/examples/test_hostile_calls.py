"""Thousands of mutated calls at every tool of the examples: accepted by the schema or refused, nothing else."""

from __future__ import annotations

import asyncio
import copy
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolschema_runtime import ToolArgumentError, ToolCallError, ToolRegistry

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = [
    tool["name"]
    for path in sorted(
        [*EXAMPLES.glob("*.toolschema.json"), *EXAMPLES.glob("shop/*.toolschema.json")]
    )
    for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]
]
CALLS_OF_EACH = 4_000


def _nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


STRANGERS = [
    None, True, False, 0, 1, -1, 1.0, 1.5, 2.0**53, 10**30, 10**5000, 1e308, float("nan"), float("inf"),
    "", "a", "\0", "\ud800", "ﬁ", "１", "NaN", "12.50", "-0", "1e5", "x" * 20_000, "__class__",
    [], [None], {}, {"": None}, {"__proto__": {}}, {"a": {"b": [1, "c"]}}, _nested(63), _nested(500),
    list(range(3_000)), b"x", (1,), {1}, object(), {1: 2}, 1j,
]  # fmt: skip
KEYS = [
    "session", "self", "cls", "__class__", "__init__", "__dict__", "kwargs", "", "\0", "ﬁ", "Sku", "sku ",
    "extra", 1,
]  # fmt: skip


@pytest.fixture(scope="module")
def tools() -> Iterator[ToolRegistry]:
    before = set(sys.modules)
    sys.path.insert(0, str(EXAMPLES))
    try:
        yield ToolRegistry.load("shop.catalogue", "shop.orders", "smallest")
    finally:
        sys.path.remove(str(EXAMPLES))
        for name in set(sys.modules) - before:
            if name.partition(".")[0] in ("shop", "smallest"):
                del sys.modules[name]


class _Calls:
    """Arguments by a tool's schema, most of them spoilt somewhere."""

    def __init__(self, schema: dict[str, Any], seed: str) -> None:
        self._definitions = schema.get("$defs", {})
        self._schema = schema
        self._random = random.Random(seed)

    def one(self) -> Any:
        arguments = self._value(self._schema)
        for _ in range(self._random.choice([0, 1, 1, 1, 2, 4])):
            arguments = self._spoilt(arguments)
        if self._random.random() < 0.4:
            try:
                text = json.dumps(arguments, ensure_ascii=self._random.random() < 0.5)
            except (TypeError, ValueError):
                return arguments
            return self._torn(text)
        return arguments

    def _value(self, schema: dict[str, Any]) -> Any:
        pick = self._random.choice
        if "$ref" in schema:
            return self._value(self._definitions[schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return self._value(pick(schema["anyOf"]))
        if "enum" in schema:
            return pick(schema["enum"])
        kind = schema.get("type")
        match pick(kind) if isinstance(kind, list) else kind:
            case "object":
                required = schema.get("required", ())
                return {
                    name: self._value(child)
                    for name, child in schema.get("properties", {}).items()
                    if name in required or pick([True, False])
                }
            case "array":
                return [self._value(schema["items"]) for _ in range(pick([0, 1, 2]))]
            case "integer":
                return pick([1, 2, 3, 1001])
            case "number":
                return pick([1, 2.5])
            case "boolean":
                return pick([True, False])
            case "null":
                return None
            case _:
                return pick(["12.50", "MUG-01", "DE", "mug", "10115"])

    def _spoilt(self, value: Any) -> Any:
        """*value* with a stranger in some place, a key too much, or one too few."""
        pick = self._random.choice
        if type(value) is dict and value and self._random.random() < 0.9:
            key = pick(list(value))
            match pick(["deeper", "deeper", "deeper", "further", "missing"]):
                case "deeper":
                    return {**value, key: self._spoilt(value[key])}
                case "further":
                    return {**value, pick(KEYS): copy.copy(pick(STRANGERS))}
                case _:
                    return {name: item for name, item in value.items() if name != key}
        if type(value) is list and value and self._random.random() < 0.7:
            place = self._random.randrange(len(value))
            return [*value[:place], self._spoilt(value[place]), *value[place + 1 :]]
        return pick(STRANGERS)

    def _torn(self, text: str) -> str:
        place = self._random.randrange(len(text) + 1)
        match self._random.choice(["whole", "whole", "cut", "put", "twice", "fence", "encoded"]):
            case "cut":
                return text[:place]
            case "put":
                stranger = self._random.choice(
                    ['"', "{", "}", ",", ":", "NaN", "\\u0000", "\\", " ", "1"]
                )
                return text[:place] + stranger + text[place:]
            case "twice":
                return text[:-1] + "," + text[1:] if text.startswith("{") else text + text
            case "fence":
                return f"```json\n{text}\n```"
            case "encoded":
                return json.dumps(text)
            case _:
                return text


class _Bodies:
    """Notes which tools' bodies run."""

    def __init__(self, codes: set[CodeType]) -> None:
        self._codes = codes
        self.ran = 0

    def __call__(self, frame: Any, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code in self._codes:
            self.ran += 1


def _meant(arguments: Any) -> Any:
    """The object that accepted arguments are; nothing at all means no arguments."""
    if isinstance(arguments, str):
        arguments = json.loads(arguments) if arguments.strip() else None
    return {} if arguments is None else arguments


@pytest.mark.parametrize("name", NAMES)
def test_every_call_is_accepted_by_the_schema_or_refused(tools: ToolRegistry, name: str) -> None:
    from shop.store import Session

    session = Session("ada")
    inject = {"session": session} if "session" in tools[name].injected else None
    calls = _Calls(tools[name].parameters, name)
    oracle = Draft202012Validator(tools[name].parameters)
    bodies = _Bodies({tools[name].handler.__code__})
    registries = [tools, tools.lenient()]
    told = {"accepted": 0, "refused": 0}

    async def play() -> None:
        for index in range(CALLS_OF_EACH):
            arguments = calls.one()
            registry = registries[index % 2]
            bodies.ran = 0
            try:
                if tools[name].is_async:
                    await registry.acall(name, arguments, inject=inject)
                else:
                    registry.call(name, arguments, inject=inject)
            except ToolArgumentError as error:
                assert 0 == bodies.ran
                error.for_model().encode("utf-8")
                told["refused"] += 1
            except ToolCallError as error:  # the tool's own word
                assert 1 == bodies.ran
                error.for_model().encode("utf-8")
            else:
                assert 1 == bodies.ran
                told["accepted"] += 1
                if registry is tools:
                    found = oracle.iter_errors(_meant(arguments))
                    # What a strict tool asks for may be left out where the function has a default.
                    is_wider = tools[name].strict
                    assert [] == [e for e in found if e.validator != "required" or not is_wider]
            session.orders.clear()
            session.tickets.clear()

    profiler = sys.getprofile()
    sys.setprofile(bodies)
    try:
        asyncio.run(play())
    finally:
        sys.setprofile(profiler)
    assert CALLS_OF_EACH // 4 < told["refused"]
    assert 0 < told["accepted"] or name == "cancel_order"
