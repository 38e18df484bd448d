"""The same functions as in `future_import` give the same bytes (C06)."""

from pathlib import Path
from typing import Literal, Optional

from toolschema_runtime import tool


@tool
def archive(src: Path, mode: Literal["zip", "tar"] = "zip") -> int: ...


@tool
def find(q: str, limit: Optional[int] = None) -> list[str]: ...
