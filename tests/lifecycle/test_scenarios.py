"""What random edits and mutations have found, each as small as it gets, in the modes that differ most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from tests.lifecycle.clean import assert_clean_after_each_step, clean_run_of
from tests.lifecycle.modes import MODES
from tests.lifecycle.project import Project

Sources = Mapping[str, str]
CONFIG = """\
[tool.mypy]
plugins = ["toolschema_mypy"]
warn_unreachable = true
"""
USES_BOX = """\
from box import Box
from toolschema_runtime import tool

@tool
def pack(box: Box) -> None: ...
"""
FAR = "from dataclasses import dataclass\n\n@dataclass\nclass Far:\n    {}\n"
BOX = "from dataclasses import dataclass\nfrom far import Far\n\n{}\nclass Box:\n    far: {}\n"
FIRST_FAR = FAR.format("x: int")

WRAPPED = """\
from collections.abc import Callable
from typing import ParamSpec, TypeVar
from limits import LIMIT
from toolschema_runtime import tool

P = ParamSpec("P")
T = TypeVar("T")

def logged(function: Callable[P, T]) -> Callable[P, T]:
    return function

@tool
def first(n: int = LIMIT) -> None: ...

class Shelf:
    @tool
    @staticmethod
    def fill(n: int = LIMIT) -> None: ...

@tool
@logged
def last(n: int = LIMIT) -> None: ...
"""
KEPT = """\
from functools import partial
from limits import LIMIT
from toolschema_runtime import tool

def stock(n: int = LIMIT) -> None: ...
def order(n: int, m: int = LIMIT) -> None: ...

store = tool(stock)
reorder = tool(partial(order, 1))

class Shelf:
    fill = tool(stock)
"""
MISPLACED = """\
from limits import LIMIT
from toolschema_runtime import tool

@tool
def first(n: int = LIMIT) -> None: ...

def make() -> None:
    @tool
    def inner(n: int) -> None: ...
"""
OVERLOADED = """\
from typing import overload
from limits import LIMIT
from toolschema_runtime import tool

@overload
def get(key: int) -> int: ...
@overload
def get(key: str) -> str: ...
@tool
def get(key: int | str) -> int | str:
    return key

def free(n: int = LIMIT) -> None: ...
"""
UNKEPT = f"{MISPLACED}\ntool(make)\n"
# A decorator that is `tool`, is none, and cannot be known.
REGISTER = "from toolschema_runtime import tool as register\n"
PLAIN_REGISTER = """\
from typing import TypeVar

T = TypeVar("T")

def register(function: T) -> T:
    return function
"""
REGISTERED = """\
from registering import register

{}
@register
def second(n: object, m: complex) -> None: ...
"""
LOST = REGISTERED.format("")
LOST_AFTER = REGISTERED.format("""\
from toolschema_runtime import tool

@tool
def first(n: int) -> None: ...
""")
LOST_BEFORE = f"""\
{LOST}
from toolschema_runtime import tool

@tool
def third(n: int) -> None: ...
"""
# The class is taken by its own module's tool and by another's, or both modules take each other's.
KEPT_CLASS = """\
class Kept:
    def __init__(self, x: int = {}) -> None:
        self.x = x
"""
SHARING = """\
from dataclasses import dataclass
from kept import Kept
from toolschema_runtime import tool

@dataclass
class {0}:
    kept: Kept

@tool
def {1}({2}: "{2}.{3}") -> None: ...
"""
KEPT_AWAY = "from toolschema_runtime import tool\nregister = tool\n"
LOST_INSIDE = f"""\
{LOST_AFTER}
def make() -> None:
    @register
    def inner(n: int) -> None: ...
"""
ENDS = f"{USES_BOX}\nraise SystemExit\n"
ORDERED = """\
from parcels import Parcel
from toolschema_runtime import tool
from typing_extensions import Unpack

@tool
def send(parcel: Parcel) -> None: ...

@tool
def spread(**parcel: Unpack[Parcel]) -> None: ...
"""
PARCEL = """\
from typing_extensions import NotRequired, TypedDict

class Sized(TypedDict):
    width: int
    depth: int

class Parcel(Sized):
    weight: int
    label: NotRequired[str]
    address: str
