"""Strict schemas are fix-points of the vendors' own strict transforms."""

from __future__ import annotations

import copy
from contextlib import suppress
from typing import Any

import pytest
from agents.strict_schema import ensure_strict_json_schema
from anthropic import transform_schema
from hypothesis import given
from hypothesis.errors import UnsatisfiedAssumption
from pydantic_ai.models._anthropic_schema_limits import exceeded_limit
from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer
from pydantic_ai.providers.openai import _OpenAIJsonSchemaTransformer

from tests.unit.dialects.recorded import recorded_tools
from tests.unit.dialects.schemas import Schema, any_schemas, our_schemas, record
from toolschema_runtime.dialects import dialect
from toolschema_runtime.dialects._anthropic_strict import ONE_OF, exceeds_budget
from toolschema_runtime.dialects._moves import types_as_union
from toolschema_runtime.dialects._rewriting import Document, walk, without

schemas = our_schemas() | any_schemas()


def strict(fmt: str, schema: Schema) -> Schema:
    """The strict form, where the provider can have one."""
    new, changes = dialect(fmt).schema(schema, strict=True)
    if any(change.rule.action == "reject" for change in changes):
        raise UnsatisfiedAssumption
    return new


@given(schema=schemas)
def test_agents_sdk_finds_nothing_to_change(schema: Schema) -> None:
    new = strict("openai", schema)
    assert new == ensure_strict_json_schema(copy.deepcopy(new))


@given(schema=schemas)
def test_pydantic_ai_calls_it_compatible(schema: Schema) -> None:
    new = strict("openai", schema)
    transformer = _OpenAIJsonSchemaTransformer(copy.deepcopy(new))
    transformer.walk()
    assert transformer.is_strict_compatible


@given(schema=schemas)
def test_what_agents_sdk_refuses_is_sent_loose(schema: Schema) -> None:
    function = dialect("openai").tool(record(schema, strict=True))["function"]
    if "strict" in function:
        ensure_strict_json_schema(copy.deepcopy(function["parameters"]))


@given(schema=schemas)
def test_anthropic_sdk_finds_nothing_to_change(schema: Schema) -> None:
    new = normal(strict("anthropic", schema))
    assert new == normal(transform_schema(copy.deepcopy(new)))


def normal(schema: Schema) -> Schema:
    """Without what the API takes and the SDK's transform does not.

    It takes off the type beside values, and a format without its type; knows no lists of types; and lowers
    `pattern` and `default`, which the documentation lists as supported.
    """

    def step(node: Schema, at: str, document: Document) -> Schema:
        node = without(node, "pattern", "default")
        if "enum" in node or "const" in node:
            return without(node, "type", "format")
        return types_as_union(node, at, document, ONE_OF)

    return walk(schema, step, Document({}))


@given(schema=schemas)
def test_budget_is_counted_as_the_api_counts(schema: Schema) -> None:
    new = strict("anthropic", schema)
    for copies in (1, 5, 21):
        schemas = [new] * copies
        assert (exceeded_limit(schemas, None) is not None) == exceeds_budget(schemas)


@given(schema=schemas)
def test_bedrock_strict_is_anthropics(schema: Schema) -> None:
    assert strict("anthropic", schema) == strict("bedrock", schema)


def test_the_oracles_can_fail() -> None:
    typed_map = {"type": "object", "additionalProperties": {"type": "string"}}
    schema = {
        "type": "object",
        "properties": {"m": typed_map},
        "required": ["m"],
        "additionalProperties": False,
    }
    _, changes = dialect("openai").schema(schema, strict=True)
    assert "reject" in {change.rule.action for change in changes}
    transformer = OpenAIJsonSchemaTransformer(copy.deepcopy(schema))
    transformer.walk()
    assert not transformer.is_strict_compatible


CHECKS = [
    test_agents_sdk_finds_nothing_to_change,
    test_pydantic_ai_calls_it_compatible,
    test_what_agents_sdk_refuses_is_sent_loose,
    test_anthropic_sdk_finds_nothing_to_change,
    test_budget_is_counted_as_the_api_counts,
]


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_recorded_tools_pass_too(check: Any) -> None:
    passed = 0
    for tool in recorded_tools().values():
        # What a provider refuses in strict mode is sent loose.
        with suppress(UnsatisfiedAssumption):
            check.hypothesis.inner_test(schema=tool["parameters"])
            passed += 1
    assert passed > 20
