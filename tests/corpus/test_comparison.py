"""A disagreement is found and has a kind; one without a verdict fails the run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.corpus.comparison import compare
from tests.corpus.mypy_run import Complaint, Outcome
from tests.corpus.report import VariantResult, lines
from tests.corpus.sample import Function
from tests.corpus.verdicts import judge

FUNCTION = Function("m:f", "m", "f", Path("m.py"), {"x": "docstring"})
OBJECT = {"type": "object", "properties": {"x": {"type": "string", "description": "X."}}}


def record(**changes: Any) -> dict[str, Any]:
    parameters = {**OBJECT, "required": ["x"], "additionalProperties": False}
    whole = {"name": "f", "description": "Do it.", "parameters": parameters, "returns": None}
    return {**whole, **changes}


def theirs(**changes: Any) -> dict[str, Any]:
    parameters = {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}
    return {"name": "f", "description": "Do it.", "parameters": parameters, **changes}


def outcome(ours: dict[str, Any] | None, complaints: tuple[Complaint, ...] = ()) -> Outcome:
    return Outcome({FUNCTION.id: ours} if ours else {}, complaints, ())


def kinds(ours: Outcome, expected: dict[str, Any], peer: str = "mcp") -> list[str]:
    return [one.kind for one in compare(peer, {FUNCTION.id: expected}, [FUNCTION], ours)]


def test_a_description_says_where_it_was_written() -> None:
    found = kinds(outcome(record()), theirs())
    assert ["closed root: only ours", "description: only ours, source docstring"] == found


def test_a_tool_description_that_says_more_is_a_kind_of_its_own() -> None:
    expected = theirs(description="Do it.\n\nArgs:\n  x: X.", parameters=record()["parameters"])
    assert ["tool description: theirs has more"] == kinds(outcome(record()), expected)


def test_the_description_at_the_root_is_not_compared_twice() -> None:
    expected = theirs(parameters={**record()["parameters"], "description": "Do it."})
    assert [] == kinds(outcome(record()), expected)


def test_a_refusal_by_the_peer_names_its_exception() -> None:
    found = kinds(outcome(record()), {"error": "ValueError: no such thing: x"})
    assert ["schema: only ours: ValueError"] == found


def test_a_refusal_by_us_names_our_complaint() -> None:
    message = 'Parameter "x" has type "socket", which has no JSON form'
    complaint = Complaint(Path("m.py"), 3, "f", "tool-type", "error", message)
    other = Complaint(Path("m.py"), 9, "g", "tool-type", "error", "Another")
    found = kinds(outcome(None, (complaint, other)), theirs())
    shown = 'error [tool-type] Parameter "…" has type "…", which has no JSON form'
    assert [f"schema: only theirs: {shown}"] == found


def test_like_complaints_about_one_function_are_one_refusal() -> None:
    complaints = tuple(
        Complaint(Path("m.py"), 3, "f", "tool-type", "error", f'"{name}" is nothing')
        for name in ("x", "y")
    )
    found = kinds(outcome(None, complaints), theirs())
    assert ['schema: only theirs: error [tool-type] "…" is nothing'] == found


def test_two_refusals_agree() -> None:
    assert [] == kinds(outcome(None), {"error": "ValueError: no"})


def test_a_wrapped_result_is_compared_with_the_bare_one() -> None:
    ours = outcome(record(returns={"type": "string"}))
    wrapped = {
        "title": "fOutput",
        "type": "object",
        "properties": {"result": {"type": "integer"}},
    }
    expected = theirs(parameters=record()["parameters"], output=wrapped)
    assert ["result: type: string / integer"] == kinds(ours, expected)
    assert [] == kinds(ours, expected, peer="pydantic_ai")


def test_a_list_of_names_is_one_name_in_a_kind() -> None:
    kinds_of = {
        Complaint(Path("m.py"), 3, "f", "tool-default", "note", f"Tool has {names}, alas").kind
        for names in ('"a"', '"a", "b"', '"a", "b", "c"')
    }
    assert {'note [tool-default] Tool has "…", alas'} == kinds_of


def test_an_unknown_kind_fails_the_run_once() -> None:
    def result(expected: dict[str, Any]) -> VariantResult:
        ours = outcome(record())
        found = [*compare("mcp", {FUNCTION.id: expected}, [FUNCTION], ours)] * 2
        return VariantResult("plain", 1, ours, tuple(found), (), ())

    assert () == result(theirs()).faults
    faults = result(theirs(name="g")).faults
    assert ("no verdict: tool name: differs (mcp, m:f)",) == faults
    assert f"- {faults[0]}" in [*lines(result(theirs(name="g")))]


def test_a_verdict_holds_for_its_peers_alone() -> None:
    kind = "description: only ours, source text"
    assert judge("mcp", kind) is not None
    assert judge("transformers", kind) is None


def test_refusals_are_not_judged_with_the_constraints() -> None:
    verdict = judge("transformers", "schema: only ours: DocstringParsingException")
    assert verdict is not None
    assert "docstring" in verdict.reason
    assert judge("transformers", "schema: only ours: KeyError") is None
