"""Results as JSON data by their declared type."""

from __future__ import annotations

import asyncio
import enum
import ipaddress
import json
import re
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Any, NamedTuple, TypedDict
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict
from typing_extensions import NotRequired

from tests.unit.runtime.modules import Load, record
from toolschema_runtime import ToolCall, ToolCallError, ToolExecutionError
from toolschema_runtime._decode.classes import Classes
from toolschema_runtime._decode.faults import Faults
from toolschema_runtime._decode.reader import PlanReader
from toolschema_runtime._encode_result import encode
from toolschema_runtime._encode_untyped import Misfit

UTC = timezone.utc


class Color(enum.Enum):
    RED = 1


@dataclass
class Item:
    name: str
    when: date


class Pair(NamedTuple):
    x: int
    y: str


class Row(TypedDict):
    id: int
    secret: NotRequired[str]


class Sku(str):
    __slots__ = ()


class Drawing(BaseModel):
    model_config = ConfigDict(use_enum_values=True)
    color: Color = Color.RED
    palette: list[Color | None] = []
    named: dict[Color, tuple[Color, int]] = {}


def _node(plan: Any) -> Any:
    return PlanReader(Classes(__name__), {}).read(plan)


ITEM: dict[str, Any] = {
    "type": "object", "family": "dataclass", "class": ":Item",
    "fields": [{"name": "name", "plan": "str", "key": "Name"}, {"name": "when", "plan": "date"}],
}  # fmt: skip
CASES = [
    ("int", True, 1),
    ("float", 5, 5),
    ("str", Sku("a"), "a"),
    ("datetime", datetime(2024, 1, 2, tzinfo=UTC), "2024-01-02T00:00:00Z"),
    ("datetime", datetime(2024, 1, 2, tzinfo=timezone(timedelta(hours=2))), "2024-01-02T00:00:00+02:00"),
    ("datetime", datetime(2024, 1, 2, tzinfo=timezone(timedelta(seconds=30))), "2024-01-01T23:59:30Z"),
    ("date", date(24, 1, 2), "0024-01-02"),
    ("date", datetime(2024, 1, 2), "2024-01-02"),  # noqa: DTZ001
    ("time", time(12, 30), "12:30:00"),
    ("timedelta", timedelta(days=1, seconds=3661.5), "P1DT1H1M1.5S"),
    ("timedelta", timedelta(0), "PT0S"),
    ("timedelta", timedelta(seconds=-1), "-PT1S"),
    ("uuid", UUID(int=5), "00000000-0000-0000-0000-000000000005"),
    ("decimal", Decimal("1E+3"), "1000"),
    ("bytes", b"hi", "aGk="),
    ("path", PurePosixPath("a/b"), "a/b"),
    ("regex", re.compile("a+"), "a+"),
    ("ipv4", ipaddress.ip_address("10.0.0.1"), "10.0.0.1"),
    ("ipv4interface", ipaddress.ip_interface("10.0.0.1/8"), "10.0.0.1/8"),
    ({"type": "enum", "class": ":Color", "members": {"RED": 1}}, Color.RED, 1),
    ({"type": "literal", "values": ["a", 1]}, 1, 1),
    ({"type": "set", "items": "str"}, {"b", "a"}, ["a", "b"]),
    ({"type": "set", "items": "int"}, {10, 9}, [9, 10]),
    ({"type": "list", "items": "int"}, (n for n in range(2)), [0, 1]),
    ({"type": "fixed", "items": ["int", "str"], "class": ":Pair"}, Pair(1, "a"), [1, "a"]),
    ({"type": "dict", "keys": "int", "values": "str"}, {5: "a"}, {"5": "a"}),
    ({"type": "dict", "keys": {"type": "enum", "class": ":Color", "members": {"RED": 1}}, "values": "int"},
     {Color.RED: 2}, {"1": 2}),
    ({"type": "optional", "of": "int"}, None, None),
    ({"type": "union", "arms": ["bool", "int", "datetime", "str"]}, True, True),
    ({"type": "union", "arms": ["datetime", "str"]}, "x", "x"),
    ({"type": "scalar", "class": ":Sku", "base": "str"}, Sku("x"), "x"),
    (ITEM, Item("a", date(2024, 1, 2)), {"Name": "a", "when": "2024-01-02"}),
    ("any", {"a": (1, {2}, Color.RED, UUID(int=0), Item("a", date(2024, 1, 2)))},
     {"a": [1, [2], 1, str(UUID(int=0)), {"name": "a", "when": "2024-01-02"}]}),
]  # fmt: skip


