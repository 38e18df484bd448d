"""What is accepted and how it arrives: every kind of plan, by the nodes and by the compiled decoder."""

from __future__ import annotations

import ipaddress
import json
import re
from collections import OrderedDict, UserDict, defaultdict
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType
from typing import Any
from uuid import UUID

import pytest

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import ToolArgumentError
from toolschema_runtime._decode.classes import Classes
from toolschema_runtime._decode.faults import Faults
from toolschema_runtime._decode.generate import generate
from toolschema_runtime._decode.signature import Signature

NO = object()
UTC = timezone.utc


def _crash(error: BaseException) -> Any:
    raise error


def _both(plan: Any, value: Any, **keys: Any) -> Any:
    """The decoded value, or NO; the two decoders must say the same."""
    binding = {
        "receiver": "function",
        "parameters": [{"name": "p", "kind": "keyword_only", "plan": plan}],
        **keys,
    }
    signature = Signature(binding, Classes(__name__))
    faults = Faults()
    decoded = signature.decode({"p": value}, faults)
    by_nodes = NO if faults.found else decoded["p"]
    make = generate(signature, {})
    assert make is not None
    compiled = make(lambda *, p: p, {}, _crash, lambda _: NO)({"p": value})
    assert (by_nodes is NO) == (compiled is NO)
    assert by_nodes == compiled
    assert type(by_nodes) is type(compiled)
    return by_nodes


HALVES = {"type": "literal", "values": [0.5, 1.0, "a"]}

ACCEPTED = [
    ("int", 15.0, 15),
    ("int", -0.0, 0),
    ("int", 10**300, 10**300),
    ("int", 9007199254740991.0, 9007199254740991),
    ("float", 15, 15.0),
    ("float", 1e300, 1e300),
    ("number", 15, 15),
    ("number", 15.0, 15.0),
    ("bool", True, True),
    ("null", None, None),
    ("str", "\ud800", "\ud800"),
    ("datetime", "2026-01-31T12:00:00Z", datetime(2026, 1, 31, 12, tzinfo=UTC)),
    (
        "datetime",
        "2026-01-31T12:00:00.5+02:00",
        datetime(2026, 1, 31, 12, 0, 0, 500_000, tzinfo=timezone(timedelta(hours=2))),
    ),
    ({"type": "datetime", "naive": True}, "2026-01-31T12:00:00", datetime(2026, 1, 31, 12)),  # noqa: DTZ001
    ("date", "2024-02-29", date(2024, 2, 29)),
    ("time", "12:30", time(12, 30)),
    ("time", "12:30:15.25Z", time(12, 30, 15, 250_000, tzinfo=UTC)),
    ("timedelta", "P1DT2H30M", timedelta(days=1, hours=2, minutes=30)),
    ("timedelta", "-PT0.5S", timedelta(seconds=-0.5)),
    ("uuid", "12345678-9ABC-def0-1234-56789abcdef0", UUID("123456789abcdef0123456789abcdef0")),
    ("decimal", "-12.50", Decimal("-12.50")),
    ("bytes", "aGk=", b"hi"),
    ("bytes", "", b""),
    ("path", "a/b", Path("a/b")),
    ("regex", "a+", re.compile("a+")),
    ("ipv4", "10.0.0.1", ipaddress.IPv4Address("10.0.0.1")),
    ("ipv6network", "2001:db8::/32", ipaddress.IPv6Network("2001:db8::/32")),
    ({"type": "literal", "values": [1, "a"]}, 1.0, 1),
    ({"type": "set", "items": "int"}, [1, 2], {1, 2}),
    ({"type": "frozenset", "items": "str"}, ["a"], frozenset("a")),
    ({"type": "tuple", "items": "int"}, [1, 2.0], (1, 2)),
    ({"type": "dict", "keys": "int", "values": "str"}, {"-5": "a"}, {-5: "a"}),
    ({"type": "dict", "keys": HALVES, "values": "any"}, {"0.5": 1, "1.0": 2}, {0.5: 1, 1.0: 2}),
    ({"type": "dict", "keys": "date", "values": "any"}, {"2024-02-29": 1}, {date(2024, 2, 29): 1}),
    ({"type": "union", "arms": ["int", "str"]}, "5", "5"),
    ({"type": "union", "arms": ["date", "str"]}, "2024-02-29", date(2024, 2, 29)),
    ({"type": "union", "arms": ["date", "str"]}, "2024-02-30", "2024-02-30"),
    ({"type": "number", "multipleOf": 0.1}, 0.3, 0.3),
    ({"type": "str", "pattern": "^b"}, "b", "b"),
    ({"type": "str", "maxLength": 1}, "\U0001f600", "\U0001f600"),
    ({"type": "decimal", "minimum": 1}, "1.0", Decimal("1.0")),
]


