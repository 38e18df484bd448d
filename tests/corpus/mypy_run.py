"""Runs mypy with the plugin over the sample and reads what it said and wrote."""

from __future__ import annotations

import ast
import json
import re
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.corpus.sample import PACKAGE, Function


@dataclass(frozen=True)
class Complaint:
    """A diagnostic of mypy: where it stands, and the function that it is about, if any."""

    file: Path
    line: int
    function: str | None
    code: str
    severity: str
    message: str

    @property
    def kind(self) -> str:
        """Code and message without the names in it: what like complaints share."""
        nameless = re.sub(r'"[^"]*"(, "[^"]*")*', '"…"', self.message)
        return f"{self.severity} [{self.code}] {nameless}"


@dataclass(frozen=True)
class Outcome:
    """What became of the sample: records by function id, complaints, and what never should be."""

    records: Mapping[str, dict[str, Any]]
    complaints: tuple[Complaint, ...]
    faults: tuple[str, ...]


def run_mypy(python: Path, folder: Path, functions: Iterable[Function]) -> Outcome:
    """Run mypy in *folder* with a cold cache and read the side-files.

    A fault is a crash, an error that is not the plugin's, a `tool-internal`, a function that is
    neither written nor omitted, or one that is omitted though nothing was said about it.
    """
    for side_file in folder.rglob("*.toolschema.json"):
        side_file.unlink()
    command: list[str | Path] = [
        python,
        "-m",
        "mypy",
        "--cache-dir=/dev/null",
        "-O",
        "json",
        PACKAGE,
    ]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    faults = [f"mypy: {line}" for line in ran.stderr.splitlines()]
    complaints = []
    for line in ran.stdout.splitlines():
        if line.startswith("{"):
            complaints.append(_complaint(json.loads(line), folder))
        elif line:
            faults.append(f"mypy: {line}")
    faults += [
        f"{complaint.file}:{complaint.line}: {complaint.message} [{complaint.code}]"
        for complaint in complaints
        if complaint.code == "tool-internal" or not complaint.code.startswith("tool-")
    ]
    records, unwritten = _read(folder, functions, complaints)
    return Outcome(records, tuple(complaints), (*faults, *unwritten))


def _read(
    folder: Path, functions: Iterable[Function], complaints: Iterable[Complaint]
) -> tuple[dict[str, dict[str, Any]], list[str]]:
    accused = {
        (complaint.file, complaint.function)
        for complaint in complaints
        if complaint.severity == "error"
    }
    records, faults = {}, []
    for function in functions:
        path = folder / function.file.with_suffix(".toolschema.json")
        side_file = json.loads(path.read_text("utf-8")) if path.exists() else {}
        found = [one for one in side_file.get("tools", ()) if one["qualname"] == function.name]
        if found:
            records[function.id] = found[0]
        elif function.name not in side_file.get("omitted", ()):
            faults.append(f"{function.id}: neither written nor omitted")
        elif (function.file, function.name) not in accused:
            faults.append(f"{function.id}: omitted without an error")
    return records, faults


def _complaint(line: dict[str, Any], folder: Path) -> Complaint:
    return Complaint(
        file=Path(line["file"]),
        line=line["line"],
        function=_function_at(folder / line["file"], line["line"]),
        code=line["code"] or "",
        severity=line["severity"],
        message=line["message"],
    )


def _function_at(path: Path, line: int) -> str | None:
    """The name of the top-level function whose decorators, signature or body hold this line."""
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            start = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if start <= line <= (node.end_lineno or node.lineno):
                return node.name
    return None
