"""`tools/list` results are valid in exactly the protocol version that they are for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from mcp.shared.tool_name_validation import validate_tool_name
from mcp_types.methods import validate_server_result

from tests.unit.dialects.schemas import any_schemas, our_schemas, record
from toolschema_runtime.dialects import mcp

VERSIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"]
_results = st.one_of(
    st.none(),
    our_schemas(),
    st.sampled_from(
        [
            {"type": "null"},
            {"type": "array", "items": {"type": "integer"}},
            {"type": "string"},
            {"anyOf": [{"type": "integer"}, {"type": "null"}]},
            {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {}}}},
        ]
    ),
)
records = st.builds(
    record,
    our_schemas() | any_schemas(),
    returns=_results,
    title=st.just("T"),
    annotations=st.sampled_from([{}, {"readOnlyHint": True, "openWorldHint": False}]),
)


@pytest.mark.parametrize("version", VERSIONS)
@given(tool=records)
def test_list_is_valid_in_its_version(version: str, tool: Any) -> None:
    payload: dict[str, Any] = {"tools": mcp.tools([tool], version=version)}
    if version > "2025-11-25":
        payload |= {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    validate_server_result("tools/list", version, payload)


@given(tool=records)
def test_structured_content_can_fit_what_the_list_promised(tool: Any) -> None:
    for version in VERSIONS:
        promised = mcp.output_schema(tool["returns"], version=version)
        if promised is not None:
            Draft202012Validator.check_schema(promised)


def test_unwrapped_list_is_refused_by_the_older_version() -> None:
    tool = record({"type": "object", "properties": {}}, returns={"type": "array", "items": {}})
    newest = {"tools": mcp.tools([tool])}
    with pytest.raises(ValueError, match="outputSchema"):
        validate_server_result("tools/list", "2025-11-25", newest)


@pytest.mark.parametrize("name", ["f", "a.b", "a b", "a" * 128, "a" * 129, "é"])
def test_names_are_judged_as_the_sdk_judges_them(name: str) -> None:
    found = {
        c.rule.id for c in mcp.check([record({"type": "object", "properties": {}}, name=name)])
    }
    assert validate_tool_name(name).is_valid == ("MC04" not in found)
