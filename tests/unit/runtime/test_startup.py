"""Importing, loading and encoding stay cheap: no module outside json's own set and a few of ours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.unit.runtime.modules import parameter, record, write_module
from toolschema_runtime.dialects import FORMATS

ROOT = Path(__file__).parents[3]
# Python itself loads these with any module that has `from __future__ import annotations` or uses os.
ALWAYS = {
    "__future__",
    "collections.abc",
    "os",
    "os.path",
    "posixpath",
    "errno",  # by posixpath, in the later releases of 3.13 and from 3.14 on
    "genericpath",
    "stat",
    "_stat",
    "nt",
    "ntpath",
}
SCRIPT = """
import sys
import json
before = set(sys.modules)
sys.path[:0] = {paths}
{statements}
print(*sorted(set(sys.modules) - before))
"""


def _loaded(folder: Path, statements: str) -> set[str]:
    paths = [str(ROOT), str(folder)]
    script = SCRIPT.format(paths=paths, statements=statements)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split()) - ALWAYS


@pytest.mark.parametrize(
    "modules",
    [("smallest",), ("shop.catalogue", "shop.orders"), ("desk",)],
    ids=["smallest", "shop", "desk"],
)
@pytest.mark.parametrize("fmt", FORMATS)
def test_load_and_encode_import_at_most_eight_modules_all_ours(
    folder: Path, fmt: str, modules: tuple[str, ...]
) -> None:
    """Of our examples, one tool of which is strict, and of what else is ordinary."""
    parameters = {
        "type": "object",
        "properties": {
            "count": {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
            "size": {"enum": ["small", "large"], "type": "string", "default": "small"},
            "note": {"description": "Why.", "anyOf": [{"type": "string"}, {"type": "null"}]},
            "unit": {
                "anyOf": [{"enum": ["g", "kg"], "type": "string"}, {"type": "null"}],
                "default": None,
            },
            "names": {"type": "array", "items": {"type": "string", "maxLength": 9}},
            "day": {"type": "string", "format": "date"},
        },
        "required": ["names"],
        "additionalProperties": False,
    }
    write_module(folder, "desk", "", record("go", parameter("a", "int"), parameters=parameters))
    statements = f"""
sys.path.append({str(ROOT / "examples")!r})
from toolschema_runtime import ToolRegistry
ToolRegistry.load(*{modules!r}).schemas.format("{fmt}")
"""
    loaded = _loaded(folder, statements)
    assert {name for name in loaded if name.startswith("toolschema_runtime")} == loaded
    assert len(loaded) <= 8, sorted(loaded)


def test_decorating_imports_two_modules(folder: Path) -> None:
    loaded = _loaded(folder, "from toolschema_runtime import tool, Describe, Inject, Name")
    assert {"toolschema_runtime", "toolschema_runtime._annotations"} == loaded - {"_weakref"}


def test_a_call_imports_nothing_heavy(folder: Path) -> None:
    source = """
        from toolschema_runtime import tool
        @tool
        def go(a): return a
    """
    write_module(folder, "desk", source, record("go", parameter("a", "int")))
    statements = """
from toolschema_runtime import ToolRegistry
tools = ToolRegistry.load("desk")
for _ in range(6):
    tools.call("go", {"a": 1})
    try:
        tools.call("go", {"a": "x"})
    except Exception as error:
        error.for_model()
"""
    heavy = {
        "typing",
        "dataclasses",
        "inspect",
        "asyncio",
        "logging",
        "importlib.util",
        "difflib",
        "decimal",
        "datetime",
    }
    assert set() == _loaded(folder, statements) & heavy


def test_every_public_name_is_there_and_no_other() -> None:
    import toolschema_runtime

    for name in toolschema_runtime.__all__:
        assert getattr(toolschema_runtime, name).__name__ == name
    assert set(toolschema_runtime.__all__) <= set(dir(toolschema_runtime))
    with pytest.raises(AttributeError):
        _ = toolschema_runtime.nonsense  # type: ignore[attr-defined]
