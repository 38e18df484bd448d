"""What a constructor takes and what an instance holds, each under its own keys, from mypy to the call."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from toolschema_runtime import InvalidToolArgumentError, ToolRegistry, UnknownToolArgumentError
from toolschema_runtime._encode_result import encode_result

# More than it takes until a decoder is compiled.
ROUNDS = 6


@pytest.fixture(scope="module")
def records(check: Callable[[str], str]) -> ToolRegistry:
    check("record")
    return ToolRegistry.load("record")


def sent_back(tools: ToolRegistry, name: str, arguments: dict[str, Any]) -> Any:
    """What the tool returned, as it is sent: it has to be as described."""
    definition = tools[name]
    results = [encode_result(definition, tools.call(name, arguments)) for _ in range(ROUNDS)]
    Draft202012Validator(definition.returns or False).validate(results[0])
    assert [results[0]] * ROUNDS == results
    return results[0]


@pytest.mark.parametrize(
    ("name", "sent", "back"),
    [
        (
            "query",
            {"maxItems": 3, "pageSize": 9},
            {"limit": 3, "pageSize": 9, "total": 0},
        ),
        ("query", {"pageSize": 9}, {"limit": 10, "pageSize": 9, "total": 0}),
        ("swapped", {"a": 1, "b": 2}, {"a": 1, "b": 2}),
        ("named", {"a": 1, "own": 2}, {"aa": 1, "own": 2}),
        ("named_model", {"a": 1, "own": 2}, {"aa": 1, "own": 2}),
        ("total", {"net": 2}, {"net": 2, "gross": 4}),
        ("login", {"user": "u", "code": 1}, {"user": "u", "digest": "1 secret"}),
        (
            "login",
            {"user": "u", "code": 1, "pepper": "p"},
            {"user": "u", "digest": "1 p"},
        ),
    ],
)
def test_what_was_sent_comes_back_under_the_keys_of_output(
    records: ToolRegistry, name: str, sent: dict[str, Any], back: dict[str, Any]
) -> None:
    assert back == sent_back(records, name, {"x": sent})


def test_an_attribute_is_read_by_its_own_name(records: ToolRegistry) -> None:
    back = {"extension": "e", "half": 2, "shown": 1, "under": 2, "held": 3}
    assert back == sent_back(records, "sheet", {"ext": "e"})


def test_state_has_what_is_set_after_construction(records: ToolRegistry) -> None:
    state = ToolRegistry.for_instance(import_module("record").Desk()).state()
    assert {"total": {"net": 4, "gross": 8}} == state


@pytest.mark.parametrize(
    ("name", "sent", "key"),
    [
        ("query", {"limit": 3, "pageSize": 1}, "limit"),
        ("query", {"pageSize": 1, "total": 1}, "total"),
        ("named", {"a": 1, "bb": 1}, "bb"),
        ("named_model", {"a": 1, "bb": 1}, "bb"),
        ("total", {"net": 1, "gross": 1}, "gross"),
    ],
)
def test_no_other_key_is_taken(
    records: ToolRegistry, name: str, sent: dict[str, Any], key: str
) -> None:
    with pytest.raises(UnknownToolArgumentError) as caught:
        records.call(name, {"x": sent})
    assert f"x.{key}" == caught.value.field


@pytest.mark.parametrize(
    ("name", "sent", "said"),
    [
        ("query", {"maxItems": 7, "pageSize": 1}, "x.maxItems: at most 5"),
        ("named_model", {"a": 1, "own": 7}, "x.own: at most 5"),
        # A model inside, whose fields are none of the model's business.
        ("login", {"user": "u", "code": 7}, "x: b: at most 5"),
    ],
)
def test_a_validator_is_heard_at_the_published_key_in_its_own_words(
    records: ToolRegistry, name: str, sent: dict[str, Any], said: str
) -> None:
    with pytest.raises(InvalidToolArgumentError) as caught:
        records.call(name, {"x": sent})
    assert said == caught.value.for_model()
