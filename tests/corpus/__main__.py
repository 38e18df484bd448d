"""`python -m tests.corpus`: build the sample, check it, compare it, print a report.

The exit status is 1 when there is a fault of ours, or a kind of disagreement without a verdict.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.corpus.comparison import compare
from tests.corpus.docstring_check import untold
from tests.corpus.mypy_run import run_mypy
from tests.corpus.report import VariantResult, lines
from tests.corpus.sample import ROOT, VARIANTS, Function, Variant, Workplace, build, functions
from tests.corpus.value_run import run_values


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.corpus", description=__doc__)
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared" / "corpus")
    parser.add_argument("--work", type=Path, required=True, help="folder to build in, kept")
    parser.add_argument(
        "--all", action="store_true", help="every function that can be cut out, without the peers"
    )
    arguments = parser.parse_args()
    workplace = Workplace(arguments.shared.resolve(), arguments.work.resolve(), arguments.all)
    build(workplace)
    sample = functions(workplace)
    results = [_check(workplace, variant, sample) for variant in VARIANTS]
    print("\n".join(line for result in results for line in [*lines(result), ""]))
    return int(any(result.faults for result in results))


def _check(workplace: Workplace, variant: Variant, sample: list[Function]) -> VariantResult:
    python, folder = workplace.python("sample"), workplace.variant(variant)
    outcome = run_mypy(python, folder, sample)
    return VariantResult(
        name=variant.name,
        functions=len(sample),
        outcome=outcome,
        disagreements=tuple(
            disagreement
            for peer in (() if workplace.is_whole else variant.peers)
            for disagreement in compare(peer, workplace.expected(peer), sample, outcome)
        ),
        text_faults=tuple(untold(folder, sample, outcome.records)),
        value_faults=run_values(python, folder),
    )


if __name__ == "__main__":
    sys.exit(main())
