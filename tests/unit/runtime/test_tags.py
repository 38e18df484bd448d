"""An object that no arm of a union takes is explained by the arm that its tag names, also where the tag has a default."""

from __future__ import annotations

from typing import Any

import pytest

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import ToolArgumentError

SOURCE = """
    from toolschema_runtime import tool
    from dataclasses import dataclass
    from typing import Any
    @dataclass
    class Arm:
        number: Any = 0
        breed: Any = 0
        extra: Any = 0
        kind: Any = 0
        size: Any = 0
        unit: Any = 0
    @tool
    def go(a): return a
"""


def _arm(*, optional: tuple[str, ...] = ("kind", "unit"), **plans: Any) -> dict[str, Any]:
    fields = [
        {"name": key, "plan": plan, **({"optional": True} if key in optional else {})}
        for key, plan in plans.items()
    ]
    return {"type": "object", "family": "dataclass", "class": ":Arm", "fields": fields}


def _one_of(*values: Any) -> dict[str, Any]:
    return {"type": "literal", "values": list(values)}


CARD = _arm(kind=_one_of("card"), number="str")
IBAN = _arm(kind=_one_of("iban"), breed="str")
CASH = _arm(kind=_one_of("cash"))
CAT, DOG = _arm(kind=_one_of("cat")), _arm(kind=_one_of("dog", "hound"), breed="str")
# The one and the other value of `unit` stand in both: `kind` alone tells them apart.
HOT = _arm(unit=_one_of("c", "f"), kind=_one_of("hot"))
COLD = _arm(unit=_one_of("c"), kind=_one_of("cold"))
# Without a tag of its own.
LOOSE = _arm(number="str", breed="str", extra="str")
NULLED = _arm(kind=_one_of("none"), number="str")
NULLED["fields"][0]["null_is_default"] = True

PAYMENTS = [CARD, IBAN, CASH]
SAID = [
    (PAYMENTS, {"kind": "iban", "number": "1"},
     "a.breed: missing, expected string\na.number: unknown key, known keys: kind, breed"),
    (PAYMENTS, {"kind": "cheque"}, 'a.kind: expected "card", "iban" or "cash", got "cheque"'),
    (PAYMENTS, {"kind": "ibam"},
     'a.kind: expected "card", "iban" or "cash", got "ibam"; did you mean "iban"?'),
    (PAYMENTS, {"kind": 5, "number": 1}, 'a.kind: expected "card", "iban" or "cash", got 5'),
    (PAYMENTS, {"kind": ["card"]}, 'a.kind: expected "card", "iban" or "cash", got array of 1'),
    (PAYMENTS, {"number": 1}, "a.number: expected string, got 1"),
    ([*PAYMENTS, "str"], {"kind": "cheque"}, 'a.kind: expected "card", "iban" or "cash", got "cheque"'),
    ([*PAYMENTS, "str"], 5, "a: expected object or string, got 5"),
    ([CAT, DOG], {"kind": "dog"}, "a.breed: missing, expected string"),
    ([CAT, DOG], {"kind": "fox"}, 'a.kind: expected "cat", "dog" or "hound", got "fox"'),
    ([HOT, COLD], {"unit": "f", "kind": "cold"}, 'a.unit: expected "c", got "f"'),
    ([HOT, COLD], {"unit": "k", "kind": "hot"}, 'a.unit: expected "c" or "f", got "k"'),
    ([CASH, LOOSE], {"kind": "cash", "extra": "x", "breed": "y"},
     "a.extra: unknown key, known keys: kind\na.breed: unknown key, known keys: kind"),
    ([CASH, {"type": "dict", "values": "int"}], {"kind": "cheque"}, 'a.kind: expected "cash", got "cheque"'),
    ([_arm(kind=_one_of(1)), _arm(kind=_one_of(True))], {"kind": False}, "a.kind: expected 1 or true, got false"),
    ([NULLED, CARD], {"kind": None}, "a.number: missing, expected string"),
    ([{"type": "ref", "name": "Card"}, IBAN], {"kind": "card"}, "a.number: missing, expected string"),
]  # fmt: skip


@pytest.mark.parametrize(("arms", "sent", "text"), SAID)
def test_the_tag_that_was_sent_says_what_is_wrong(
    load: Load, arms: list[Any], sent: Any, text: str
) -> None:
    plan = {"type": "union", "arms": arms}
    tools = load(SOURCE, record("go", parameter("a", plan), definitions={"Card": CARD}))
    for _ in range(6):  # compiled or not
        with pytest.raises(ToolArgumentError) as caught:
            tools.call("go", {"a": sent})
        assert text == caught.value.for_model()


@pytest.mark.parametrize("sent", [{"kind": "card"}, {"kind": "cheque"}, {"kind": "iban", "x": 1}])
def test_a_tag_says_the_same_with_a_default_and_without(load: Load, sent: Any) -> None:
    def plan(*optional: str, **keys: Any) -> Any:
        arms = [
            _arm(kind=_one_of(tag), number="str", optional=optional) for tag in ("card", "iban")
        ]
        return {"type": "union", "arms": arms, **keys}

    tools = load(
        SOURCE.replace("go(a)", "go(a=None, b=None)"),
        record("go", *(
            parameter(name, each, optional=True)
            for name, each in [("a", plan(tag="kind")), ("b", plan("kind"))]
        )),
    )  # fmt: skip
    said = []
    for name in ("a", "b"):
        with pytest.raises(ToolArgumentError) as caught:
            tools.call("go", {name: sent})
        said.append(caught.value.for_model().replace(f"{name}.", "", 1).replace(f"\n{name}.", "\n"))
    assert said[0] == said[1]
