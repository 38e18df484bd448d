"""A raw tool admits what `jsonschema` says that its schema admits, for any schema and any arguments."""

from __future__ import annotations

import contextlib
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from toolschema_runtime import ToolArgumentError, ToolDefinition, ToolRegistry

KEYS = st.sampled_from(["a", "b", "ab", "c1"])
SCALARS = st.sampled_from([None, True, False, 0, 1, 2, 1.0, 1.5, -3, "", "a", "ab", "12"])
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(KEYS, VALUES, max_size=4)
KINDS = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
COUNTS = st.integers(0, 3)
NUMBERS = st.sampled_from([-1, 0, 1, 2, 0.5, 1.5])
PATTERNS = st.sampled_from(["^a", "b$", "[0-9]+", "^(a|b)?$", "."])


def _schemas(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    some = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(KEYS, inner, max_size=3)
    keywords: dict[str, st.SearchStrategy[Any]] = {
        "type": KINDS | st.lists(KINDS, min_size=1, max_size=3, unique=True),
        "enum": st.lists(VALUES, min_size=1, max_size=4),
        "const": VALUES,
        "$ref": st.sampled_from(["#/$defs/one", "#/$defs/two", "#"]),
        "anyOf": some, "allOf": some, "oneOf": some, "not": inner,
        "if": inner, "then": inner, "else": inner,
        "minimum": NUMBERS, "maximum": NUMBERS, "exclusiveMinimum": NUMBERS,
        "exclusiveMaximum": NUMBERS, "multipleOf": st.sampled_from([1, 2, 0.5]),
        "minLength": COUNTS, "maxLength": COUNTS, "pattern": PATTERNS,
        "items": inner, "prefixItems": some, "minItems": COUNTS, "maxItems": COUNTS,
        "uniqueItems": st.booleans(), "contains": inner, "minContains": COUNTS,
        "properties": named, "additionalProperties": inner, "propertyNames": inner,
        "patternProperties": st.dictionaries(PATTERNS, inner, max_size=2),
        "required": st.lists(KEYS, max_size=2, unique=True),
        "minProperties": COUNTS, "maxProperties": COUNTS,
        "dependentRequired": st.dictionaries(KEYS, st.lists(KEYS, max_size=2, unique=True), max_size=2),
        "dependentSchemas": named, "unevaluatedProperties": inner, "unevaluatedItems": inner,
    }  # fmt: skip
    optional = st.lists(st.sampled_from(sorted(keywords)), max_size=4, unique=True)
    return optional.flatmap(lambda names: st.fixed_dictionaries({n: keywords[n] for n in names}))


SCHEMAS: st.SearchStrategy[Any] = st.recursive(st.booleans() | st.just({}), _schemas, max_leaves=8)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    root = draw(_schemas(SCHEMAS))
    return {**root, "$defs": {"one": draw(SCHEMAS), "two": draw(SCHEMAS)}}


def _says(oracle: Draft202012Validator, arguments: Any) -> bool | None:
    """Its answer, None when a reference leads back to itself at once."""
    try:
        return bool(oracle.is_valid(arguments))
    except RecursionError:
        return None
    except BaseException as error:
        # So says the extension module that it uses, if the stack ends there.
        if type(error).__name__ != "PanicException":
            raise
        return None


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(documents(), st.lists(ARGUMENTS, min_size=1, max_size=6))
def test_raw_tool_admits_what_its_schema_admits(schema: Any, calls: list[Any]) -> None:
    Draft202012Validator.check_schema(schema)
    oracle = Draft202012Validator(schema)
    tool = ToolDefinition.raw({"name": "go", "inputSchema": schema}, lambda arguments: arguments)
    tools = ToolRegistry([tool])
    assert () == tool.unchecked
    for arguments in calls:
        is_valid = _says(oracle, arguments)
        if is_valid is None:
            # What that means is not defined; it has to end all the same.
            with contextlib.suppress(ToolArgumentError):
                tools.call("go", arguments)
            continue
        try:
            passed = tools.call("go", arguments)
        except ToolArgumentError:
            assert not is_valid
        else:
            assert is_valid
            assert passed == arguments
