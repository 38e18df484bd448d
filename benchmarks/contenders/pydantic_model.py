"""By hand on pydantic: a model for each tool, closed, the docstring as description."""

from __future__ import annotations

import inspect
import typing
from importlib import import_module
from typing import Any

from pydantic import ConfigDict, create_model

MODULE = "plain_{count}"
CLOSED = ConfigDict(extra="forbid")


def build(module: str) -> dict[str, Any]:
    tools: dict[str, Any] = {}
    for function in import_module(module).TOOLS:
        hints = typing.get_type_hints(function)
        fields: dict[str, Any] = {
            p.name: (hints[p.name], ... if p.default is p.empty else p.default)
            for p in inspect.signature(function).parameters.values()
        }
        model = create_model(function.__name__, __config__=CLOSED, **fields)
        tools[function.__name__] = (function, model)
    return tools


def schemas(tools: dict[str, Any]) -> list[Any]:
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": function.__doc__,
                "parameters": model.model_json_schema(),
            },
        }
        for name, (function, model) in tools.items()
    ]


def call(tools: dict[str, Any], name: str, arguments: dict[str, Any]) -> Any:
    function, model = tools[name]
    return function(**model.__pydantic_validator__.validate_python(arguments).__dict__)


def call_text(tools: dict[str, Any], name: str, text: str) -> Any:
    function, model = tools[name]
    return function(**model.__pydantic_validator__.validate_json(text).__dict__)


told = str