"""


def boxed(far: str, field: str, decorator: str = "@dataclass", tools: str = USES_BOX) -> Sources:
    """A tool, the class that it takes, and one that this class may have a field of."""
    return {"far.py": far, "box.py": BOX.format(decorator, field), "tools.py": tools}


def limited(tools: str) -> Sequence[Sources]:
    """A constant of another module is changed to and fro."""
    return [{"limits.py": f"LIMIT = {limit}\n", "tools.py": tools} for limit in (1, 2, 1)]


def registered(tools: str) -> Sequence[Sources]:
    """What another module calls `register` is `tool` or not, or it is not there."""
    decorators = [REGISTER, PLAIN_REGISTER, REGISTER, "", REGISTER]
    return [{"registering.py": each, "tools.py": tools} for each in decorators]


def registering(*decorators: str) -> Sequence[Sources]:
    """The same in another order, beside a module that has a tool."""
    beside = {"beside.py": USES_BOX, "tools.py": LOST, **boxed(FIRST_FAR, "int", tools="")}
    return [{**beside, "registering.py": each, "tools.py": LOST} for each in decorators]


def shared(**modules: str) -> Sequence[Sources]:
    """A class that classes of several modules with tools have changes to and fro."""
    sources = {f"{name}.py": text for name, text in modules.items()}
    return [{"kept.py": KEPT_CLASS.format(each), **sources} for each in (5, 6, 5)]


def beside(tools: str) -> Sequence[Sources]:
    """An unrelated module is changed too: the daemon then checks again, and alone, what has errors."""
    return [
        {"limits.py": f"LIMIT = {limit}\n", "alone.py": f"X = {alone}\n", "tools.py": tools}
        for limit, alone in ((1, 1), (1, 2), (2, 2), (2, 3))
    ]


SCENARIOS: Mapping[str, Sequence[Sources]] = {
    "a class comes to be read, and then changes": [
        boxed(FIRST_FAR, "int"),
        boxed(FIRST_FAR, "Far"),
        boxed(FAR.format('"""Far away."""\n    x: int'), "Far"),
        boxed(FAR.format("y: str"), "Far"),
    ],
    "a class that could not be read can, and then changes": [
        boxed(FIRST_FAR, "int", decorator=""),
        boxed(FIRST_FAR, "int"),
        boxed(FIRST_FAR, "int = 3"),
        boxed(FIRST_FAR, "int = 4"),
    ],
    "the module ends where nothing is reached": [
        boxed(FIRST_FAR, "int", tools=ENDS),
        boxed(FIRST_FAR, "Far", tools=ENDS),
        boxed(FAR.format("y: str"), "Far", tools=ENDS),
    ],
    "keys of a TypedDict that comes from the cache": [
        {"parcels.py": PARCEL, "tools.py": ORDERED},
        {"parcels.py": PARCEL, "tools.py": f"{ORDERED}\nMORE = 1\n"},
    ],
    "the last tool stands above another decorator": limited(WRAPPED),
    "the last tool is kept in a class": limited(KEPT),
    "a call that keeps no tool stands last": limited(UNKEPT),
    "a tool inside a function stands last": beside(MISPLACED),
    "an overloaded tool": beside(OVERLOADED),
    "a class that tools of two modules take": shared(
        more=SHARING.format("Mine", "mine", "more", "Mine").replace('"more.Mine"', "Mine"),
        tools="from more import Mine\nfrom toolschema_runtime import tool\n\n"
        "@tool\ndef take(mine: Mine) -> None: ...\n",
    ),
    "two modules that take each other's classes": shared(
        more=SHARING.format("Mine", "mine", "tools", "Yours") + "\nimport tools\n",
        tools=SHARING.format("Yours", "yours", "more", "Mine") + "\nimport more\n",
    ),
    "the only tool becomes none": registered(LOST),
    "the only tool becomes none in a module that ends": registered(f"{LOST}\nraise SystemExit\n"),
    "a decorator becomes the tool, kept under a name, and unknown": registering(
        REGISTER, KEPT_AWAY, REGISTER, "register = print\n", REGISTER, "x = 1\n"
    ),
    "the last tool becomes none": registered(LOST_AFTER),
    "the first tool becomes none": registered(LOST_BEFORE),
    "a tool inside a function becomes none": registered(LOST_INSIDE),
}


@pytest.mark.parametrize("mode", ["mypy", "parallel-2", "dmypy-run", "dmypy-check"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_step_leaves_what_a_clean_run_leaves(
    project: Project, scenario: str, mode: str
) -> None:
    steps = SCENARIOS[scenario]
    assert "tools.toolschema.json" in clean_run_of(steps[0], CONFIG)[1]
    assert_clean_after_each_step(project, MODES[mode], steps, CONFIG)
