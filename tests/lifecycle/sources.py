"""A project of six modules, rendered from a few choices; each choice reaches a schema its own way."""

from __future__ import annotations

from attrs import frozen


@frozen
class Choices:
    """What the sources say.  Modules with tools are `shop`, `desk` and the cycle; the others feed them."""

    # geo.py, two imports away
    zones: tuple[str, ...] = ("EU", "US")
    zone_value: str = "eu"
    limit: int = 9
    point_type: str = "float"
    point_default: str = "0.0"
    point_doc: str = "A place."
    bound: int = 0
    has_label: bool = False
    body: str = "return 1"
    # models.py, one import away
    alias: str = "list[str]"
    alias_doc: str = "Tags of it."
    base_field: str = "int"
    # shop.py, the tools
    tool_name: str = "move"
    tool_doc: str = "Move it."
    has_second: bool = True
    more_tools: int = 0
    is_broken: bool = False
    # desk.py
    has_desk: bool = True
    desk_has_tool: bool = True
    desk_name: str = "desk"
    desk_has_stub: bool = False
    # What the agent sees of an object of desk.py, whose base stands in models.py.
    has_state: bool = False
    state_doc: str = "Where it stands."
    prefix: str = "kit_"
    open_type: str = "bool"
    # a cycle
    has_cycle: bool = True
    cycle_type: str = "int"
    # A second way round, from what the tools are made of to the tools.
    looks_back: bool = False


def render(choices: Choices) -> dict[str, str]:
    """The sources, by place."""
    sources = {
        "geo.py": _geo(choices),
        "models.py": _models(choices),
        "shop.py": _shop(choices),
        "uses.py": "import shop\n\nvalue: int = shop.count(1)\n" if choices.has_second else "",
    }
    if choices.has_desk:
        sources[f"{choices.desk_name}.py"] = _desk(choices)
        if choices.desk_has_stub:
            sources[f"{choices.desk_name}.pyi"] = "def zone(z: int) -> int: ...\n"
    sources["ring/__init__.py"] = ""
    if choices.has_cycle:
        sources["ring/one.py"] = _one()
        sources["ring/two.py"] = _two(choices)
    return sources


def _geo(choices: Choices) -> str:
    members = "\n".join(
        f'    {name} = "{choices.zone_value if name == "EU" else name.lower()}"'
        for name in choices.zones
    )
    label = '    label: str = "x"\n' if choices.has_label else ""
    return f'''\
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from annotated_types import Ge

LIMIT = {choices.limit}


class Zone(Enum):
{members}


@dataclass
class Point:
    """{choices.point_doc}"""

    x: {choices.point_type}
    y: Annotated[float, Ge({choices.bound})] = {choices.point_default}
{label}
    def method(self) -> int:
        {choices.body}
'''


def _models(choices: Choices) -> str:
    back = "import shop\n" if choices.looks_back else ""
    return f'''\
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from annotated_types import Le
{back}from geo import LIMIT, Point, Zone
from toolschema_runtime import toolkit

Tags = Annotated[{choices.alias}, "{choices.alias_doc}"]


@dataclass
class Base:
    base: {choices.base_field}


@dataclass
class Place(Base):
    at: Point
    zone: Zone
    rank: Annotated[int, Le(LIMIT)]


@toolkit(prefix="{choices.prefix}")
class Kit:
    @property
    def is_open(self) -> {choices.open_type}:
        return True
'''


def _shop(choices: Choices) -> str:
    second = "\n\n@tool\ndef count(n: int) -> int:\n    return n\n" if choices.has_second else ""
    more = "".join(
        f"\n\n@tool\ndef more_{n}(p: Point | None = None) -> None: ...\n"
        for n in range(choices.more_tools)
    )
    broken = (
        "\n\n@tool\ndef broken(f: Callable[[int], int]) -> None: ...\n" if choices.is_broken else ""
    )
    return f'''\
from collections.abc import Callable

from geo import Point
from models import Place, Tags
from toolschema_runtime import tool


@tool
def {choices.tool_name}(place: Place, tags: Tags, times: int = 1) -> Place:
    """{choices.tool_doc}

    Args:
        times: How often.
    """
    return place
{second}{more}{broken}'''


def _desk(choices: Choices) -> str:
    decorator = "@tool\n" if choices.desk_has_tool else ""
    condition = '    @tool(when="is_open")\n' if choices.desk_has_tool else ""
    state = (
        f'''

class Stand(Kit):
    @property
    @sees
    def at(self) -> Point:
        """{choices.state_doc}"""
        return Point(1)

{condition}    def close(self) -> None: ...
'''
        if choices.has_state
        else ""
    )
    return f"""\
from geo import Point, Zone
from models import Kit
from toolschema_runtime import sees, tool


{decorator}def zone(z: Zone = Zone.EU) -> Zone:
    return z
{state}"""


def _one() -> str:
    return """\
from __future__ import annotations

from dataclasses import dataclass

from ring import two
from toolschema_runtime import tool


@dataclass
class One:
    other: two.Two | None = None


@tool
def first(one: One) -> None: ...
"""


def _two(choices: Choices) -> str:
    return f"""\
from __future__ import annotations

from dataclasses import dataclass

from ring import one
from toolschema_runtime import tool


@dataclass
class Two:
    n: {choices.cycle_type} = {"0" if choices.cycle_type == "int" else '""'}
    back: one.One | None = None


@tool
def second(two: Two) -> None: ...
"""