@pytest.mark.parametrize(("plan", "value", "arrives"), ACCEPTED, ids=lambda v: ascii(v)[:40])
def test_accepted_values_arrive_as_their_type(plan: Any, value: Any, arrives: Any) -> None:
    decoded = _both(plan, value)
    assert arrives == decoded
    assert type(arrives) is type(decoded)


REFUSED = [
    ("int", 15.5),
    ("int", True),
    ("int", "15"),
    ("int", 2.0**53),
    ("int", -(2.0**53)),
    ("int", float("nan")),
    ({"type": "int", "exact": True}, 5.0),
    ({"type": "int", "maximum": 3}, 4),
    ({"type": "int", "exclusiveMinimum": 3}, 3.0),
    ("float", True),
    ("float", float("inf")),
    ("float", 10**400),
    ("number", 10**400),
    ("bool", 1),
    ("bool", "true"),
    ("null", False),
    ("str", 5),
    ("any", {"a": [float("nan")]}),
    ("any", {1: 2}),
    ("any", {"a": (1, 2)}),
    ("any", b"x"),
    ("datetime", "2026-01-31T12:00:00"),
    ("datetime", "2026-01-31 12:00:00Z"),
    ("datetime", "2026-01-31T12:00:00z"),
    ("datetime", "2026-01-31T12:00Z"),
    ("datetime", "2026-01-31T24:00:00Z"),
    ("datetime", "2026-01-31T12:00:00+00:60"),
    ("datetime", "2026-02-30T12:00:00Z"),
    ("datetime", "2026-01-31T12:00:00.1234567Z"),
    ("datetime", "2026-W05-6T12:00:00+00:00"),
    ("datetime", "2026-01-31T12:00:00Z\n"),
    ("datetime", "２026-01-31T12:00:00Z"),
    ("datetime", 1_700_000_000),
    ("date", "2024-02-30"),
    ("date", "20240229"),
    ("date", "2026-W01-1"),
    ("time", "25:00"),
    ("time", "12:30+24:00"),
    ("timedelta", "P"),
    ("timedelta", "PT"),
    ("timedelta", "P1W"),
    ("timedelta", "P1DT"),
    ("timedelta", f"P{'9' * 30}D"),
    ("timedelta", "P9999999999D"),
    ("uuid", "123456789abcdef0123456789abcdef0"),
    ("uuid", "{12345678-9abc-def0-1234-56789abcdef0}"),
    ("uuid", "12345678-9abc-def0-1234-56789abcde 0"),
    ("uuid", "12345678-9abc-def0-1234-56789abcdeg0"),
    ("decimal", "1e5"),
    ("decimal", ".5"),
    ("decimal", "NaN"),
    ("decimal", 1.5),
    ("bytes", "aGk"),
    ("bytes", "aGk*"),
    ("bytes", "aG=k"),
    ("bytes", "a==="),
    ("path", "a\0b"),
    ("regex", "("),
    ("ipv4", "010.0.0.1"),
    ("ipv4", 5),
    ("ipv4network", "10.0.0.1/8"),
    ({"type": "literal", "values": [1]}, True),
    ({"type": "literal", "values": [1]}, [1]),
    ({"type": "literal", "values": ["a"]}, {"a": 1}),
    ({"type": "set", "items": "int"}, [1, 1.0]),
    ({"type": "list", "items": "any", "unique": True}, [{"a": [1]}, {"a": [1.0]}]),
    ({"type": "list", "items": "int", "minItems": 1}, []),
    ({"type": "list", "items": "int"}, (1,)),
    ({"type": "fixed", "items": ["int", "str"]}, [1]),
    ({"type": "dict", "keys": "int", "values": "any"}, {"01": 1}),
    ({"type": "dict", "keys": HALVES, "values": "any"}, {"1": 1}),
    ({"type": "dict", "keys": HALVES, "values": "any"}, {'"a"': 1}),
    ({"type": "dict", "keys": "int", "values": "any"}, {"-0": 1}),
    ({"type": "dict", "keys": "int", "values": "any"}, {"٣": 1}),
    (
        {"type": "dict", "keys": "uuid", "values": "any"},
        {"12345678-9abc-def0-1234-56789abcdef0": 1, "12345678-9ABC-def0-1234-56789abcdef0": 1},
    ),
    ({"type": "dict", "keys": "str", "values": "int", "maxProperties": 1}, {"a": 1, "b": 2}),
    ({"type": "union", "arms": ["int", "bool"]}, "x"),
    ({"type": "str", "pattern": "^a$"}, "a\n"),
    ({"type": "str", "pattern": r"^\d$"}, "٣"),
    ({"type": "str", "minLength": 2}, "a"),
    ({"type": "number", "multipleOf": 0.1}, 0.35),
    ({"type": "decimal", "maximum": "1.5"}, "1.6"),
    ({"type": "date", "minimum": "2024-01-01"}, "2023-12-31"),
]


