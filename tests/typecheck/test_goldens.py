"""What golden side-files have in common: two ways of saying one thing give one schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tests.typecheck.case import FOLDER

GOLDENS = sorted(FOLDER.rglob("*.golden.json"))


def tools(case: str) -> dict[str, Any]:
    """The records of a case's golden side-file."""
    content = json.loads((FOLDER / f"{case}.golden.json").read_bytes())
    return {tool["qualname"]: tool for tool in content["tools"]}


def properties(case: str, tool: str) -> Any:
    return tools(case)[tool]["parameters"]["properties"]


def test_future_import_changes_no_byte() -> None:
    """C06."""
    imports = FOLDER / "imports"
    with_import = (imports / "future_import.golden.json").read_bytes()
    assert with_import == (imports / "no_future_import.golden.json").read_bytes()


def test_spellings_of_optional_are_one() -> None:
    """C33; `Union[None, str]` keeps its order."""
    case = "unions/optional_is_any_of_null"
    assert properties(case, "hello") == properties(case, "hello_optional")
    arms = properties(case, "hello_union")["name"]["anyOf"]
    assert arms == properties(case, "hello")["name"]["anyOf"][::-1]


@pytest.mark.parametrize("tool", ["half_field", "half_meta"])
def test_spellings_of_bounds_are_one(tool: str) -> None:
    """C11."""
    case = "metadata/two_spellings_of_a_bound_are_one"
    assert properties(case, "half") == properties(case, tool)


@pytest.mark.parametrize("tool", ["attrs", "model", "packed", "typed", "plain"])
def test_families_are_one(tool: str) -> None:
    case = "classes/one_record_in_every_family"
    assert properties(case, "data") == properties(case, tool)


@pytest.mark.parametrize("golden", GOLDENS, ids=lambda path: path.parent.name + "/" + path.stem)
def test_every_schema_is_one_and_its_references_have_targets(golden: Path) -> None:
    for tool in json.loads(golden.read_bytes())["tools"]:
        for schema in filter(None, (tool["parameters"], tool["returns"])):
            Draft202012Validator.check_schema(schema)
            targets = {f"#/$defs/{name}" for name in schema.get("$defs", {})}
            assert targets == set(references(schema)), tool["name"]


def references(schema: object) -> Iterator[str]:
    """Every `$ref` in a schema; none of these cases has a parameter of that name."""
    match schema:
        case dict():
            for key, value in schema.items():
                yield from [value] if key == "$ref" else references(value)
        case list():
            for item in schema:
                yield from references(item)
        case _:
            pass
