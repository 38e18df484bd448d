"""A case: a module under test that says in comments what mypy shall print, and its golden side-file.

    when: socket,  # E: "when" of tool "wait" has type "socket", which has no JSON form  [tool-type]
    # N: Take the data it is made from, or hide the parameter with Inject()

`# E:` and `# N:` stand behind the line that mypy shall name, or on comment lines of their own below
it.  `# requires: 3.12` in the first line leaves a case out on an older Python.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"
_SEVERITIES = {"E": "error", "N": "note"}
_EXPECTATION = re.compile(r"#\s*([EN]):\s+(.+?)\s*(?=#\s*[EN]:\s|$)")
_PRINTED = re.compile(r"(?P<file>[^:]+\.py):(?P<line>\d+): (?P<severity>error|note): (?P<text>.*)")
_SUMMARY = re.compile(
    r"Success: no issues found in \d+ source files?"
    r"|Found \d+ errors? in \d+ files? \(checked \d+ source files?\)"
)
_REQUIREMENT = re.compile(r"#\s*requires:\s*(\d+)\.(\d+)\s*$")


@dataclass(frozen=True, order=True)
class Printed:
    """One diagnostic: the line it stands at, `error` or `note`, and the text with its code."""

    line: int
    severity: str
    text: str


@dataclass(frozen=True)
class Case:
    """One module under test, in *path*."""

    path: Path

    def __str__(self) -> str:
        return str(self.path.relative_to(FOLDER).with_suffix(""))

    @property
    def golden(self) -> Path:
        """Its golden side-file, absent when none shall be written."""
        return self.path.with_suffix(".golden.json")

    def side_file_in(self, output: Path) -> Path:
        """The side-file that mypy writes for it with the setting `output`."""
        return output / f"cases.{str(self).replace('/', '.')}.toolschema.json"

    def requires(self) -> tuple[int, int]:
        """The oldest Python whose syntax it is written in."""
        found = _REQUIREMENT.match(self.path.read_text("utf-8").split("\n", 1)[0])
        return (3, 10) if found is None else (int(found[1]), int(found[2]))

    def expected(self) -> list[Printed]:
        """What its comments say that mypy prints."""
        return expectations(self.path.read_text("utf-8"))


def expectations(source: str) -> list[Printed]:
    """What the comments of a source say that mypy prints, in the order of its lines."""
    found, line = [], 0
    for number, text in enumerate(source.splitlines(), 1):
        if not text.lstrip().startswith("#"):
            line = number
        found += [
            Printed(line, _SEVERITIES[letter], said) for letter, said in _EXPECTATION.findall(text)
        ]
    return sorted(found)


def printed_in(stdout: str) -> dict[str, list[Printed]]:
    """What mypy printed about each file, in the order of its lines; any other line is a failure."""
    *lines, summary = stdout.splitlines()
    assert _SUMMARY.fullmatch(summary), stdout
    printed: dict[str, list[Printed]] = {}
    for line in lines:
        found = _PRINTED.fullmatch(line)
        assert found is not None, f"mypy printed what is no diagnostic: {line}"
        diagnostic = Printed(int(found["line"]), found["severity"], found["text"])
        printed.setdefault(found["file"], []).append(diagnostic)
    return {file: sorted(diagnostics) for file, diagnostics in printed.items()}


CASES = sorted(map(Case, FOLDER.rglob("*.py")), key=str)
