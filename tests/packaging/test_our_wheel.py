"""What this distribution installs, and that its runtime needs nothing else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import toolschema_mypy
from tests.packaging.conftest import ROOT, Environment

PROGRAM = """
import asyncio
import importlib.util
import json
import sys
import warnings

warnings.simplefilter("error")
absent = ["mypy", "attrs", "attr", "pydantic", "docstring_parser", "typing_extensions", "jsonschema"]
assert [] == [name for name in absent if importlib.util.find_spec(name)], "the environment is not bare"

from toolschema_runtime import ToolArgumentError, ToolRegistry
from shop.store import Session

tools = ToolRegistry.load("shop.catalogue", "shop.orders")
formats = ["openai", "openai_responses", "anthropic", "gemini", "mcp"]
encoded = {fmt: tools.schemas.format(fmt) for fmt in formats}
assert "shop.orders" not in sys.modules, "loading and encoding must not import the tools"

session = Session("Anna")
address = {"street": "Lindenweg 4", "city": "Köln", "postcode": "50668"}
order = {"lines": [{"sku": "PEN-03"}], "ship_to": address}
calls = [
    ("search_products", {"query": "mug", "category": "kitchen", "max_price": "20"}),
    ("get_product", {"sku": "POT-07"}),
    ("check_stock", {"skus": ["MUG-01", "no"]}),
    ("estimate_delivery", {"ship_to": address, "speed": "express"}),
    ("place_order", order),
    ("list_orders", {"only_open": True}),
    ("cancel_order", {"number": 1001, "reason": "changed my mind"}),
    ("contact_support", '{"message": "Hello", "is_urgent": true}'),
]
assert set(tools.names) == {name for name, _ in calls}
answers = {}
for name, arguments in calls:
    value = asyncio.run(tools.acall(name, arguments, inject={"session": session}))
    answers[name] = tools.encode_result(name, value)
try:
    tools.call("get_product", {"sku": 7, "colour": "red"})
except ToolArgumentError as error:
    answers["refused"] = [[problem.path, problem.code] for problem in error.problems]
print(json.dumps({"declared": {fmt: len(tools) for fmt, tools in encoded.items()}, **answers}))
"""

ADDRESS = {"street": "Lindenweg 4", "city": "Köln", "postcode": "50668", "country": "DE"}
ORDER = {
    "number": 1001,
    "lines": [{"sku": "PEN-03", "quantity": 1, "engraving": None}],
    "ship_to": ADDRESS,
    "speed": "standard",
    "total": "52.90",
    "is_shipped": False,
}


def test_the_wheel_holds_both_packages_with_their_typing_markers_and_nothing_else(
    our_wheel: Path,
) -> None:
    with zipfile.ZipFile(our_wheel) as archive:
        names = archive.namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {"toolschema_mypy", "toolschema_runtime", "toolschema_mypy-0.1.0.dist-info"} == tops
    assert {"toolschema_mypy/py.typed", "toolschema_runtime/py.typed"} <= set(names)
    assert [] == [name for name in names if name.endswith((".pyc", ".toolschema.json"))]


def test_the_example_runs_with_only_the_runtime_installed(
    bare: Environment, tmp_path: Path
) -> None:
    shutil.copytree(ROOT / "examples" / "shop", tmp_path / "shop")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    said = json.loads(bare.run(program, cwd=tmp_path))
    assert {
        "declared": {
            "openai": 8, "openai_responses": 8, "anthropic": 8, "gemini": 1, "mcp": 8,
        },
        "search_products": [
            {"sku": "MUG-01", "title": "Blue mug", "category": "kitchen", "price": "12.50"}
        ],
        "get_product": {
            "sku": "POT-07", "title": "Terracotta pot", "category": "garden", "price": "9.90",
        },
        "check_stock": {"MUG-01": 14},
        "estimate_delivery": {"days": 1, "cost": "14.90"},
        "place_order": ORDER,
        "list_orders": [ORDER],
        "cancel_order": {**ORDER, "total": "0"},
        "contact_support": 2,
        "refused": [["sku", "type"], ["colour", "unknown"]],
    } == said  # fmt: skip


def test_the_plugin_without_its_extra_says_what_to_install(
    bare: Environment, tmp_path: Path
) -> None:
    program = "import toolschema_mypy; toolschema_mypy.plugin('2.4.1')"
    done = subprocess.run(
        [bare.python, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert 1 == done.returncode
    wanted = r'toolschema_mypy needs the package "\w+": pip install "toolschema-mypy\[mypy\]"\n'
    assert re.fullmatch(wanted, done.stderr), done.stderr


@pytest.mark.parametrize("package", ["attrs", "docstring_parser"])
def test_a_package_that_is_wanted_with_the_first_tool_is_missed_at_the_start(
    monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    """As after `pip install toolschema-mypy mypy`."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(SystemExit) as stopped:
        toolschema_mypy.plugin("2.4.1")
    wanted = f'toolschema_mypy needs the package "{package}": pip install "toolschema-mypy[mypy]"'
    assert wanted == stopped.value.code


def test_an_older_mypy_gets_one_clear_line() -> None:
    with pytest.raises(SystemExit) as stopped:
        toolschema_mypy.plugin("2.3.1")
    assert "toolschema_mypy needs mypy 2.4 or newer, but this is mypy 2.3.1" == stopped.value.code
