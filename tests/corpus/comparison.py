"""Our records beside the peers' schemas: every disagreement, function by function."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tests.corpus.differences import Difference, differences, text_difference
from tests.corpus.mypy_run import Outcome
from tests.corpus.normal_form import Schema, normal_form
from tests.corpus.sample import Function

# The peer that describes results too; the others have nothing to compare `returns` with.
_RESULTS = "mcp"


@dataclass(frozen=True)
class Disagreement:
    """A difference between our record of a function and what a peer makes of it."""

    peer: str
    function: Function
    difference: Difference

    @property
    def kind(self) -> str:
        return self.difference.kind


def compare(
    peer: str, expected: Mapping[str, dict[str, Any]], functions: Iterable[Function], ours: Outcome
) -> Iterator[Disagreement]:
    """Every disagreement with *peer*, in the order of the sample."""
    for function in functions:
        record, theirs = ours.records.get(function.id), expected[function.id]
        if "error" in theirs:
            if record is not None:
                found = [Difference(_refusal(theirs["error"]), (), "a schema", theirs["error"])]
            else:
                found = []
        elif record is None:
            found = list(_refused_by_us(function, ours))
        else:
            found = [*_told(record, theirs), *_parameters(function, record, theirs)]
            if peer == _RESULTS:
                found += _result(record, theirs.get("output"))
        for difference in found:
            yield Disagreement(peer, function, difference)


def _refusal(error: str) -> str:
    return f"schema: only ours: {error.partition(':')[0]}"


def _refused_by_us(function: Function, ours: Outcome) -> Iterator[Difference]:
    kinds = {
        complaint.kind: complaint.message
        for complaint in ours.complaints
        if (complaint.file, complaint.function) == (function.file, function.name)
        and complaint.severity == "error"
    }
    for kind, message in kinds.items():
        yield Difference(f"schema: only theirs: {kind}", (), message, "a schema")


def _told(record: dict[str, Any], theirs: dict[str, Any]) -> Iterator[Difference]:
    if record["name"] != theirs["name"]:
        yield Difference("tool name: differs", (), record["name"], theirs["name"])
    text = theirs.get("description") or ""
    yield from text_difference("tool description", (), record["description"], text)


def _parameters(
    function: Function, record: dict[str, Any], theirs: dict[str, Any]
) -> Iterator[Difference]:
    # Some peers repeat the tool's description at the root; that one is compared already.
    root = {key: value for key, value in theirs["parameters"].items() if key != "description"}
    for found in differences(normal_form(record["parameters"]), normal_form(root)):
        if found.kind.startswith("description: ") and len(found.path) == 1:
            source = function.sources.get(found.path[0], "nowhere")
            yield replace(found, kind=f"{found.kind}, source {source}")
        else:
            yield found


def _result(record: dict[str, Any], output: Schema | None) -> Iterator[Difference]:
    ours = record["returns"]
    if output is None:
        if ours is not None:
            yield Difference("result: only ours", ("return",), str(ours), "")
    elif ours is None:
        yield Difference("result: only theirs", ("return",), "", str(output))
    else:
        theirs = normal_form(_unwrapped(output, record["name"]))
        for difference in differences(normal_form(ours), theirs, ("return",)):
            yield replace(difference, kind=f"result: {difference.kind}")


def _unwrapped(output: Schema, name: str) -> Schema:
    """The result itself, where it was put under the key `result` of an object made for it."""
    if output.get("title") != f"{name}Output" or list(output["properties"]) != ["result"]:
        return output
    return {**output["properties"]["result"], "$defs": output.get("$defs", {})}
