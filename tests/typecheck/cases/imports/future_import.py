"""String annotations are as good as any: the checker has resolved them (C01, C06)."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, Optional

from toolschema_runtime import tool


@tool
def archive(src: Path, mode: Literal["zip", "tar"] = "zip") -> int: ...


@tool
def find(q: str, limit: Optional[int] = None) -> list[str]: ...
