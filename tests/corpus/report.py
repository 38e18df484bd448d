"""The report of a run: counts, disagreements with their verdicts, and faults."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tests.corpus.comparison import Disagreement
from tests.corpus.mypy_run import Complaint, Outcome
from tests.corpus.verdicts import judge

_T = TypeVar("_T")
_EXAMPLE_LENGTH = 160


@dataclass(frozen=True)
class VariantResult:
    """All that was found about one variant of the sample."""

    name: str
    functions: int
    outcome: Outcome
    disagreements: tuple[Disagreement, ...]
    text_faults: tuple[str, ...]
    value_faults: tuple[str, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        """What makes the run fail: our faults, and kinds of disagreement without a verdict."""
        unknown = {
            f"no verdict: {one.kind} ({one.peer}, {one.function.id})": one.kind
            for one in self.disagreements
            if judge(one.peer, one.kind) is None
        }
        first_of_kind = {kind: text for text, kind in reversed(unknown.items())}
        found = (*self.outcome.faults, *self.text_faults, *self.value_faults)
        return (*found, *first_of_kind.values())


def lines(result: VariantResult) -> Iterator[str]:
    """The report on one variant, as lines of Markdown."""
    yield f"# {result.name}"
    yield ""
    written = len(result.outcome.records)
    yield f"{written} of {result.functions} functions have a schema."
    yield from _complaints(result.outcome.complaints)
    if result.disagreements:
        yield from _disagreements(result.disagreements)
    yield ""
    yield f"## Faults: {len(result.faults)}"
    yield ""
    for fault in result.faults:
        yield f"- {' '.join(fault.split())}"


def _complaints(complaints: Iterable[Complaint]) -> Iterator[str]:
    by_kind: dict[str, list[Complaint]] = defaultdict(list)
    for complaint in complaints:
        by_kind[complaint.kind].append(complaint)
    yield ""
    yield "## What mypy says"
    yield ""
    for kind, found in _most_first(by_kind):
        functions = len({(one.file, one.function) for one in found})
        yield f"- {len(found)} times in {functions} functions: {kind}"
        yield f"    - {found[0].file}:{found[0].line}: {found[0].message}"


def _disagreements(disagreements: Sequence[Disagreement]) -> Iterator[str]:
    by_kind: dict[str, list[Disagreement]] = defaultdict(list)
    for one in disagreements:
        by_kind[one.kind].append(one)
    verdicts = [judge(one.peer, one.kind) for one in disagreements]
    rights = Counter(verdict.right.value if verdict else "no verdict" for verdict in verdicts)
    yield ""
    yield f"## Disagreements: {len(by_kind)} kinds, {len(disagreements)} places"
    yield ""
    yield from (f"- {count} places: {right}" for right, count in rights.most_common())
    for kind, found in _most_first(by_kind):
        yield ""
        yield f"### {kind}"
        yield ""
        for peer, count in Counter(one.peer for one in found).most_common():
            yield from _example(next(one for one in found if one.peer == peer), count)


def _most_first(by_kind: Mapping[str, list[_T]]) -> list[tuple[str, list[_T]]]:
    return sorted(by_kind.items(), key=lambda item: (-len(item[1]), item[0]))


def _example(one: Disagreement, count: int) -> Iterator[str]:
    verdict = judge(one.peer, one.kind)
    yield f"- {one.peer}, {count} places: {verdict.text if verdict else 'no verdict'}"
    yield f"    - {one.function.id} at {one.difference.place}"
    yield f"    - ours: {_short(one.difference.ours)}"
    yield f"    - theirs: {_short(one.difference.theirs)}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _EXAMPLE_LENGTH else f"{line[:_EXAMPLE_LENGTH]} …"