@pytest.mark.parametrize(("plan", "value", "data"), CASES)
def test_values_are_encoded_by_their_type(plan: Any, value: Any, data: Any) -> None:
    encoded = encode(_node(plan), value, ())
    assert data == encoded
    assert type(data) is type(encoded)
    json.dumps(encoded, allow_nan=False)


def test_a_naive_datetime_is_local_time_with_its_offset() -> None:
    value = datetime(2024, 1, 2, 3)  # noqa: DTZ001
    encoded = encode(_node("datetime"), value, ())
    assert value.astimezone() == datetime.fromisoformat(encoded.replace("Z", "+00:00"))


@pytest.mark.parametrize(
    ("plan", "value"),
    [("float", float("nan")), ("decimal", Decimal("NaN")), ("int", "5"), ("str", 5), ("null", 1),
     ("any", object()), ("any", float("inf")), (ITEM, object()), ({"type": "list", "items": "int"}, "ab"),
     ({"type": "literal", "values": [1]}, True), ("ipv4", ipaddress.ip_interface("10.0.0.1/8")),
     ({"type": "int", "minimum": 3}, 1)],
)  # fmt: skip
def test_what_does_not_fit_is_a_misfit(plan: Any, value: Any) -> None:
    with pytest.raises(Misfit):
        encode(_node(plan), value, ())


def test_an_integer_that_python_does_not_write_is_a_misfit() -> None:
    assert 10**4299 == encode(_node("int"), 10**4299, ())
    for plan, value in (("int", 10**4300), ("any", [-(10**4300)]), ("float", 10**400)):
        with pytest.raises(Misfit):
            encode(_node(plan), value, ())


def test_fields_that_a_result_keeps_to_itself_are_left_out() -> None:
    plan = {**ITEM, "fields": ITEM["fields"][:1], "hidden": ["when"]}
    assert {"Name": "a"} == encode(_node(plan), Item("a", date(2024, 1, 2)), ())
    plan = {"type": "object", "family": "typeddict", "class": ":Row", "fields": [{"name": "id", "plan": "int"}],
            "hidden": ["secret"]}  # fmt: skip
    assert {"id": 1} == encode(_node(plan), {"id": 1, "secret": "s"}, ())
    assert {"id": 1} == encode(_node(plan), {"id": 1}, ())


@pytest.mark.parametrize("sent", [1, "RED"])
def test_a_model_that_keeps_the_values_of_its_enums_is_encoded(sent: Any) -> None:
    color = {"type": "enum", "class": ":Color", "members": {"RED": sent}}
    palette = {"type": "list", "items": {"type": "optional", "of": color}}
    named = {"type": "dict", "keys": color, "values": {"type": "fixed", "items": [color, "int"]}}
    fields = [
        {"name": "color", "plan": color},
        {"name": "palette", "plan": palette},
        {"name": "named", "plan": named},
    ]
    plan = {"type": "object", "family": "pydantic", "class": ":Drawing", "fields": fields}
    encoded = {"color": sent, "palette": [sent, None], "named": {str(sent): [sent, 1]}}
    kept = Drawing(palette=[Color.RED, None], named={Color.RED: (Color.RED, 1)})
    assert "palette=[1, None]" in repr(kept)
    assert encoded == encode(_node(plan), kept, ())
    built = Drawing(color=Color.RED, palette=kept.palette, named=kept.named)
    assert encoded == encode(_node(plan), built, ())
    with pytest.raises(Misfit):
        encode(_node(plan), Drawing.model_construct(color="blue"), ())
    with pytest.raises(Misfit):
        encode(_node(color), 1, ())


