"""The nodes and the compiled decoder accept the same values and build the same objects."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypedDict

from hypothesis import given, settings
from hypothesis import strategies as st

from toolschema_runtime._decode.classes import Classes
from toolschema_runtime._decode.faults import Faults
from toolschema_runtime._decode.generate import generate
from toolschema_runtime._decode.signature import Signature

MODULE = __name__
NO = object()


class Color(enum.Enum):
    RED = 1
    BLUE = "blue"


@dataclass
class Pair:
    left: Any
    right: Any = 7
    rest: list[Any] = field(default_factory=list)


@dataclass
class Even:
    number: Any

    def __post_init__(self) -> None:
        if self.number == 3:
            raise ValueError("not three")


class Plain:
    def __init__(self, a: Any, /, b: Any = "b", *, c: Any = None) -> None:
        self.a, self.b, self.c = a, b, c

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Plain) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]


class Point(NamedTuple):
    x: Any
    y: Any


class Options(TypedDict, total=False):
    depth: Any


class Sku(str):
    __slots__ = ()

    def __new__(cls, text: str) -> Sku:  # noqa: PYI034  # typing.Self is not in 3.10
        if text == "":
            raise ValueError("empty")
        return super().__new__(cls, text)


def _field(name: str, plan: Any, **keys: Any) -> dict[str, Any]:
    return {"name": name, "plan": plan, **keys}


def _objects(inner: Any) -> st.SearchStrategy[Any]:
    def make(a: Any, b: Any, kind: str) -> Any:
        if kind == "pair":
            fields = [
                _field("left", a, key="Left"),
                _field("right", b, optional=True),
                _field("rest", {"type": "list", "items": b}, optional=True, null_is_default=True),
            ]
            return {"type": "object", "family": "dataclass", "class": ":Pair", "fields": fields}
        if kind == "even":
            return {
                "type": "object",
                "family": "dataclass",
                "class": ":Even",
                "fields": [_field("number", a)],
            }
        if kind == "plain":
            fields = [
                _field("a", a, positional=True),
                _field("b", b, optional=True),
                _field("c", b, optional=True),
            ]
            return {"type": "object", "family": "plain", "class": ":Plain", "fields": fields}
        fields = [_field("depth", a, optional=True)]
        plan = {"type": "object", "family": "typeddict", "class": ":Options", "fields": fields}
        return {**plan, "extra": b} if kind == "open" else plan

    kinds = st.sampled_from(["pair", "even", "plain", "typed", "open"])
    return st.builds(make, inner, inner, kinds)


def _bounded() -> st.SearchStrategy[Any]:
    low, high = st.integers(-3, 3), st.integers(0, 6)
    return st.one_of(
        st.builds(
            lambda k, m, n: {"type": k, "minimum": m, "exclusiveMaximum": n},
            st.sampled_from(["int", "float", "number"]),
            low,
            high,
        ),
        st.builds(lambda m: {"type": "number", "multipleOf": m}, st.sampled_from([2, 0.5, 0.1])),
        st.builds(lambda m: {"type": "str", "minLength": m, "pattern": "a"}, st.integers(0, 3)),
        st.just({"type": "int", "exact": True}),
    )


leaves = st.one_of(
    st.sampled_from(
        [
            "any",
            "null",
            "bool",
            "str",
            "int",
            "float",
            "number",
            "datetime",
            "date",
            "uuid",
            "decimal",
            "bytes",
            "time",
            "timedelta",
            "path",
        ]
    ),
    _bounded(),
    st.just({"type": "literal", "values": ["a", 1, True, None]}),
    st.just({"type": "literal", "values": ["a", "b"]}),
    st.just({"type": "enum", "class": ":Color", "members": {"RED": 1, "BLUE": "blue"}}),
    st.just({"type": "scalar", "class": ":Sku", "base": "str"}),
)


def _wrap(inner: Any) -> st.SearchStrategy[Any]:
    containers = st.sampled_from(["list", "tuple"])
    keys = st.sampled_from(["str", "int", "uuid", {"type": "literal", "values": ["k", 1]}])
    return st.one_of(
        st.builds(lambda k, i: {"type": k, "items": i, "maxItems": 3}, containers, inner),
        st.builds(lambda i: {"type": "list", "items": i, "unique": True, "minItems": 1}, inner),
        st.builds(lambda a, b: {"type": "fixed", "items": [a, b]}, inner, inner),
        st.builds(lambda a, b: {"type": "fixed", "items": [a, b], "class": ":Point"}, inner, inner),
        st.builds(lambda k, v: {"type": "dict", "keys": k, "values": v}, keys, inner),
        st.builds(lambda p: {"type": "optional", "of": p}, inner),
        st.builds(
            lambda arms: {"type": "union", "arms": arms}, st.lists(inner, min_size=2, max_size=3)
        ),
        _objects(inner),
    )


plans = st.recursive(leaves, _wrap, max_leaves=6)

texts = st.sampled_from(
    [
        "",
        "a",
        "b",
        "blue",
        "aaa",
        "1",
        "12.50",
        "2026-01-31",
        "2026-02-30",
        "12:30",
        "P1DT2H",
        "YQ==",
        "2026-01-31T12:00:00Z",
        "2026-01-31T12:00:00.5+02:00",
        "2026-01-31T12:00:00",
        "12345678-9abc-def0-1234-56789abcdef0",
        "\0",
    ]
)
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-4, 8),
    texts,
    st.sampled_from(
        [0.0, 1.0, 1.5, -2.0, 0.3, 2.0**53, 1e300, float("nan"), float("inf"), 10**400]
    ),
)
KEYS = [
    "Left",
    "left",
    "right",
    "rest",
    "number",
    "a",
    "b",
    "c",
    "depth",
    "k",
    "1",
    "x",
    "12345678-9abc-def0-1234-56789abcdef0",
]
values = st.recursive(
    scalars,
    lambda v: st.one_of(
        st.lists(v, max_size=4), st.dictionaries(st.sampled_from(KEYS), v, max_size=4)
    ),
    max_leaves=8,
)


def _fitting(plan: Any) -> st.SearchStrategy[Any]:
    """Values that mostly fit, so that acceptance is compared as often as refusal."""
    if isinstance(plan, str):
        plan = {"type": plan}
    match plan["type"]:
        case "list" | "tuple":
            good: Any = st.lists(_fitting(plan["items"]), max_size=3)
        case "fixed":
            good = st.tuples(*map(_fitting, plan["items"])).map(list)
        case "dict":
            good = st.dictionaries(st.sampled_from(KEYS), _fitting(plan["values"]), max_size=3)
        case "optional":
            good = st.none() | _fitting(plan["of"])
        case "union":
            good = st.one_of(*map(_fitting, plan["arms"]))
        case "object":
            sure = {f.get("key", f["name"]): _fitting(f["plan"]) for f in plan["fields"]}
            good = st.fixed_dictionaries(sure) | st.fixed_dictionaries({}, optional=sure)
        case "literal":
            good = st.sampled_from(plan["values"])
        case "int" | "float" | "number":
            good = st.integers(-4, 8) | st.sampled_from([1.0, 1.5, 0.3])
        case _:
            good = scalars
    return st.one_of(good, good, good, values)


@st.composite
def _cases(draw: Any) -> tuple[Any, bool, Any]:
    plan = draw(plans)
    optional = draw(st.booleans())
    sent = draw(
        st.fixed_dictionaries({"p": _fitting(plan)})
        | st.dictionaries(st.sampled_from(["p", "q"]), values)
    )
    return plan, optional, sent


def _binding(plan: Any, *, optional: bool) -> dict[str, Any]:
    parameter = {"name": "p", "kind": "positional_or_keyword", "plan": plan}
    if optional:
        parameter["optional"] = True
    return {"receiver": "function", "parameters": [parameter]}


def _crash(error: BaseException) -> Any:
    raise error


def _refuse(sent: object) -> Any:
    return NO


def _by_nodes(signature: Signature, sent: Any) -> Any:
    faults = Faults()
    decoded = signature.decode(sent, faults)
    return NO if faults.found else decoded


@settings(max_examples=400, deadline=None)
@given(_cases())
def test_nodes_and_compiled_decoder_agree(case: tuple[Any, bool, Any]) -> None:
    plan, optional, sent = case
    signature = Signature(_binding(plan, optional=optional), Classes(MODULE))
    make = generate(signature, {"p": "default"} if optional else {})
    assert make is not None
    expected = _by_nodes(signature, sent)
    actual = make(lambda p: {"p": p}, {}, _crash, _refuse)(sent)
    if expected == {}:
        expected = {"p": "default"}
    assert (expected is NO) == (actual is NO)
    if expected is not NO:
        assert repr(expected) == repr(actual) or expected == actual
        assert type(expected["p"]) is type(actual["p"])


@settings(max_examples=100, deadline=None)
@given(_cases())
def test_wrapped_functions_get_only_what_was_sent(case: tuple[Any, bool, Any]) -> None:
    plan, optional, sent = case
    signature = Signature(_binding(plan, optional=optional), Classes(MODULE))
    make = generate(signature, None)
    assert make is not None
    expected = _by_nodes(signature, sent)
    actual = make(lambda **named: named, {}, _crash, _refuse)(sent)
    assert (expected is NO) == (actual is NO)
    if expected is not NO:
        assert expected.keys() == actual.keys()
