"""By what way a schema comes to its words and types: each step of it is followed, in the modes that differ most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pytest

from tests.lifecycle.clean import assert_clean_after_each_step
from tests.lifecycle.modes import MODES
from tests.lifecycle.project import Project

Sources = Mapping[str, str]
CONFIG = """\
[tool.mypy]
plugins = ["toolschema_mypy"]
"""
SKIPPED = f"""\
{CONFIG}
[[tool.mypy.overrides]]
module = "annotated_types"
follow_imports = "skip"
"""
FOREIGN = f"""\
{CONFIG}
ignore_missing_imports = true
[tool.toolschema]
inject_types = ["mcpx.Context"]
"""
INJECTED = f"""\
{CONFIG}
[tool.toolschema]
inject_types = ["hub.Context"]
"""
NEWER = f"""\
{CONFIG}
python_version = "3.14"
"""
BRANCHED = f"""\
{CONFIG}
[[tool.mypy.overrides]]
module = "models"
always_false = ["SLOW"]
"""

TOOLS = """\
from models import Place
from toolschema_runtime import tool

@tool
def go(place: Place) -> None: ...
"""
PLACE = """\
from dataclasses import dataclass
from typing import Annotated
from annotated_types import Le
{imports}

@dataclass
class Place:
    x: {x}
"""
NUMBERS = "B = 1\nC = 2\n"
ALIASES = 'from typing import Annotated\nB = Annotated[int, "one"]\nC = Annotated[int, "two"]\n'
KEYED = """\
from typing import Annotated, TypedDict

class B(TypedDict):
    x: Annotated[int, "one"]

class C(TypedDict):
    x: Annotated[int, "two"]
"""
HUB = "from a import B as B, C as C\n"
TURNED = "from a import C as B, B as C\n"
LIMIT = "from typing import Final\nLIMIT: Final = {}\n"
LIMITED = "class Limits:\n    H = {}\nclass More:\n    H = {}\n"
FAR = "from dataclasses import dataclass\nfrom far import Far\n\n@dataclass\nclass Place:\n    far: Far\n"
BASE = "from base import Base\n\nclass Far(Base): ...\n"
FROZEN = """\
from dataclasses import dataclass
from {0} import {1}

@dataclass(frozen=True)
class Place:
    x: {1}
"""
UNREAD = """\
from dataclasses import dataclass

@dataclass
class Far:
    x: int

def f() -> None:
    try:
        pass
    except {}:
        pass
"""
KEEPING = """\
from typing import Annotated
from toolschema_runtime import Describe, tool

class Base:
    def save(self, row: Annotated[int, Describe("What to keep")]) -> None:
        \"\"\"Keep a row.\"\"\"

class Repo(Base):
    save = tool(Base.save)

repo = Repo()
kept = tool(repo.save)
"""
KEPT_OF_OBJECT = """\
from more import kept, repo
from toolschema_runtime import tool

first = tool(repo.save)
second = tool(kept)
"""
INJECTING = """\
from {} import Context
from toolschema_runtime import tool