def test_a_misfit_names_tool_and_path(load: Load) -> None:
    plan = {"type": "list", "items": {"type": "dict", "keys": "str", "values": "int"}}
    tools = load("", record("go", returns=plan), record("free"))
    assert [{"a": 1}] == tools.encode_result("go", [{"a": 1}])
    assert {"a": [1]} == tools.encode_result("free", {"a": (1,)})
    with pytest.raises(ToolExecutionError) as caught:
        tools.encode_result("go", [{}, {"a": "x"}])
    assert "go" == caught.value.tool
    assert (
        'tool "go" failed: Misfit: the result at [1].a: expected integer, got a value of str'
        == str(caught.value)
    )
    assert "the tool failed" == caught.value.for_model()


TORN = """
from toolschema_runtime import tool

class Torn:
    def __init__(self, name: str) -> None:
        self.key = name
    @property
    def name(self):
        raise OSError("db://secret")

@tool
def tear(): return Torn("a")
"""


def test_what_a_property_raises_is_the_tools_failure(load: Load) -> None:
    name = {"name": "name", "plan": "str"}
    torn = {"type": "object", "family": "plain", "class": ":Torn", "fields": [name]}
    tools = load(TORN, record("tear", returns=torn))
    results = tools.execute([ToolCall("tear", {}, "tear", "openai")])
    assert ["the tool failed"] == [result.text for result in results]


@pytest.mark.parametrize(
    "plan", ["int", "float", None, {"type": "dict", "keys": "int", "values": "int"}]
)
def test_a_number_that_cannot_be_written_fails_alone(load: Load, plan: Any) -> None:
    value: Any = {10**5000: 1} if isinstance(plan, dict) else 10**5000
    tools = load("", record("go", returns=plan))
    with pytest.raises(ToolExecutionError):
        tools.encode_result("go", value)


LAZY = """
import asyncio
from toolschema_runtime import ToolCallRefused, tool

@tool
def good(): return [1]

@tool
def bad(): return (1 // number for number in (1, 0))

def refusing():
    yield 1
    raise ToolCallRefused("only one")

@tool
def shy(): return refusing()

def cancelling():
    yield 1
    raise asyncio.CancelledError

@tool
def lost(): return cancelling()

@tool
async def lost_in_a_loop(): return cancelling()
"""


def test_what_a_lazy_result_raises_is_the_tools_failure(load: Load) -> None:
    plan = {"type": "list", "items": "int"}
    names = ("bad", "shy", "lost", "good")
    tools = load(
        LAZY,
        *(record(name, returns=plan) for name in names),
        record("lost_in_a_loop", returns=plan, is_async=True),
    )
    calls = [ToolCall(name, {}, id=name, format="openai") for name in names]
    results = tools.execute(calls)
    texts = ["the tool failed", "only one", "the tool failed", "[1]"]
    assert texts == [each.text for each in results]
    ids = [each.error.call_id for each in results if isinstance(each.error, ToolCallError)]
    assert ["bad", "shy", "lost"] == ids

    in_a_loop = asyncio.run(tools.aexecute([*calls, ToolCall("lost_in_a_loop", {}, id="last")]))
    assert [*texts, "the tool failed"] == [each.text for each in in_a_loop]


VALUES = {
    "datetime": st.datetimes(timezones=st.just(UTC)),
    "date": st.dates(),
    "time": st.times(),
    "timedelta": st.timedeltas(),
    "uuid": st.uuids(),
    "decimal": st.decimals(allow_nan=False, allow_infinity=False),
    "bytes": st.binary(),
    "int": st.integers(),
    "float": st.floats(allow_nan=False, allow_infinity=False),
    "str": st.text(),
}


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_what_is_encoded_decodes_to_the_same_value(data: Any) -> None:
    plan = data.draw(st.sampled_from(sorted(VALUES)))
    value = data.draw(VALUES[plan])
    node = _node(plan)
    faults = Faults()
    decoded = node.decode(json.loads(json.dumps(encode(node, value, ()))), (), faults)
    assert [] == faults.found
    assert value == decoded
