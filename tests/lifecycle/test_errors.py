"""Errors of ours: once, at their place, respecting ignores, repeated from the cache, gone when mended."""

from __future__ import annotations

import pytest

from tests.lifecycle.modes import MODES
from tests.lifecycle.project import CONFIG, Outcome, Project

BROKEN = """\
from collections.abc import Callable
from toolschema_runtime import tool

@tool
def send(to: Callable[[int], int]{comment}
) -> int:
    return 1
"""
MENDED = BROKEN.replace("Callable[[int], int]", "str")
IGNORE = ",  # type: ignore[tool-type]"
SHOWN = ["mypy", "parallel-2", "dmypy-run", "dmypy-check"]


def broken(comment: str = ",") -> str:
    """A module with one error, at line 5."""
    return BROKEN.replace("{comment}", comment)


def mended(comment: str = ",") -> str:
    """The same without the error."""
    return MENDED.replace("{comment}", comment)


def errors(lines: tuple[str, ...]) -> list[str]:
    """Line and code of each error."""
    return [
        f"{line.split(':')[1]} {line.rsplit('[', 1)[1].rstrip(']')}"
        for line in lines
        if ": error: " in line
    ]


@pytest.mark.parametrize("mode", SHOWN)
def test_an_error_is_shown_in_each_run_until_it_is_mended(project: Project, mode: str) -> None:
    run = MODES[mode]
    project.write("mail.py", broken())
    project.write("other.py", "x = 1\n")
    for name in ("mail.py", "other.py", "other.py"):
        outcome = run(project)
        assert (["5 tool-type"], True) == (errors(outcome.lines), outcome.has_errors)
        if name == "other.py":
            project.touch(name)
    project.write("mail.py", mended())
    outcome = run(project)
    assert ((), False) == (outcome.lines, outcome.has_errors)
    project.write("mail.py", broken())
    assert ["5 tool-type"] == errors(run(project).lines)


@pytest.mark.parametrize(
    ("made_by", "mended_by"),
    [
        ("x: complex", "x: str"),
        ("x: int = 1\nLIMIT += 1", "x: int = 1"),
        ("x: int = 1\nLIMIT, OTHER = 1, 2", "x: int = 1\nOTHER = 2"),
    ],
    ids=["a type", "a constant that is changed", "a constant that is unpacked"],
)
@pytest.mark.parametrize("mode", SHOWN)
def test_an_error_made_two_imports_away_comes_and_goes(
    project: Project, mode: str, made_by: str, mended_by: str
) -> None:
    run = MODES[mode]
    geo = "from dataclasses import dataclass\n\nLIMIT = 9\n\n@dataclass\nclass Point:\n    {}\n"
    project.write("geo.py", geo.format(made_by))
    project.write(
        "models.py",
        "from dataclasses import dataclass\nfrom typing import Annotated\nfrom annotated_types import Le\n"
        "from geo import LIMIT, Point\n\n"
        "@dataclass\nclass Place:\n    at: Point\n    rank: Annotated[int, Le(LIMIT)]\n",
    )
    project.write(
        "tools.py",
        "from models import Place\nfrom toolschema_runtime import tool\n\n"
        "@tool\ndef go(place: Place) -> None: ...\n",
    )
    for _ in range(2):
        project.write("geo.py", geo.format(made_by))
        assert [5] == [int(each.split()[0]) for each in errors(run(project).lines)]
        project.write("geo.py", geo.format(mended_by))
        assert [] == errors(run(project).lines)


@pytest.mark.parametrize("mode", [*SHOWN, "python-parser"])
def test_an_ignored_error_is_used_and_one_too_many_is_unused(project: Project, mode: str) -> None:
    run = MODES[mode]
    (project.root / "pyproject.toml").write_text(CONFIG + "warn_unused_ignores = true\n")
    project.write("mail.py", broken(IGNORE))
    assert [] == errors(run(project).lines)
    project.touch("mail.py")
    assert [] == errors(run(project).lines)
    project.write("mail.py", mended(IGNORE))
    assert ["5 unused-ignore"] == errors(run(project).lines)
    project.write("mail.py", broken(IGNORE))
    assert [] == errors(run(project).lines)


