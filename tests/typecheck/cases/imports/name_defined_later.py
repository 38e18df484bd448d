"""A quoted name may be defined below, in a method too; `self` is no property (C07)."""

from __future__ import annotations

from typing import Literal

from toolschema_runtime import tool


class Desk:
    @tool
    def click(self, x: int, y: int, button: "Button" = "left") -> None: ...


Button = Literal["left", "right"]
