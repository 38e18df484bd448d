"""Builds the sample: the package of real functions, its environments, and the peers' schemas.

The scripts that fetch the published packages and cut the functions out are not part of this
repository; `shared` is where they are.  What is there already is not built again: delete a folder
to renew it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGE = "realtools"


@dataclass(frozen=True)
class Variant:
    """The sample with one form of our decorator, and the peers that want such a schema."""

    name: str
    decorator: str
    peers: tuple[str, ...]


VARIANTS = (
    Variant(
        "plain",
        "@tool",
        ("mcp", "pydantic_ai", "openai_agents", "langchain", "langchain_tool", "transformers"),
    ),
    Variant("strict", "@tool(strict=True)", ("openai_agents_strict",)),
)


@dataclass(frozen=True)
class Function:
    """A function of the sample; *sources* says where each parameter is described."""

    id: str
    module: str
    name: str
    file: Path
    sources: dict[str, str]


@dataclass(frozen=True)
class Workplace:
    """The folder that everything is built in, and the scripts that build it.

    *is_whole* is for every function that can be cut out, instead of the sample.
    """

    shared: Path
    work: Path
    is_whole: bool = False

    def variant(self, variant: Variant) -> Path:
        """The folder that holds the package in this variant; mypy runs in it."""
        return self.work / "all" / variant.name if self.is_whole else self.work / variant.name

    def python(self, environment: str) -> Path:
        """The interpreter of one of the environments, `sample` or `peers`."""
        folder = "Scripts" if os.name == "nt" else "bin"
        return self.work / "venvs" / environment / folder / "python"

    def expected(self, peer: str) -> dict[str, dict[str, Any]]:
        """What a peer makes of each function: name, description and parameters, or its error."""
        text = (self.variant(VARIANTS[0]) / "expected" / f"{peer}.json").read_text("utf-8")
        schemas: dict[str, dict[str, Any]] = json.loads(text)["schemas"]
        return schemas


def build(workplace: Workplace) -> None:
    """Build what is missing: the package, its variants, the environments, the peers' schemas.

    Raises:
        subprocess.CalledProcessError: a script or an installation failed.
    """
    plain = workplace.variant(VARIANTS[0])
    _make_environment(workplace, "sample", "-e", f"{ROOT}[mypy]", "-r", _requirements())
    if not (plain / "index.json").exists():
        _cut_out(workplace, plain)
    if not (plain / "expected").exists() and not workplace.is_whole:
        _make_environment(workplace, "peers", "-r", workplace.shared / "requirements-peers.txt")
        # The decorator gives back what it is given, so the peers see the bare functions.
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        script = workplace.shared / "peers.py"
        _run(workplace.python("peers"), script, "--out", plain, environment=environment)
    for variant in VARIANTS:
        _write_variant(plain, workplace.variant(variant), variant.decorator)


def _cut_out(workplace: Workplace, plain: Path) -> None:
    """Fetch the packages, and write the one package that is made of their functions."""
    # To choose from all functions, the script asks mypy which ones it accepts.
    python, source = workplace.python("sample"), workplace.work / "source"
    some = () if workplace.is_whole else ("--only", "selection")
    every = ("--all",) if workplace.is_whole else ()
    _run(python, workplace.shared / "fetch.py", "--src", source, *some)
    _run(python, workplace.shared / "make_sample.py", "--src", source, "--out", plain, *every)


def functions(workplace: Workplace) -> list[Function]:
    """The functions of the sample, in the order of its index."""
    index = json.loads((workplace.variant(VARIANTS[0]) / "index.json").read_text("utf-8"))
    return [
        Function(
            id=entry["id"],
            module=entry["id"].partition(":")[0],
            name=entry["function"],
            file=Path(PACKAGE, entry["file"]),
            sources={name: _source(entry, name) for name in entry["inputs"]},
        )
        for entry in index
    ]


def _source(entry: dict[str, Any], name: str) -> str:
    places = {"docstring": "described", "Field": "field_described", "text": "string_described"}
    return " and ".join(place for place, key in places.items() if name in entry[key]) or "nowhere"


def _write_variant(plain: Path, folder: Path, decorator: str) -> None:
    """Copy the package with another decorator, and write the configuration of mypy beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mypy.ini").write_text("[mypy]\nplugins = toolschema_mypy\n", "utf-8")
    if folder == plain:
        return
    for source in (plain / PACKAGE).rglob("*.py"):
        copy = folder / source.relative_to(plain)
        text = source.read_text("utf-8").replace("\n@tool\n", f"\n{decorator}\n")
        if not copy.exists() or copy.read_text("utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")


def _make_environment(workplace: Workplace, name: str, *requirements: str | Path) -> None:
    python = workplace.python(name)
    complete = python.parents[1] / "complete"
    if not complete.exists():
        _run(sys.executable, "-m", "venv", python.parents[1])
        _run(python, "-m", "pip", "install", "-q", *requirements)
        complete.touch()


def _requirements() -> Path:
    return Path(__file__).with_name("requirements.txt")


def _run(*command: str | Path, environment: dict[str, str] | None = None) -> None:
    # What the scripts print is progress; the report alone goes to our standard output.
    subprocess.run(command, check=True, env=environment, stdout=sys.stderr)
