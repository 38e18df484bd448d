"""By hand on msgspec: a closed Struct for each tool, the docstring as description."""

from __future__ import annotations

import inspect
import typing
from importlib import import_module
from typing import Any

import msgspec

MODULE = "plain_{count}"


def build(module: str) -> dict[str, Any]:
    tools: dict[str, Any] = {}
    for function in import_module(module).TOOLS:
        hints = typing.get_type_hints(function)
        fields: list[Any] = [
            (p.name, hints[p.name]) if p.default is p.empty else (p.name, hints[p.name], p.default)
            for p in inspect.signature(function).parameters.values()
        ]
        struct = msgspec.defstruct(function.__name__, fields, forbid_unknown_fields=True, gc=False)
        tools[function.__name__] = (function, struct, msgspec.json.Decoder(struct))
    return tools


def schemas(tools: dict[str, Any]) -> list[Any]:
    return [
        {
            "type": "function",
            "function": {
                "name": name,
                "description": function.__doc__,
                "parameters": msgspec.json.schema(struct),
            },
        }
        for name, (function, struct, _) in tools.items()
    ]


def call(tools: dict[str, Any], name: str, arguments: dict[str, Any]) -> Any:
    function, struct, _ = tools[name]
    return function(*msgspec.structs.astuple(msgspec.convert(arguments, struct)))


def call_text(tools: dict[str, Any], name: str, text: str) -> Any:
    function, _, decoder = tools[name]
    return function(*msgspec.structs.astuple(decoder.decode(text)))


told = str