@tool
def go(context: Context, n: int) -> None: ...
"""


def place(imports: str, x: str) -> str:
    return PLACE.format(imports=imports, x=x)


class Route(NamedTuple):
    """What stands first, and what is changed then, one file at a time."""

    first: Sources
    changes: Sequence[tuple[str, str]]
    config: str = CONFIG

    @property
    def steps(self) -> Sequence[Sources]:
        found = [self.first]
        for name, text in self.changes:
            found.append({**found[-1], name: text})
        return found


def read(x: str, imports: str, *changes: tuple[str, str], **modules: str) -> Route:
    """A bound or an alias that the field of a class has."""
    first = {f"{name}.py": text for name, text in modules.items()}
    return Route({"tools.py": TOOLS, "models.py": place(imports, x), **first}, changes)


def built(far: str, base: str, *changes: tuple[str, str]) -> Route:
    """A class two modules away, and its base three."""
    return Route({"tools.py": TOOLS, "models.py": FAR, "far.py": far, "base.py": base}, changes)


ROUTES: Mapping[str, Route] = {
    "a Final constant": read(
        "Annotated[int, Le(LIMIT)]",
        "from consts import LIMIT",
        ("consts.py", LIMIT.format(6)),
        ("consts.py", LIMIT.format(7)),
        consts=LIMIT.format(5),
    ),
    "a Final constant of a module": read(
        "Annotated[int, Le(consts.LIMIT)]",
        "import consts",
        ("consts.py", LIMIT.format(6)),
        consts=LIMIT.format(5),
    ),
    "a constant by way of another module": read(
        "Annotated[int, Le(hub.B)]", "import hub", ("hub.py", TURNED), hub=HUB, a=NUMBERS
    ),
    "a constant by way of two others": read(
        "Annotated[int, Le(hub.B)]",
        "import hub",
        ("way.py", TURNED),
        hub="from way import B as B\n",
        way=HUB,
        a=NUMBERS,
    ),
    "a constant by way of all names": read(
        "Annotated[int, Le(hub.B)]",
        "import hub",
        ("hub.py", "from other import *\n"),
        hub="from a import *\n",
        a=NUMBERS,
        other="B = 3\n",
    ),
    "a constant by way of a package": Route(
        {
            "tools.py": TOOLS,
            "models.py": place("from hub import B", "Annotated[int, Le(B)]"),
            "hub/__init__.py": "from .a import B as B\n",
            "hub/a.py": NUMBERS,
        },
        [("hub/__init__.py", "from .a import C as B\n")],
    ),
    "an alias by way of another module": read(
        "hub.B", "import hub", ("hub.py", TURNED), hub=HUB, a=ALIASES
    ),
    "another import of the same name": read(
        "Annotated[int, Le(B)]",
        "from a import B",
        ("models.py", place("from a import C as B", "Annotated[int, Le(B)]")),
        a=NUMBERS,
    ),
    "a name that is not there yet": read(
        "Annotated[int, Le(hub.B)]", "import hub", ("hub.py", "B = 1\n"), hub="X = 1\n"
    ),
    "an attribute that was inherited": read(
        "Annotated[int, Le(L.H)]",
        "from lim import L",
        ("lim.py", "from a import Limits\nclass L(Limits):\n    H = 6\n"),
        lim="from a import Limits\nclass L(Limits):\n    X = 1\n",
        a=LIMITED.format(1, 2),
    ),
    "an attribute of another base": read(
        "Annotated[int, Le(L.H)]",
        "from lim import L",
        ("lim.py", "from a import More as Limits\nclass L(Limits): ...\n"),
        lim="from a import Limits as Limits\nclass L(Limits): ...\n",
        a=LIMITED.format(1, 2),
    ),
    "an attribute of an attribute": read(
        "Annotated[int, Le(L.B)]",
        "from lim import L, L_B",
        ("lim.py", "class L:\n    B = 4\nL_B = 6\n"),
        ("lim.py", "class L:\n    B = 4\nL_B = 3\n"),
        ("models.py", place("from lim import L, L_B", "Annotated[int, Le(L_B)]")),
        ("lim.py", "class L:\n    B = 4\nL_B = 2\n"),
        ("lim.py", "class L:\n    B = 1\nL_B = 2\n"),
        lim="class L:\n    B = 5\nL_B = 6\n",
    ),
    "the base of a TypedDict": Route(
        {"tools.py": TOOLS, "models.py": "from a import B\nclass Place(B): ...\n", "a.py": KEYED},
        [("models.py", "from a import C as B\nclass Place(B): ...\n")],
    ),
    "the base of a TypedDict by way of another module": Route(
        {
            "tools.py": TOOLS,
            "models.py": "import hub\nclass Place(hub.B): ...\n",
            "hub.py": HUB,
            "a.py": KEYED,
        },
        [("hub.py", TURNED)],
    ),
    "a marker of a module that is not followed": Route(
        {
            "tools.py": TOOLS,
            "models.py": FAR,
            "far.py": place("from annotated_types import Le as B", "Annotated[int, B(4)]").replace(
                "Place", "Far"
            ),
        },
        [
            (
                "far.py",
                place("from annotated_types import Ge as B", "Annotated[int, B(4)]").replace(
                    "Place", "Far"
                ),
            )
        ],
        SKIPPED,
    ),
    "a context type of a module that is not there": Route(
        {
            "tools.py": INJECTING.format("hub"),
            "hub.py": "from mcpx import Context as Context\n",
        },
        [("hub.py", "from mcpy import Context as Context\n")],
        FOREIGN,
    ),
    "a context type by way of another module": Route(
        {
            "tools.py": INJECTING.format("hub"),
            "a.py": "class Context: ...\nclass Other: ...\n",
            "hub.py": "from a import Context as Context\n",
        },
        [("hub.py", "from a import Other as Context\n")],
        INJECTED,
    ),
    "a context type that another module has too": Route(
        {
            "tools.py": INJECTING.format("a"),
            "a.py": "class Context: ...\nclass Other: ...\n",
            "hub.py": "from a import Context as Context\n",
        },
        [("hub.py", "from a import Other as Context\n")],
        INJECTED,
    ),
    "the base of a class that was refused": built(
        BASE,
        "class Base:\n    def __init__(self, z: int) -> None: ...\n",
        ("base.py", "class Base:\n    z: int\n    def __init__(self, z: int) -> None: ...\n"),
    ),
    "the base of a scalar": built(
        BASE,
        'class Base(str):\n    def __new__(cls, v: str, n: int = 1) -> "Base": ...\n',
        ("base.py", 'class Base(str):\n    def __new__(cls, v: str, n: int) -> "Base": ...\n'),
    ),
    "an alias that a set cannot hold": Route(
        {
            "tools.py": TOOLS.replace("place: Place", "places: set[Place]"),
            "models.py": FROZEN.format("far", "Far"),
            "far.py": FROZEN.replace("Place", "Far").format("hub", "Row"),
            "hub.py": "from cells import Cells\nRow = Cells\n",
            "cells.py": "Cells = list[int]\n",
        },
        [("cells.py", "Cells = tuple[int, ...]\n"), ("hub.py", "Row = list[int]\n")],
    ),
    "a source that this Python cannot read": Route(
        {"tools.py": TOOLS, "models.py": FAR, "far.py": UNREAD.format("ValueError, TypeError")},
        [("far.py", UNREAD.format("ValueError"))],
        NEWER,
    ),
    "a tool of an object of another module": Route(
        {
            "tools.py": KEPT_OF_OBJECT,
            "models.py": KEEPING,
            "more.py": "from models import repo as repo, kept as kept\n",
        },
        [
            ("tools.py", f"{KEPT_OF_OBJECT}MORE = 1\n"),
            ("models.py", KEEPING.replace("Keep a row.", "Keep it.")),
        ],
    ),
    "a branch of one module": Route(
        {
            "tools.py": TOOLS,
            "models.py": place(
                "SLOW = False\nif SLOW:\n    WORDS = 'slow'\nelse:\n    WORDS = 'fast'",
                "Annotated[int, WORDS]",
            ),
        },
        [],
        BRANCHED,
    ),
}


# mypy's daemon keeps the old type of a parameter there, also without a plugin (2.4.1).
OF_MYPY = ("a context type by way of another module", "dmypy-run")
MODES_AND_ROUTES = [
    (route, mode)
    for route in ROUTES
    for mode in ("mypy", "parallel-2", "dmypy-run")
    if (route, mode) != OF_MYPY
]


@pytest.mark.parametrize(("route", "mode"), MODES_AND_ROUTES)
def test_each_step_of_the_way_is_followed(project: Project, route: str, mode: str) -> None:
    chosen = ROUTES[route]
    assert_clean_after_each_step(project, MODES[mode], chosen.steps, chosen.config)
