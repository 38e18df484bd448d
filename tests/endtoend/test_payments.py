"""What is said of an object for a union whose tags have defaults, from real mypy to the call."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from toolschema_runtime import ToolArgumentError, ToolRegistry


@pytest.fixture(scope="module")
def payments(check: Callable[[str], str]) -> ToolRegistry:
    check("payments")
    return ToolRegistry.load("payments")


@pytest.mark.parametrize(
    ("name", "sent", "text"),
    [
        ("pay", {"type": "iban", "number": "1"},
         "how.iban: missing, expected string\nhow.number: unknown key, known keys: type, iban"),
        ("pay", {"type": "cheque"}, 'how.type: expected "card", "iban" or "cash", got "cheque"'),
        ("pay", {"number": 1}, "how.number: expected string, got 1"),
        ("notify", {"channel": "fax"}, 'via.channel: expected "email" or "sms", got "fax"'),
        ("notify", {"channel": "sms", "address": "x"},
         "via.number: missing, expected string\nvia.address: unknown key, known keys: number, channel"),
    ],
)  # fmt: skip
def test_the_tag_says_what_is_wrong(
    payments: ToolRegistry, name: str, sent: Any, text: str
) -> None:
    with pytest.raises(ToolArgumentError) as caught:
        payments.call(name, {"how" if name == "pay" else "via": sent})
    assert text == caught.value.for_model()


def test_the_defaults_decide_without_a_tag(payments: ToolRegistry) -> None:
    assert "card" == payments.call("pay", {"how": {"number": "1"}})
    assert "cash" == payments.call("pay", {"how": {}})
    assert "sms" == payments.call("notify", {"via": {"number": "1"}})
    assert "nobody" == payments.call("notify", {"via": None})
