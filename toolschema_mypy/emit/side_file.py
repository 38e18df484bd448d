"""The side-file: its bytes."""

from __future__ import annotations

from typing import TypeAlias

from toolschema_mypy.emit.decode_plan import binding
from toolschema_mypy.emit.files import FORMAT_VERSION
from toolschema_mypy.emit.json_schema import render_parameters, render_returns
from toolschema_mypy.emit.json_text import json_text
from toolschema_mypy.model.schema import Json
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import ModuleSpec, ToolAnnotations, ToolOptions, ToolSpec

JsonObject: TypeAlias = "dict[str, Json]"


def render(module: ModuleSpec, settings: Settings) -> bytes:
    """The bytes of the side-file of *module*; the same spec gives the same bytes.

    Args:
        module: The module, its tools after the transforms.
        settings: What the project chose about the form of schemas.

    Returns:
        UTF-8 JSON with two-space indent and a final newline.

    Raises:
        ValueError: A default or bound is NaN or infinite, which analysis refuses.
    """
    content: JsonObject = {
        "toolschema": FORMAT_VERSION,
        "tools": [tool_record(tool, module.fullname, settings) for tool in module.tools],
    }
    if module.state:
        content["state"] = [_state_record(each, module.fullname, settings) for each in module.state]
    if module.omitted:
        content["omitted"] = [*module.omitted]
    return f"{json_text(content)}\n".encode()


def tool_record(tool: ToolSpec, module: str, settings: Settings) -> JsonObject:
    """One tool as a side-file has it."""
    return {
        "name": tool.name,
        "qualname": tool.qualname,
        **({"prefix": tool.prefix} if tool.prefix else {}),
        **({} if tool.title is None else {"title": tool.title}),
        "description": tool.description,
        "parameters": render_parameters(tool, settings),
        "returns": render_returns(tool, settings),
        "strict": tool.is_strict,
        "formats": None if tool.formats is None else [*tool.formats],
        "annotations": _hints(tool.annotations),
        "is_async": tool.is_async,
        **_options(tool.options),
        "binding": binding(tool, module),
    }


def _state_record(state: ToolSpec, module: str, settings: Settings) -> JsonObject:
    return {
        "name": state.name,
        "qualname": state.qualname,
        **({"prefix": state.prefix} if state.prefix else {}),
        "returns": render_returns(state, settings),
        "binding": binding(state, module),
    }


def _hints(annotations: ToolAnnotations) -> JsonObject:
    stated = {
        "readOnlyHint": annotations.read_only,
        "destructiveHint": annotations.destructive,
        "idempotentHint": annotations.idempotent,
        "openWorldHint": annotations.open_world,
    }
    return {hint: value for hint, value in stated.items() if value is not None}


def _options(options: ToolOptions) -> JsonObject:
    stated: JsonObject = {
        "approval": options.approval,
        "thread": options.thread,
        "parallel": options.parallel,
        "timeout": options.timeout,
        "tags": [*options.tags] if options.tags else None,
        "when": options.when,
    }
    return {option: value for option, value in stated.items() if value is not None}
