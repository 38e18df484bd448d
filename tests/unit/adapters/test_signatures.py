"""Signatures for foreign schemas; no SDK is needed."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from toolschema_runtime import ToolUsageError
from toolschema_runtime.adapters.mcp import signature_of


def test_optional_ones_are_optional_and_required_ones_come_first() -> None:
    schema = {
        "type": "object",
        "properties": {"limit": {"type": "integer"}, "q": {"type": "string"}},
        "required": ["q"],
    }
    made = signature_of(schema)
    assert "(*, q: str, limit: Optional[int] = None)" == str(made.signature).replace(
        "int | None", "Optional[int]"
    )
    assert {"q": str, "limit": int | None} == made.annotations


def test_a_default_is_the_parameters() -> None:
    made = signature_of({"properties": {"n": {"type": "integer", "default": 5}}})
    assert (5, int) == (made.signature.parameters["n"].default, made.annotations["n"])


def test_names_that_are_no_identifiers_are_mapped_and_back() -> None:
    keys = ["from", "user-id", "user_id", "2nd", "", "größe", "$ref", "a b", "from_"]
    made = signature_of({"properties": {key: {"type": "string"} for key in keys}})
    assert keys == list(made.names.values())
    assert all(name.isidentifier() for name in made.names)
    assert "user_id" == made.names["user_id"]
    assert "größe" == made.names["größe"]
    assert {"user-id": "x"} == made.arguments({"user_id_": "x"})


def test_optional_none_is_left_out_and_required_null_is_sent() -> None:
    nullable = {"anyOf": [{"type": "string"}, {"type": "null"}]}
    made = signature_of({"properties": {"a": nullable, "b": nullable}, "required": ["a"]})
    assert {"a": None} == made.arguments({"a": None, "b": None})


@pytest.mark.parametrize(
    ("schema", "annotation"),
    [
        ({"type": "string"}, str),
        ({"type": "number"}, float),
        ({"type": "boolean"}, bool),
        ({"type": "null"}, None),
        ({"anyOf": [{"enum": ["a", 1]}, {"type": "null"}]}, Literal["a", 1] | None),
        ({"const": "a"}, Literal["a"]),
        ({"enum": [1.5]}, Any),
        ({"type": ["string", "null"]}, str | None),
        ({"anyOf": [{"type": "string"}, {"type": "integer"}]}, str | int),
        ({"anyOf": [{"type": "string"}, {}]}, Any),
        ({"type": "array"}, list[Any]),
        ({"type": "array", "items": {"type": "integer"}}, list[int]),
        ({"type": "object"}, dict[str, Any]),
        ({"type": "object", "additionalProperties": {"type": "integer"}}, dict[str, int]),
        ({"type": "object", "properties": {"a": {}}}, dict[str, Any]),
        ({"$ref": "#/$defs/A"}, str),
        ({"$ref": "#/$defs/loop"}, Any),
        ({"$ref": "#/$defs/none"}, Any),
        ({"$ref": "https://example.com/schema"}, Any),
        ({}, Any),
        (True, Any),
        ({"type": "strange"}, Any),
    ],
)
def test_annotations(schema: Any, annotation: Any) -> None:
    document = {
        "type": "object",
        "properties": {"x": schema},
        "required": ["x"],
        "$defs": {"A": {"type": "string"}, "loop": {"$ref": "#/$defs/loop"}},
    }
    made = signature_of(document)
    assert annotation == made.annotations["x"]


def test_a_recursive_schema_ends() -> None:
    node = {"$ref": "#/$defs/T"}
    document = {
        "properties": {"t": node},
        "required": ["t"],
        "$defs": {"T": {"type": "array", "items": node}},
    }
    assert str(signature_of(document).annotations["t"]).startswith("list[list[list[")
    assert {} == signature_of({"$ref": "#"}).names


@pytest.mark.parametrize("schema", [{"type": "string"}, {"properties": []}])
def test_what_is_no_object_is_refused(schema: Any) -> None:
    with pytest.raises(ToolUsageError, match="the schema of an object"):
        signature_of(schema)
