"""aisuite's own registry of functions."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from aisuite.utils.tools import Tools

MODULE = "plain_{count}"


def build(module: str) -> Any:
    return Tools(list(import_module(module).TOOLS))


def schemas(tools: Any) -> Any:
    return tools.tools()


def call(tools: Any, name: str, arguments: Any) -> Any:
    return tools.execute({"function": {"name": name, "arguments": arguments}})[0]


call_text = call
told = str