@pytest.mark.parametrize(
    "settings",
    [
        'disable_error_code = ["tool-type"]\n',
        '[[tool.mypy.overrides]]\nmodule = "mail"\ndisable_error_code = ["tool-type"]\n',
    ],
)
def test_a_code_can_be_disabled(project: Project, settings: str) -> None:
    (project.root / "pyproject.toml").write_text(CONFIG + settings)
    project.write("mail.py", broken())
    outcome = project.mypy(".")
    assert ((), False) == (outcome.lines, outcome.has_errors)


@pytest.mark.parametrize("mode", ["mypy", "dmypy-run", "parallel-2"])
def test_overloads_of_the_users_own_around_tool_do_not_multiply_errors(
    project: Project, mode: str
) -> None:
    run = MODES[mode]
    project.write(
        "mail.py",
        """\
from collections.abc import Awaitable, Callable
from typing import TypeVar, overload
from toolschema_runtime import tool

T = TypeVar("T")

@overload
def twice(f: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]: ...
@overload
def twice(f: Callable[..., T]) -> Callable[..., T]: ...
def twice(f: Callable[..., T]) -> Callable[..., T]:
    return f

@twice
@tool
def send(to: complex) -> int:
    return 1

reveal_type(send)
""",
    )
    for _ in range(2):
        outcome = run(project)
        assert ["16 tool-type"] == errors(outcome.lines)
        assert any('Revealed type is "def (*Any, **Any) -> int"' in x for x in outcome.lines)
        project.touch("mail.py")


@pytest.mark.parametrize("mode", ["mypy", "dmypy-run"])
def test_functions_that_are_checked_twice_or_never_are_reported_once_or_never(
    project: Project, mode: str
) -> None:
    run = MODES[mode]
    project.write(
        "mail.py",
        """\
import sys
from typing import AnyStr
from toolschema_runtime import tool

@tool
def twice(text: AnyStr, bad: complex) -> AnyStr:
    later = loop
    return text

if sys.platform == "none":
    @tool
    def never(bad: complex) -> None: ...

loop = [twice]
""",
    )
    expected = errors(run(project).lines)
    assert len(set(expected)) == len(expected)
    assert "6 tool-type" in expected
    assert not [each for each in expected if each.startswith("12 ")]
    project.touch("mail.py")
    assert expected == errors(run(project).lines)


def test_errors_in_other_formats_are_ours_too(project: Project) -> None:
    project.write("mail.py", broken())
    (line, *_) = project.output("-O", "json", ".").splitlines()
    assert '"code": "tool-type"' in line
    assert '"line": 5' in line


HIDDEN = [
    pytest.param("ignore_errors = true\n", "", (".",), id="by a setting"),
    pytest.param("", "# mypy: ignore-errors\n", (".",), id="by a comment"),
    pytest.param("", "", ("--follow-imports=silent", "uses.py"), id="in a run that only follows"),
]


@pytest.mark.parametrize("parallel", [(), ("-n", "2")], ids=["mypy", "parallel-2"])
@pytest.mark.parametrize(("setting", "comment", "arguments"), HIDDEN)
def test_what_is_hidden_is_hidden(
    project: Project,
    setting: str,
    comment: str,
    arguments: tuple[str, ...],
    parallel: tuple[str, ...],
) -> None:
    """mypy checks such a module only in part, and then takes no error of it."""
    project.configure(f'[tool.mypy]\nplugins = ["toolschema_mypy"]\n{setting}')
    project.write(
        "tools.py",
        f"""{comment}
from toolschema_runtime import tool

@tool
def go(n: complex) -> None:
    \"\"\"Go.

    Args:
        m: No parameter.
    \"\"\"

def make() -> None:
    tool(go)
""",
    )
    project.write("uses.py", "import tools\n")
    outcome = project.mypy(*parallel, *arguments)
    assert Outcome((), has_errors=False) == outcome
    assert {} == project.side_files()
