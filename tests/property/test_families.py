"""The same record in each class family: one schema from mypy, and an instance of exactly that class at run time.

Each family says bounds, descriptions and defaults the way its users do.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.typecheck.project import Project
from toolschema_runtime import ToolArgumentError, ToolRegistry

MODULE = "records_of_every_family"
SOURCE = Path(__file__).with_name(f"{MODULE}.py")
FAMILIES = {
    "data": "Data",
    "attrs_": "Attrs",
    "model": "Model",
    "struct": "Struct",
    "typed_dict": "Dict",
    "plain": "Plain",
}
ARTICLE = "12345678-1234-1234-1234-123456789abc"
SENT = {
    "id": 7.0,
    "address": {"street": "Main Street 1"},
    "lines": [{"article": ARTICLE.upper(), "price": "012.50"}],
    "color": "blue",
    "due": "2024-02-29",
}
SENT_BACK = {
    "id": 7,
    "address": {"street": "Main Street 1"},
    "lines": [{"article": ARTICLE, "price": "12.50"}],
    "color": "blue",
    "due": "2024-02-29",
}
WITH_DEFAULTS = {
    "id": 7,
    "address": {"street": "Main Street 1", "zip_code": "0000"},
    "lines": [{"article": ARTICLE, "price": "12.50", "count": 1}],
    "priority": "low",
    "tags": [],
    "extra": {},
    "discount": 0.0,
    "due": "2024-02-29",
    "color": "blue",
}


def _side_file(folder: Path, *plugins: str) -> bytes:
    """What one real run of mypy writes."""
    project = Project(folder)
    configuration = f"[tool.mypy]\nstrict = true\nplugins = {list(plugins)}\n"
    project.write({"pyproject.toml": configuration, SOURCE.name: SOURCE.read_text("utf-8")})
    said = project.mypy("--cache-dir=/dev/null")
    assert {} == said.printed, said.stdout
    return (folder / f"{MODULE}.toolschema.json").read_bytes()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("families")
    _side_file(folder, "toolschema_mypy")
    return folder


@pytest.fixture
def tools(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ToolRegistry]:
    monkeypatch.syspath_prepend(str(folder))
    yield ToolRegistry.load(MODULE)
    sys.modules.pop(MODULE, None)


def without_defaults(schema: Any) -> Any:
    """*schema* as a family says it that has no defaults."""
    match schema:
        case dict():
            return {key: without_defaults(v) for key, v in schema.items() if key != "default"}
        case list():
            return list(map(without_defaults, schema))
        case _:
            return schema


def test_pydantic_plugin_changes_no_byte(folder: Path, tmp_path: Path) -> None:
    expected = (folder / f"{MODULE}.toolschema.json").read_text("utf-8")
    assert expected == _side_file(tmp_path, "pydantic.mypy", "toolschema_mypy").decode()


def test_the_record_is_described_in_full(tools: ToolRegistry) -> None:
    order = tools["data"].parameters["properties"]["order"]
    assert "What to send." == order["description"]
    assert ["id", "address", "lines"] == order["required"]
    address, lines, discount = (
        order["properties"][key] for key in ("address", "lines", "discount")
    )
    assert "Street and number" == address["properties"]["street"]["description"]
    assert (4, "0000") == tuple(
        address["properties"]["zip_code"][key] for key in ("minLength", "default")
    )
    assert (1, 1) == (lines["minItems"], lines["items"]["properties"]["count"]["minimum"])
    assert {
        "type": "number",
        "description": "Part of the price",
        "minimum": 0,
        "maximum": 1,
        "default": 0.0,
    } == discount


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_has_the_same_schema(name: str, tools: ToolRegistry) -> None:
    for part in ("parameters", "returns"):
        expected, actual = getattr(tools["data"], part), getattr(tools[name], part)
        if name == "typed_dict":
            expected = without_defaults(expected)
        assert json.dumps(expected) == json.dumps(actual)


@pytest.mark.parametrize(("name", "prefix"), FAMILIES.items())
def test_an_instance_of_exactly_that_class_arrives(
    name: str, prefix: str, tools: ToolRegistry
) -> None:
    order: Any = tools.call(name, {"order": SENT})
    module = importlib.import_module(MODULE)
    if name == "typed_dict":
        assert dict is type(order) is type(order["address"]) is type(order["lines"][0])
        assert SENT.keys() == order.keys()
        return
    assert getattr(module, f"{prefix}Order") is type(order)
    assert getattr(module, f"{prefix}Address") is type(order.address)
    assert getattr(module, f"{prefix}Line") is type(order.lines[0])
    assert module.Color.BLUE is order.color
    assert (int, 1, "0000") == (type(order.id), order.lines[0].count, order.address.zip_code)


@pytest.mark.parametrize("name", FAMILIES)
def test_the_result_has_the_same_json(name: str, tools: ToolRegistry) -> None:
    order = tools.call(name, {"order": SENT})
    expected = SENT_BACK if name == "typed_dict" else WITH_DEFAULTS
    assert expected == tools.encode_result(name, order)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"id": 7.5}, "order.id"),
        ({"address": {"street": "x", "zip_code": "1"}}, "order.address.zip_code"),
        ({"lines": []}, "order.lines"),
        ({"lines": [{"article": ARTICLE, "price": "1", "count": 0}]}, "order.lines[0].count"),
        ({"discount": 1.5}, "order.discount"),
        ({"color": "green"}, "order.color"),
        ({"other": 1}, "order.other"),
        ({"address": {"street": "x", "other": 1}}, "order.address.other"),
    ],
)
def test_every_family_refuses_the_same(
    name: str, change: dict[str, Any], path: str, tools: ToolRegistry
) -> None:
    with pytest.raises(ToolArgumentError) as caught:
        tools.call(name, {"order": {**SENT, **change}})
    assert [path] == [problem.path for problem in caught.value.problems]


def test_pydantic_validators_run(tools: ToolRegistry) -> None:
    order: Any = tools.call("model", {"order": {**SENT, "address": {"street": "  x "}}})
    assert "x" == order.address.street
    with pytest.raises(ToolArgumentError) as caught:
        tools.call("model", {"order": {**SENT, "priority": "high", "discount": 0.5}})
    (problem,) = caught.value.problems
    assert ("refused", "order") == (problem.code, problem.path)
    assert "no discount when it is urgent" in problem.message


def test_a_factory_makes_a_new_value_for_each_instance(tools: ToolRegistry) -> None:
    for name in ("data", "attrs_", "model", "struct"):
        first: Any = tools.call(name, {"order": SENT})
        first.tags.append("x")
        second: Any = tools.call(name, {"order": SENT})
        assert [] == second.tags
