"""Every tool of the type tests, as their side-files have it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_TESTS = Path(__file__).parents[2]


def recorded_tools() -> dict[str, dict[str, Any]]:
    """The tools by case and name."""
    return {
        f"{path.parent.name}/{path.name.removesuffix('.golden.json')}:{tool['qualname']}": tool
        for path in sorted(_TESTS.glob("typecheck/cases/**/*.golden.json"))
        for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]
    }
