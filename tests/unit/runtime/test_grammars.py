"""The grammars accept exactly their texts, whatever the Python's own parsers take."""

from __future__ import annotations

import re
from datetime import date, datetime, time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from toolschema_runtime._decode.grammars import TEXTS

HOUR = r"([01][0-9]|2[0-3])"
OFFSET = rf"(Z|[+-]{HOUR}:[0-5][0-9])"
DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
SECONDS = r":[0-5][0-9](\.[0-9]{1,6})?"
WRITTEN = {
    "date": DAY,
    "datetime": rf"{DAY}T{HOUR}:[0-5][0-9]{SECONDS}{OFFSET}",
    "naive": rf"{DAY}T{HOUR}:[0-5][0-9]{SECONDS}{OFFSET}?",
    "time": rf"{HOUR}:[0-5][0-9]({SECONDS})?{OFFSET}?",
}
SAMPLES = [
    "2026-03-01T10:30:00+00:00",
    "2026-03-01T10:30:00Z",
    "2026-03-01T10:30:00.123456-23:59",
    "2026-W10-7T10:30:00+00:00",
    "2026W107T103000Z",
    "2026-03-01T24:00:00Z",
    "2026-03-01",
    "10:30",
    "10:30:00.5Z",
]


@st.composite
def _mutated(draw: st.DrawFn) -> str:
    text = list(draw(st.sampled_from(SAMPLES)))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text) - 1))
        new = draw(st.sampled_from([*"0123456789-+:.,TtZzW \n٣", ""]))
        text[place] = new
        text = list("".join(text)) or ["x"]
    return "".join(text)


@settings(max_examples=600, deadline=None)
@given(_mutated())
@example("2026-03-01T10:30:00+00:60")
@example("2026-03-01T10:30:60Z")
@example("2026-03-01T10:30:Z\0+00:00")
@example("2026-03-01T10:Z\0:00.123Z")
@pytest.mark.parametrize("kind", list(WRITTEN))
def test_times_and_dates_are_read_by_the_written_grammar_alone(kind: str, text: str) -> None:
    make, _ = TEXTS["datetime" if kind == "naive" else kind]
    try:
        value = make(kind == "naive").read(text)
    except ValueError:
        value = None
    in_grammar = re.fullmatch(WRITTEN[kind], text) is not None and _exists(text)
    assert in_grammar == (value is not None)


def _exists(text: str) -> bool:
    try:
        if re.match(DAY, text):
            date(*map(int, text[:10].split("-")))
    except ValueError:
        return False
    return True


def test_a_value_is_that_of_the_library() -> None:
    read = {kind: make(False).read for kind, (make, _) in TEXTS.items()}
    assert datetime.fromisoformat("2026-03-01T10:30:00.120000+00:00") == read["datetime"](
        "2026-03-01T10:30:00.12Z"
    )
    assert time.fromisoformat("10:30:00.500000+02:00") == read["time"]("10:30:00.5+02:00")
    value = read["uuid"]("9C1F1B5E-2f7f-4c39-8a3a-4d3c6d1f9f10")
    import copy
    import pickle
    from uuid import UUID, SafeUUID

    expected = UUID("9c1f1b5e-2f7f-4c39-8a3a-4d3c6d1f9f10")
    assert (expected, UUID, hash(expected)) == (value, type(value), hash(value))
    assert (str(expected), SafeUUID.unknown, 4) == (str(value), value.is_safe, value.version)
    assert expected == copy.copy(value) == pickle.loads(pickle.dumps(value))