@pytest.mark.parametrize(("plan", "value"), REFUSED, ids=lambda v: ascii(v)[:40])
def test_everything_else_is_refused(plan: Any, value: Any) -> None:
    assert NO is _both(plan, value)


def test_one_is_not_true_among_unique_items() -> None:
    plan = {"type": "list", "items": "any", "unique": True}
    assert [1, True, "1", None] == _both(plan, [1, True, "1", None])


def test_recursive_definitions_are_followed() -> None:
    definitions = {
        "Tree": {"type": "dict", "keys": "str", "values": {"type": "ref", "name": "Tree"}}
    }
    plan = {"type": "ref", "name": "Tree"}
    assert {"a": {"b": {}}} == _both(plan, {"a": {"b": {}}}, definitions=definitions)
    assert NO is _both(plan, {"a": {"b": 1}}, definitions=definitions)


def test_deep_plans_compile_although_python_limits_nested_blocks() -> None:
    plan: Any = "int"
    value: Any = 1
    for _ in range(40):
        plan, value = {"type": "list", "items": plan}, [value]
    assert value == _both(plan, value)


def test_arguments_are_copied_so_that_a_tool_cannot_change_the_message() -> None:
    for plan in ("any", {"type": "list", "items": "str"}, {"type": "list", "items": "any"}):
        sent = ["a"]
        assert sent is not _both(plan, sent)


def test_keys_with_any_text_are_only_ever_data() -> None:
    key = "'] or __import__('os').abort() or v['"
    plan = {
        "type": "object",
        "family": "typeddict",
        "class": ":Hostile",
        "fields": [{"name": key, "plan": "int"}],
    }
    assert {key: 1} == _both(plan, {key: 1})


Hostile = type(
    "Hostile",
    (dict,),
    {
        "__required_keys__": frozenset(["'] or __import__('os').abort() or v['"]),
        "__optional_keys__": frozenset(),
    },
)


def test_json_text_and_dict_are_the_same_call() -> None:
    value = {"a": [1, 2.5, None, True, "x"]}
    assert _both("any", value) == _both("any", json.loads(json.dumps(value)))


@pytest.mark.parametrize(
    "make", [OrderedDict, MappingProxyType, UserDict, lambda pairs: defaultdict(list, pairs)]
)
def test_any_mapping_is_an_object(load: Load, make: Any) -> None:
    plan = {"type": "dict", "keys": "str", "values": "int"}
    source = "from toolschema_runtime import tool\n@tool\ndef total(a): return sum(a.values())"
    tools = load(source, record("total", parameter("a", plan)))
    many = {str(number): number for number in range(100_000)}
    # The first calls are interpreted, later ones compiled.
    for _ in range(6):
        assert 3 == tools.call("total", make({"a": make({"x": 1, "y": 2})}))
        uses = [
            {"type": "tool_use", "id": "1", "name": "total", "input": make({"a": make({"x": 1})})}
        ]
        assert [1] == [result.value for result in tools.execute(uses)]
        with pytest.raises(ToolArgumentError, match=r"a\.x: expected integer, got"):
            tools.call("total", make({"a": make({"x": "1"})}))
        with pytest.raises(ToolArgumentError, match="at most 100000 values"):
            tools.call("total", make({"a": make(many)}))
