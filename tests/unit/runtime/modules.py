"""Modules with side-files made by hand, as mypy would have written them."""

from __future__ import annotations

import importlib
import json
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

from toolschema_runtime import ToolRegistry

Load = Callable[..., ToolRegistry]


def parameter(name: str, plan: Any, *, kind: str = "positional_or_keyword", **keys: Any) -> Any:
    """A parameter of a binding; one that is injected has no plan."""
    record = {"name": name, "kind": kind, **keys}
    return record if "inject" in keys else {**record, "plan": plan}


def record(name: str, *parameters: Any, **keys: Any) -> dict[str, Any]:
    """A tool of a side-file; what belongs into its binding is found there."""
    binding = {"receiver": "function", "parameters": list(parameters), "returns": None}
    for key in (
        "receiver",
        "is_generic",
        "returns",
        "definitions",
        "return_definitions",
        "is_generator",
    ):
        if key in keys:
            binding[key] = keys.pop(key)
    published: dict[str, Any] = {
        p.get("key", p["name"]): {}
        for p in parameters
        if "inject" not in p and p["kind"] != "var_keyword"
    }
    return {
        "name": name,
        "qualname": name,
        "description": f"Does {name}.",
        "parameters": {
            "type": "object",
            "properties": published,
            "additionalProperties": False,
        },
        "returns": None,
        "strict": False,
        "formats": None,
        "annotations": {},
        "is_async": False,
        **keys,
        "binding": binding,
    }


def write_module(folder: Path, name: str, source: str, *records: Any, **top: Any) -> None:
    """Writes a module and its side-file."""
    path = folder.joinpath(*name.split("."))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.with_suffix(".py").write_text(textwrap.dedent(source), encoding="utf-8")
    content = {"toolschema": 1, "tools": list(records), **top}
    path.with_suffix(".toolschema.json").write_text(json.dumps(content), encoding="utf-8")
    importlib.invalidate_caches()
