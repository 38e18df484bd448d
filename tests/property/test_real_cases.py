"""Every golden side-file against the module that it was written for, as a program would use the two.

What a schema admits is accepted by the decoder, and what comes of it as a result is encoded again;
every schema is one, and each of its references has its target, in every dialect too.
"""

from __future__ import annotations

import importlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis import HealthCheck, assume, given
from jsonschema import Draft202012Validator

from tests.corpus.instances import instances
from tests.property.admits import admits
from tests.property.strategies import unhurried
from tests.property.test_side_file import references, schemas, written
from tests.property.tools import modules, settings
from tests.typecheck.case import CASES, FOLDER, Case
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import ModuleSpec
from toolschema_runtime import ToolArgumentError, ToolDefinition, ToolRegistry
from toolschema_runtime._decode.faults import Faults
from toolschema_runtime.dialects import FORMATS, dialect

GOLDEN = [case for case in CASES if case.golden.exists()]
# What mypy reports in these, Python does not survive either; or a registry may not hold all of them.
NOT_IMPORTABLE = {
    "decorator/call_form_of_callables",
    "decorator/keywords_must_be_readable",
    "decorator/name_without_its_keyword",
    "imports/missing_import_is_an_error",
    "imports/name_that_a_module_lacks",
    "imports/undefined_name_is_mypys_to_report",
    "imports/untyped_package_is_an_error",
    "injection/context_type_of_an_untyped_package",
    # EmailStr wants a package of its own.
    "metadata/checks_that_only_pydantic_does",
    "metadata/undefined_name_in_metadata",
    "metadata/unreadable_metadata",
    # What stands above @tool hides it.
    "signatures/outer_decorators",
}
# Their instances hold what no constructor takes.
NOT_BUILT_FROM_RESULTS = {"results/fields_that_are_no_parameters"}
# A Decimal's bounds are words to a reader of the schema.
BOUNDED_TEXT = {"metadata/bounds_of_a_decimal"}
OF_ONE_NAME = {"decorator/call_form"}
IMPORTABLE = [
    case
    for case in GOLDEN
    if str(case) not in NOT_IMPORTABLE | OF_ONE_NAME and case.requires() <= sys.version_info[:2]
]
# The same examples each time: the cases change more often than these.
few = hypothesis.settings(
    unhurried,
    max_examples=5,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def side_files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with all side-files, while the modules of the cases can be imported."""
    folder = tmp_path_factory.mktemp("side_files")
    for case in GOLDEN:
        shutil.copy(case.golden, case.side_file_in(folder))
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER.parent))
        yield folder
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("cases", "support"):
            del sys.modules[name]


@pytest.mark.filterwarnings("ignore::toolschema_runtime.ToolsOmittedWarning")
# A pydantic model of old has its settings in a class.
@pytest.mark.filterwarnings("ignore:Support for class-based:DeprecationWarning")
@pytest.mark.parametrize("case", IMPORTABLE, ids=str)
def test_what_a_real_schema_admits_is_accepted(case: Case, side_files: Path) -> None:
    module = f"cases.{str(case).replace('/', '.')}"
    tools = ToolRegistry.load(module, directory=str(side_files))
    importlib.import_module(module)
    for tool in tools:
        # A constructor may refuse what no schema can say.
        _accepts_its_instances(
            tools, tool, {"refused", "value"} if str(case) in BOUNDED_TEXT else {"refused"}
        )
        if tool.returns is not None and str(case) not in NOT_BUILT_FROM_RESULTS:
            _gives_its_instances(tools, tool)


def _accepts_its_instances(tools: ToolRegistry, tool: ToolDefinition, but: set[str]) -> None:
    schema = dict(tool.parameters)

    @few
    @given(instances(schema))
    def is_accepted(arguments: dict[str, Any]) -> None:
        assume(admits(schema, arguments) and not _has_long_span(arguments))
        faults: set[str] = set()
        try:
            tools.decode(tool.name, json.dumps(arguments))
        except ToolArgumentError as error:
            faults.update(problem.code for problem in error.problems)
        assert but >= faults

    is_accepted()


def _gives_its_instances(tools: ToolRegistry, tool: ToolDefinition) -> None:
    schema = dict(tool.returns or {})
    plan = tool._source.returns
    assert plan is not None

    @few
    @given(instances(schema))
    def comes_back(sent: Any) -> None:
        assume(admits(schema, sent) and not _has_long_span(sent))
        faults = Faults()
        value = plan.decode(sent, (), faults)
        assert {"refused"} >= {fault.code for fault in faults.found}
        assume(not faults.found)
        encoded = tools.encode_result(tool.name, value)
        assert admits(schema, encoded)
        again = tools.encode_result(tool.name, plan.decode(encoded, (), Faults()))
        assert json.dumps(encoded) == json.dumps(again)

    comes_back()


def _has_long_span(value: Any) -> bool:
    """Whether a span in *value* may be of more days than a timedelta holds."""
    match value:
        case str():
            return value.lstrip("-").startswith("P") and len(value) > 10
        case list():
            return any(map(_has_long_span, value))
        case dict():
            return any(map(_has_long_span, value.values()))
        case _:
            return False


def check_schema(schema: dict[str, Any]) -> None:
    Draft202012Validator.check_schema(schema)
    for fmt in FORMATS:
        for strict in (False, True):
            shaped, _ = dialect(fmt).schema(schema, strict=strict)
            assert [] == [each for each in references(shaped) if not _is_found(shaped, each)], fmt


def _is_found(schema: Any, reference: str) -> bool:
    place = schema
    for step in reference.removeprefix("#").split("/")[1:]:
        key = step.replace("~1", "/").replace("~0", "~")
        if not isinstance(place, dict) or key not in place:
            return False
        place = place[key]
    return reference.startswith("#")


@pytest.mark.parametrize("case", GOLDEN, ids=str)
def test_every_real_schema_is_one_and_every_reference_has_its_target(case: Case) -> None:
    for schema in schemas(json.loads(case.golden.read_bytes())):
        check_schema(schema)


@hypothesis.settings(unhurried, max_examples=30)
@given(modules(), settings)
def test_the_same_holds_for_every_type(module: ModuleSpec, chosen: Settings) -> None:
    for schema in schemas(json.loads(written(module, chosen))):
        check_schema(schema)
