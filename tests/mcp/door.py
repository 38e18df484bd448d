"""An object whose tools depend on what has been done with it."""

from __future__ import annotations

from toolschema_runtime import tool


class Door:
    """It is open or not."""

    def __init__(self) -> None:
        self.is_open = False

    @property
    def is_closed(self) -> bool:
        return not self.is_open

    @tool(when="is_closed")
    def open(self) -> str:
        """Open the door."""
        self.is_open = True
        return "open"

    @tool(when="is_open")
    def walk(self) -> str:
        """Walk through the door."""
        return "inside"
