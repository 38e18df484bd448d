"""A field that attrs converts by `float` takes what the field holds, not all that `float` takes."""

from __future__ import annotations

import attrs
from toolschema_runtime import tool


@attrs.define
class Box:
    size: float = attrs.field(converter=float)
    label: str = attrs.field(converter=str, default="box")
    count: int | None = attrs.field(converter=attrs.converters.optional(int), default=None)
    note: str | None = attrs.field(converter=attrs.converters.optional(str), default=None)


@tool
def pack(box: Box) -> None: ...
