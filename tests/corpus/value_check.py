"""Decodes generated arguments of every tool that got a schema: schema and plan must agree.

`python -m tests.corpus.value_check FOLDER` prints the faults as a JSON list; the packages of
requirements.txt and the sample must be importable.
"""

from __future__ import annotations

import json
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from jsonschema import Draft202012Validator

from tests.corpus.instances import instances
from tests.corpus.normal_form import Schema
from toolschema_runtime import ToolDefinition, ToolRegistry

_SUFFIX = ".toolschema.json"
_SETTINGS = settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    phases=(Phase.generate, Phase.shrink),
    suppress_health_check=tuple(HealthCheck),
)


def faults(folder: Path) -> Iterator[str]:
    """What is wrong with the tools of the side-files below *folder*, a line each."""
    for side_file in sorted(folder.rglob(f"*{_SUFFIX}")):
        module = ".".join(side_file.relative_to(folder).parts).removesuffix(_SUFFIX)
        registry = ToolRegistry.load(module)
        for definition in registry:
            for fault in _tool_faults(registry, definition):
                yield f"{module}:{definition.name}: {fault}"


def _tool_faults(registry: ToolRegistry, definition: ToolDefinition) -> Iterator[str]:
    schema = dict(definition.parameters)
    try:
        Draft202012Validator.check_schema(schema)
        Draft202012Validator.check_schema(definition.returns or {})
        _decode_instances(registry, definition.name, schema)
    except Exception as error:  # noqa: BLE001
        # Any failure is what we look for, and the next tool must have its turn.
        notes = "; ".join(getattr(error, "__notes__", ()))
        yield " ".join([*traceback.format_exception_only(error), notes]).strip()


def _decode_instances(registry: ToolRegistry, name: str, schema: Schema) -> None:
    validator = Draft202012Validator(schema)

    @_SETTINGS
    @given(instances(schema))
    def decodes(arguments: dict[str, Any]) -> None:
        validator.validate(arguments)
        registry.decode(name, json.dumps(arguments))

    decodes()


if __name__ == "__main__":
    json.dump(list(faults(Path(sys.argv[1]))), sys.stdout)
