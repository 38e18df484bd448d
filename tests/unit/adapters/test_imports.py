"""Importing an adapter costs nothing of what it bridges to."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("adapter", ["ag_ui", "aisuite", "mcp"])
def test_importing_an_adapter_does_not_import_the_package(adapter: str) -> None:
    script = f"import sys, toolschema_runtime.adapters.{adapter}; print({adapter!r} in sys.modules)"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "False\n" == done.stdout
