"""JSON text, patterns by ECMA-262, and lenient repairs."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import ToolArgumentError
from toolschema_runtime._arguments import decode
from toolschema_runtime._decode.json_text import NotAcceptable, has_double_keys, parse
from toolschema_runtime._decode.limits import DEFAULT_LIMITS, Limits
from toolschema_runtime._decode.patterns import compile_pattern
from toolschema_runtime._dispatch import prepare

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    JSON, st.sampled_from([None, 2]), st.sampled_from([(", ", ": "), (",", ":"), (" , ", " : ")])
)
def test_json_text_is_read_as_json_reads_it(value: Any, indent: Any, separators: Any) -> None:
    text = json.dumps(value, indent=indent, separators=separators)
    assert value == parse(f" \n{text}\t ", DEFAULT_LIMITS)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1,]", "{'a': 1}", "NaN", "-Infinity", "1 2", '"\t"', "\ufeff{}", "01", "+1", "nul", "[" * 5000,
     "9" * 4301, '{"a":1,"a":1}', '{"x":{"a":1,"b":":","a":1}}', '[{"a" :1,"a" :2}]', '"' + "x" * 10_000_000 + '"'],
    ids=lambda text: text[:20],
)  # fmt: skip
def test_what_is_not_json_or_too_large_is_not_acceptable(text: str) -> None:
    with pytest.raises(NotAcceptable):
        parse(text, DEFAULT_LIMITS)


PAIRS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b", "c:", '"']), st.sampled_from(["x", ":x", "y:z", 'q":', 1])
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=500)
@given(PAIRS, st.sampled_from([":", ": ", " :", "\n:"]))
@example([("a", ":x"), ("a", 1)], " :")
def test_double_keys_never_go_unseen(pairs: Any, colon: str) -> None:
    text = "{" + ",".join(json.dumps(k) + colon + json.dumps(v) for k, v in pairs) + "}"
    keys = len(dict(pairs))
    is_double = keys != len(pairs)
    quick = text.count(":") == keys or not has_double_keys(text, keys)
    assert not (is_double and quick)
    try:
        assert dict(pairs) == parse(text, DEFAULT_LIMITS)
        assert not is_double
    except NotAcceptable:
        assert is_double


def test_double_keys_are_refused_by_the_compiled_decoder_too(load: Load) -> None:
    tools = load(
        """
        from toolschema_runtime import tool
        @tool
        def go(a, b="x"): return a, b
        """,
        record("go", parameter("a", "int"), parameter("b", "str", optional=True, default="x")),
    )
    for _ in range(6):
        assert (1, "12:30") == tools.call("go", '{"a": 1, "b": "12:30"}')
        assert (1, ":") == tools.call("go", '{"a": 1, "b":":"}\n')
        assert (1, "x") == tools.call("go", '{\n  "a" : 1\n}')
        for text in (
            '{"a": 1, "a": 1}',
            '{"a" :1,"b":":","a" :1}',
            '{"a": 1, "b": "12:30", "a": 1}',
        ):
            with pytest.raises(ToolArgumentError):
                tools.call("go", text)


def test_limits_are_values() -> None:
    assert Limits() == DEFAULT_LIMITS
    assert Limits(depth=3) != DEFAULT_LIMITS
    assert "Limits(depth=3, digits=4300, nodes=100000, text=10000000)" == repr(Limits(depth=3))
    assert hash(Limits()) == hash(DEFAULT_LIMITS)


@pytest.mark.parametrize(
    ("pattern", "yes", "no"),
    [
        ("^a$", ["a"], ["a\n", "ab"]),
        ("a", ["bab"], ["b"]),
        (r"^\d+$", ["12"], ["٣", ""]),
        (r"^[\d-]+$", ["1-2"], ["٣"]),
        (r"^\w$", ["_"], ["é"]),
        (r"^\W$", ["é"], ["a"]),
        (r"^\s$", ["\ufeff", "\u2028", " ", "\x0b"], ["\x1c", "\x85"]),
        (r"^[\s]$", ["\ufeff"], ["\x1c"]),
        (r"^\S$", ["\x1c"], ["\u3000"]),
        (r"^[\S]$", ["\x1c", "é"], ["\u3000", "\ufeff"]),
        ("^.$", ["é", "\x85"], ["\r", "\n", "\u2028"]),
        (r"^\.$", ["."], ["a"]),
        (r"^[$.]$", ["$", "."], ["a"]),
        (r"^\$$", ["$"], ["a"]),
        (r"^a{,3}$", ["a{,3}"], ["aa"]),
        (r"^a{1,2}$", ["aa"], ["aaa"]),
        (r"^\u{1f600}$", ["\U0001f600"], ["u"]),
        (r"^A\cJ$", ["A\n"], ["AJ"]),
        (r"^[^]$", ["\n"], []),
        (r"^[]$", [], ["", "a"]),
        (r"^(?<year>\d{4})$", ["2024"], ["24"]),
        (r"^[[&&~~||]$", ["[", "&", "~", "|"], ["a"]),
        (r"^\/$", ["/"], []),
        (r"^\0$", ["\0"], ["0"]),
        (r"^[^\]]$", ["a"], ["]"]),
        (r"^[a\]b]$", ["]"], ["c"]),
    ],
)
def test_patterns_have_their_ecma_meaning(pattern: str, yes: list[str], no: list[str]) -> None:
    search = compile_pattern(pattern).search
    assert [True] * len(yes) == [search(text) is not None for text in yes]
    assert [False] * len(no) == [search(text) is not None for text in no]


LENIENT = [
    ("int", "5", 5),
    ("int", "-5", -5),
    ("bool", "true", True),
    ("bool", "false", False),
    ("decimal", 0.1, Decimal("0.1")),
    ("decimal", 12, Decimal(12)),
    ({"type": "list", "items": "str"}, '["a"]', ["a"]),
    ({"type": "dict", "keys": "str", "values": "int"}, '{"a": 1}', {"a": 1}),
    ({"type": "optional", "of": {"type": "list", "items": "int"}}, "[1]", [1]),
    ({"type": "union", "arms": ["int", {"type": "list", "items": "int"}]}, "[1]", [1]),
]
STRICT = [
    ("int", "5.5"), ("int", "five"), ("int", ""), ("int", "٣"), ("int", True), ("bool", "yes"), ("bool", 1),
    ("bool", "True"), ("null", "null"), ({"type": "list", "items": "int"}, '["a"]'),
    ({"type": "list", "items": "int"}, '"[1]"'), ({"type": "list", "items": "int"}, '{"a": 1}'),
]  # fmt: skip
TEXTS = [("str", "5"), ("any", "[1]"), ({"type": "optional", "of": "str"}, "null"),
         ({"type": "union", "arms": ["int", "str"]}, "5"),
         ({"type": "union", "arms": [{"type": "list", "items": "int"}, "str"]}, "[1]")]  # fmt: skip


def _tools(load: Load, plan: Any) -> Any:
    source = """
        from toolschema_runtime import tool
        @tool
        def go(a): return a
    """
    return load(source, record("go", parameter("a", plan)))


@pytest.mark.parametrize(("plan", "sent", "value"), LENIENT, ids=str)
def test_lenient_repairs_are_made_and_recorded(
    load: Load, plan: Any, sent: Any, value: Any
) -> None:
    tools = _tools(load, plan)
    with pytest.raises(ToolArgumentError):
        tools.call("go", {"a": sent})
    lenient = tools.lenient()
    for _ in range(6):
        assert value == lenient.call("go", {"a": sent})
    decoded = decode(lenient.go, {"a": sent}, None)
    assert 1 == len(decoded.repairs)
    assert decoded.repairs[0].startswith("a: ")


@pytest.mark.parametrize(("plan", "sent"), STRICT, ids=str)
def test_what_is_ambiguous_is_refused_by_lenient_too(load: Load, plan: Any, sent: Any) -> None:
    with pytest.raises(ToolArgumentError):
        _tools(load, plan).lenient().call("go", {"a": sent})


@pytest.mark.parametrize(("plan", "sent"), TEXTS, ids=str)
def test_text_is_never_repaired_where_a_text_is_allowed(load: Load, plan: Any, sent: str) -> None:
    lenient = _tools(load, plan).lenient()
    assert sent == lenient.call("go", {"a": sent})
    assert () == decode(lenient.go, {"a": sent}, None).repairs


@pytest.mark.parametrize("text", ['```json\n{"a": 1}\n```', '```\n{"a": 1}```', '"{\\"a\\": 1}"'])
def test_fences_and_double_encoding_around_everything_are_taken_off(load: Load, text: str) -> None:
    from toolschema_runtime import ToolCall

    tools = _tools(load, "int")
    with pytest.raises(ToolArgumentError):
        tools.call("go", text)
    assert 1 == tools.lenient().call("go", text)
    assert 1 == len(prepare(tools.lenient(), ToolCall("go", text)).repairs)


def test_text_that_was_cut_off_is_never_completed(load: Load) -> None:
    for text in ('{"a": 1', '```json\n{"a": 1', '"{\\"a\\": 1'):
        with pytest.raises(ToolArgumentError):
            _tools(load, "int").lenient().call("go", text)
