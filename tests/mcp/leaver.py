"""A module that ends the process when it is imported, as scripts without a guard do."""

from __future__ import annotations

import sys

from toolschema_runtime import tool


@tool
def never() -> str:
    """Never run."""
    return "never"


if __name__ == "leaver":
    sys.exit(3)
