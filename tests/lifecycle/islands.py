"""Each kind of change in a package of its own, so that one run shows whether each is noticed.

The packages import nothing of one another: that one is checked again is no reason for another.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve

from tests.lifecycle.sources import Choices, render

_START = Choices(has_cycle=False, has_second=False, has_state=True)
CHANGES: Mapping[str, Choices] = {
    "nothing": _START,
    "body": evolve(_START, body="return 2"),
    "field_type": evolve(_START, point_type="int"),
    "field": evolve(_START, has_label=True),
    "default": evolve(_START, point_default="2.0"),
    "docstring": evolve(_START, point_doc="Another place."),
    "metadata": evolve(_START, bound=-5),
    "enum_value": evolve(_START, zone_value="eur"),
    "enum_order": evolve(_START, zones=("US", "EU")),
    "alias": evolve(_START, alias="list[int]"),
    "words_of_an_alias": evolve(_START, alias_doc="Other tags."),
    "constant": evolve(_START, limit=10),
    "default_out_of_bounds": evolve(_START, bound=1),
    "base_class": evolve(_START, base_field="str"),
    "error": evolve(_START, is_broken=True),
    "tool": evolve(_START, more_tools=1),
    "tool_renamed": evolve(_START, tool_name="shift"),
    "tool_removed": evolve(_START, desk_has_tool=False),
    "all_removed": evolve(_START, desk_has_tool=False, has_state=False),
    "state_removed": evolve(_START, has_state=False),
    "words_of_state": evolve(_START, state_doc="Its place."),
    "prefix_of_a_base": evolve(_START, prefix="box_"),
    "condition_of_a_base": evolve(_START, open_type="int"),
    "module_removed": evolve(_START, has_desk=False),
    "module_renamed": evolve(_START, desk_name="counter"),
    "cycle": evolve(_START, looks_back=True),
}


def render_islands(*, changed: bool) -> dict[str, str]:
    """The sources of all packages, before or after the change of each."""
    sources = {}
    for package, choices in CHANGES.items():
        for name, text in render(choices if changed else _START).items():
            if "/" not in name and text:
                sources[f"{package}/{name}"] = _inside(package, text)
        sources[f"{package}/__init__.py"] = ""
    return sources


def _inside(package: str, text: str) -> str:
    text = re.sub(
        r"^from (geo|models) import", rf"from {package}.\1 import", text, flags=re.MULTILINE
    )
    return re.sub(r"^import shop$", f"import {package}.shop", text, flags=re.MULTILINE)
