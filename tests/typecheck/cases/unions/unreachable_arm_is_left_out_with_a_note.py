"""An arm that an earlier one takes everything from is left out, and said so."""

from pathlib import Path

from toolschema_runtime import tool


@tool
def read(source: str | Path) -> None: ...  # N: "source" of tool "read": "path" is left out, since "string" before it takes every such value


@tool
def find(source: Path | None) -> None: ...
