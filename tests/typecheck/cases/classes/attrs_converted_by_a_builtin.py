"""A field that attrs converts by `float` takes what the field holds, not all that `float` takes."""

from __future__ import annotations

import attrs
from toolschema_runtime import tool


@attrs.define
class Box:
    size: float = attrs.field(converter=float)
    label: str = attrs.field(converter=str, default="box")


@tool
def pack(box: Box) -> None: ...
