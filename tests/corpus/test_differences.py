"""Spelling is no difference; what a schema admits or says is one."""

from __future__ import annotations

import pytest

from tests.corpus.differences import differences
from tests.corpus.normal_form import Schema, normal_form


def kinds(ours: Schema, theirs: Schema) -> list[str]:
    return [found.kind for found in differences(normal_form(ours), normal_form(theirs))]


def of_parameter(ours: Schema, theirs: Schema) -> list[str]:
    return kinds(
        {"type": "object", "properties": {"x": ours}},
        {"type": "object", "properties": {"x": theirs}},
    )


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"type": ["string", "null"]}, {"anyOf": [{"type": "null"}, {"type": "string"}]}),
        ({"type": ["string", "null"]}, {"type": "string", "nullable": True}),
        ({"const": "a"}, {"enum": ["a"], "type": "string"}),
        ({"enum": ["a", None]}, {"anyOf": [{"enum": ["a"]}, {"type": "null"}]}),
        ({"anyOf": [{"type": "string"}]}, {"type": "string", "title": "X"}),
        ({"oneOf": [{"type": "string"}]}, {"allOf": [{"type": "string"}]}),
        ({}, {"anyOf": [{}, {"type": "null"}]}),
        ({"type": "object"}, {"type": "object", "additionalProperties": True}),
        ({"type": "array"}, {"type": "array", "items": {}}),
        ({"$ref": "#/$defs/S", "$defs": {"S": {"type": "string"}}}, {"type": "string"}),
        (
            {"type": "array", "prefixItems": [{}], "items": False, "minItems": 1, "maxItems": 1},
            {"type": "array", "prefixItems": [{}], "minItems": 1, "maxItems": 1},
        ),
    ],
)
def test_spelling_is_no_difference(ours: Schema, theirs: Schema) -> None:
    assert [] == kinds(ours, theirs)


@pytest.mark.parametrize(
    ("kind", "ours", "theirs"),
    [
        ("null: only ours", {"type": ["string", "null"]}, {"type": "string"}),
        ("null: only theirs", {"type": "string"}, {"type": ["string", "null"]}),
        ("type: integer / number", {"type": "integer"}, {"type": "number"}),
        ("type: array|string / string", {"type": ["string", "array"]}, {"type": "string"}),
        ("minimum: only ours", {"type": "integer", "minimum": 0}, {"type": "integer"}),
        ("format: only theirs", {"type": "string"}, {"type": "string", "format": "uuid"}),
        (
            "pattern: differs",
            {"type": "string", "pattern": "a"},
            {"type": "string", "pattern": "b"},
        ),
        ("values: differs", {"enum": ["a", "b"]}, {"enum": ["a"]}),
        ("default: only theirs", {"type": "string"}, {"type": "string", "default": None}),
        ("description: only ours", {"description": "Text."}, {}),
        ("description: differs", {"description": "Text."}, {"description": "Other."}),
        ("description: ours has more", {"description": "a b c"}, {"description": "a c"}),
        ("description: theirs has more", {"description": "a"}, {"description": "a b"}),
        ("white space of description: differs", {"description": "a b"}, {"description": "a\n b"}),
        (
            "default: ours in the description",
            {"description": "a. Default 3."},
            {"description": "a"},
        ),
        ("default: ours in the description", {"description": "Default false."}, {}),
        (
            "integer beside number: only theirs",
            {"type": "number"},
            {"type": ["integer", "number"]},
        ),
        (
            "type: number / integer|number",
            {"type": "number"},
            {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "number"}]},
        ),
        (
            "type: string / string|string",
            {"type": "string"},
            {"anyOf": [{"type": "string", "format": "path"}, {"type": "string"}]},
        ),
        (
            "not: only ours, nested",
            {"type": "array", "prefixItems": [{}], "items": False, "maxItems": 2},
            {"type": "array", "prefixItems": [{}], "maxItems": 2},
        ),
        (
            "closed: only ours",
            {"type": "object", "additionalProperties": False},
            {"type": "object"},
        ),
        (
            "type: string / integer, nested",
            {"type": "array", "items": {"type": "string"}},
            {"type": "array", "items": {"type": "integer"}},
        ),
        (
            "type: string / any, nested",
            {"type": "object", "additionalProperties": {"type": "string"}},
            {"type": "object"},
        ),
        (
            "required: only theirs, nested",
            {"type": "object", "properties": {"a": {}}},
            {"type": "object", "properties": {"a": {}}, "required": ["a"]},
        ),
        (
            "property: only ours, nested",
            {"type": "object", "properties": {"a": {}}},
            {"type": "object"},
        ),
    ],
)
def test_what_is_admitted_or_said_is_a_difference(kind: str, ours: Schema, theirs: Schema) -> None:
    assert [kind] == of_parameter(ours, theirs)


def test_a_description_inside_a_union_belongs_to_the_arm() -> None:
    arm = {"type": "string", "description": "Text."}
    ours = {"anyOf": [{"type": "string"}, {"type": "null"}], "description": "Text."}
    theirs = {"anyOf": [arm, {"type": "null"}]}
    assert ["description: only ours", "description of an arm: only theirs"] == of_parameter(
        ours, theirs
    )


def test_the_root_has_kinds_of_its_own() -> None:
    closed = {"type": "object", "additionalProperties": False}
    assert ["closed root: only ours"] == kinds(closed, {"type": "object"})


def test_properties_named_like_keywords_are_properties() -> None:
    names = ("title", "default", "type", "anyOf", "definitions")
    properties = {name: {"type": "string"} for name in names}
    schema = {"type": "object", "properties": properties}
    assert set(properties) == set(normal_form(schema).arms[0].properties)


def test_a_definition_within_itself_is_cut_there() -> None:
    node: Schema = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    schema = {"$ref": "#/$defs/Node", "$defs": {"Node": node}}
    assert "recursive" == normal_form(schema).arms[0].properties["next"].arms[0].type
