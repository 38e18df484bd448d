"""This project: the side-file is there, the module is imported by the first call."""

from __future__ import annotations

from typing import Any

from toolschema_runtime import ToolRegistry

MODULE = "marked_{count}"


def build(module: str) -> ToolRegistry:
    return ToolRegistry.load(module)


def schemas(tools: ToolRegistry) -> list[Any]:
    return tools.schemas.format("openai")


def call(tools: ToolRegistry, name: str, arguments: dict[str, Any]) -> Any:
    return tools.call(name, arguments)


def call_text(tools: ToolRegistry, name: str, text: str) -> Any:
    return tools.call(name, text)


def told(error: Any) -> str:
    return str(error.for_model())
