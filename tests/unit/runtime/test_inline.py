"""The commonest texts, which compiled decoders read without their grammar: the same ones, to the same values."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator
from datetime import date, datetime
from typing import Any
from uuid import UUID

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from toolschema_runtime._decode.classes import Classes
from toolschema_runtime._decode.generate import generate
from toolschema_runtime._decode.grammars import TEXTS
from toolschema_runtime._decode.json_text import NotAcceptable, parse
from toolschema_runtime._decode.limits import DEFAULT_LIMITS
from toolschema_runtime._decode.signature import Signature

NO = object()
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
HOUR = r"([01][0-9]|2[0-3])"
OFFSET = rf"(Z|[+-]{HOUR}:[0-5][0-9])"
MOMENT = rf"{DAY}T{HOUR}:[0-5][0-9]:[0-5][0-9](\.[0-9]{{1,6}})?"
NAIVE: Any = {"type": "datetime", "naive": True}
KINDS: dict[str, tuple[Any, str, list[str]]] = {
    "datetime": (
        "datetime",
        MOMENT + OFFSET,
        ["2026-03-01T10:30:00Z", "2024-02-29T01:00:59+00:00"],
    ),
    "naive": (NAIVE, MOMENT + OFFSET + "?", ["2026-03-01T20:30:00"]),
    "date": ("date", DAY, ["2024-02-29"]),
    "uuid": (
        "uuid",
        "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
        ["9c1f1b5e-2F7f-4c39-8a3a-4d3c6d1f9f10"],
    ),
}
SIGNS = ("0", "2", "4", "6", "-", "+", ":", ".", "T", "Z", "W", " ", "\n", "\0", "_", "\u0663")


def _decoder(plan: Any, *, is_nested: bool = False) -> Callable[[Any], Any]:
    plan = {"type": "union", "arms": ["null", plan]} if is_nested else plan
    parameter = {"name": "p", "kind": "positional_or_keyword", "plan": plan}
    binding = {"receiver": "function", "parameters": [parameter]}
    make = generate(Signature(binding, Classes(__name__)), {})
    assert make is not None
    return make(lambda p: p, {}, _crash, lambda _: NO)


def _crash(error: BaseException) -> Any:
    raise error


def _near(text: str) -> Iterator[str]:
    """*text*, what differs from it in one or two places, and what is shorter or longer by a character."""
    yield text
    for place in range(len(text) + 1):
        yield text[:place] + text[place + 1 :]
        yield from (text[:place] + sign + text[place:] for sign in SIGNS)
    for one, other in itertools.combinations(range(len(text)), 2):
        for first, second in itertools.product(SIGNS, SIGNS):
            yield text[:one] + first + text[one + 1 : other] + second + text[other + 1 :]


@pytest.mark.parametrize("kind", list(KINDS))
def test_what_is_near_a_text_is_taken_by_the_written_grammar_alone(kind: str) -> None:
    plan, written, samples = KINDS[kind]
    decode, nested = _decoder(plan), _decoder(plan, is_nested=True)
    is_written = re.compile(written).fullmatch
    read = TEXTS["datetime" if kind == "naive" else kind][0](kind == "naive").read
    for text in itertools.chain.from_iterable(map(_near, samples)):
        taken = decode({"p": text})
        if is_written(text) is None:
            assert taken is NO, text
            continue
        try:
            expected = read(text)
        except ValueError:
            expected = NO
        assert expected == taken, text
        assert type(expected) is type(taken)
        assert expected == nested({"p": text}), text


def test_values_are_those_of_the_library() -> None:
    text = "9C1F1B5E-2f7f-4c39-8a3a-4d3c6d1f9f10"
    value, expected = _decoder("uuid")({"p": text}), UUID(text)
    assert (UUID, hash(expected), repr(expected)) == (type(value), hash(value), repr(value))
    assert (expected.is_safe, expected.version) == (value.is_safe, value.version)
    moment = datetime.fromisoformat("2026-03-01T10:30:00+00:00")
    for text in ("2026-03-01T10:30:00Z", "2026-03-01T10:30:00+00:00", "2026-03-01T11:30:00+01:00"):
        assert moment == _decoder("datetime")({"p": text})
        assert datetime.fromisoformat(text.replace("Z", "+00:00")).utcoffset() == (
            _decoder("datetime")({"p": text}).utcoffset()
        )
    assert date(2026, 3, 1) == _decoder("date")({"p": "2026-03-01"})


MOMENTS = ["2026-03-01T10:30:00Z", "2026-03-01T10:30:00+00:00", "2026-03-01T10:30:00+05:30"]
KEYS = ("at", "to", "note")


@st.composite
def _objects(draw: st.DrawFn) -> str:
    pairs: list[str] = []
    for _ in range(draw(st.integers(1, 5))):
        key = draw(st.sampled_from(KEYS))
        values = ["a", ":", '":', '"at":', "\\", "ab:c\n"] if key == "note" else MOMENTS
        value = json.dumps(draw(st.sampled_from(values)))
        if draw(st.booleans()):
            value = value.replace(":", r"\u003a")
        pairs.append(f'"{key}"{draw(_blanks)}:{draw(_blanks)}{value}')
    return "{" + ",".join(pairs) + "}"


_blanks = st.sampled_from(["", " ", "\n", "  ", "\t"])


@settings(max_examples=500, deadline=None)
@given(_objects())
@example('{"at":"2026-03-01T10\\u003a30\\u003a00Z","at":"2026-03-01T10:30:00Z"}')
@example(r'{"at":"2026-03-01T10\u003a30:00Z","at":"2026-03-01T10\u003a30:00Z"}')
@example(r'{"at":"2026-03-01T10:30:00Z","note":"a","note" :"2"}')
def test_no_double_key_goes_unseen_behind_the_colons_of_times(text: str) -> None:
    parameters = [
        {"name": name, "kind": "keyword_only", "optional": True, "plan": plan}
        for name, plan in zip(KEYS, ("datetime", "datetime", "str"), strict=True)
    ]
    binding = {"receiver": "function", "parameters": parameters}
    make = generate(Signature(binding, Classes(__name__)), dict.fromkeys(KEYS))
    assert make is not None
    taken = make(lambda **named: {k: v for k, v in named.items() if v}, {}, _crash, lambda _: NO)(
        text
    )
    try:
        sent = parse(text, DEFAULT_LIMITS)
    except NotAcceptable:
        assert taken is NO
        return
    if taken is not NO:  # else the nodes have the last word
        assert sent.keys() == taken.keys()


@pytest.mark.parametrize("moment", MOMENTS)
def test_times_in_json_text_need_no_second_look(moment: str) -> None:
    text = json.dumps({"p": moment})
    assert datetime.fromisoformat(moment.replace("Z", "+00:00")) == _decoder("datetime")(text)
