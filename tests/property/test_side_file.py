"""What every side-file has in common, whatever the tools in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
from attrs import evolve
from hypothesis import given
from jsonschema import Draft202012Validator

from tests.property.strategies import unhurried
from tests.property.tools import modules, settings, tools
from toolschema_mypy.emit.side_file import render
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import ModuleSpec, ToolSpec
from toolschema_mypy.transform.definitions import inline_definitions, name_definitions
from toolschema_mypy.transform.strict import strict

ROOT = Path(__file__).parents[2]
FORMAT = json.loads((ROOT / "docs" / "side-file.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(FORMAT)


def settled(tool: ToolSpec, chosen: Settings, *, is_strict: bool = False) -> ToolSpec:
    return inline_definitions(name_definitions(strict(tool)[0] if is_strict else tool), chosen.refs)


def written(module: ModuleSpec, chosen: Settings, *, is_strict: bool = False) -> bytes:
    ready = tuple(settled(tool, chosen, is_strict=is_strict) for tool in module.tools)
    state = tuple(settled(each, chosen) for each in module.state)
    return render(evolve(module, tools=ready, state=state), chosen)


def schemas(content: Any) -> Iterator[dict[str, Any]]:
    for tool in content["tools"]:
        yield tool["parameters"]
        if tool["returns"] is not None:
            yield tool["returns"]
    for state in content.get("state", []):
        yield state["returns"]


def references(schema: Any) -> Iterator[str]:
    match schema:
        case dict():
            if isinstance(schema.get("$ref"), str):
                yield schema["$ref"]
            for value in schema.values():
                yield from references(value)
        case list():
            for value in schema:
                yield from references(value)
        case _:
            pass


def test_the_format_is_a_schema() -> None:
    Draft202012Validator.check_schema(FORMAT)


SHOWN = sorted(
    path
    for pattern in ("tests/typecheck/cases/**/*.golden.json", "examples/**/*.toolschema.json")
    for path in ROOT.glob(pattern)
)


def test_every_golden_and_example_follows_the_format() -> None:
    assert SHOWN
    for path in SHOWN:
        content = json.loads(path.read_text(encoding="utf-8"))
        assert [] == [f"{path}: {error.message}" for error in VALIDATOR.iter_errors(content)]


@hypothesis.settings(unhurried, max_examples=30)
@given(modules(), settings)
def test_a_side_file_follows_its_format(module: ModuleSpec, chosen: Settings) -> None:
    for is_strict in (False, True):
        content = json.loads(written(module, chosen, is_strict=is_strict))
        assert [] == [error.message for error in VALIDATOR.iter_errors(content)]


@hypothesis.settings(unhurried, max_examples=30)
@given(modules(), settings)
def test_schemas_follow_the_metaschema_and_every_reference_has_its_target(
    module: ModuleSpec, chosen: Settings
) -> None:
    for is_strict in (False, True):
        for schema in schemas(json.loads(written(module, chosen, is_strict=is_strict))):
            Draft202012Validator.check_schema(schema)
            named = {f"#/$defs/{name}" for name in schema.get("$defs", {})}
            assert named == set(references(schema))


@hypothesis.settings(unhurried, max_examples=50)
@given(modules(), settings)
def test_the_order_of_definitions_does_not_change_a_byte(
    module: ModuleSpec, chosen: Settings
) -> None:
    reversed_tools = tuple(
        evolve(
            tool,
            definitions=tool.definitions[::-1],
            return_definitions=tool.return_definitions[::-1],
        )
        for tool in module.tools
    )
    assert written(module, chosen) == written(evolve(module, tools=reversed_tools), chosen)


@unhurried
@given(tools())
def test_strict_twice_is_strict_once(tool: ToolSpec) -> None:
    once, refused = strict(tool)
    assert (once, refused) == strict(once)


@unhurried
@given(tools(), settings)
def test_transforms_twice_are_transforms_once(tool: ToolSpec, chosen: Settings) -> None:
    once = settled(tool, chosen)
    assert once == settled(once, chosen)


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    match schema:
        case dict():
            if schema.get("type") in ("object", ["object", "null"]):
                yield schema
            for keyword, value in schema.items():
                if keyword in ("properties", "$defs"):
                    for each in value.values():
                        yield from objects(each)
                elif keyword not in ("default", "examples", "const", "enum"):
                    yield from objects(value)
        case list():
            for value in schema:
                yield from objects(value)
        case _:
            pass


@unhurried
@given(tools(is_closed=True), settings)
def test_a_strict_tool_is_closed_and_asks_for_every_key(tool: ToolSpec, chosen: Settings) -> None:
    content = json.loads(written(ModuleSpec("m", (tool,)), chosen, is_strict=True))
    for schema in objects(content["tools"][0]["parameters"]):
        assert schema["additionalProperties"] is False
        assert list(schema["properties"]) == schema.get("required", [])
        assert not any("default" in each for each in schema["properties"].values())
