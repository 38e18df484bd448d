"""Generated instances are those that the schema admits, as ECMA-262 and our grammars read it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.corpus.instances import instances
from tests.corpus.normal_form import Schema
from tests.property.admits import admits

SCHEMAS: list[Schema] = [
    {"type": "string", "pattern": "^[A-Z][A-Z0-9]+$"},
    {"type": "string", "minLength": 2, "maxLength": 4},
    {"type": "string", "format": "date-time"},
    {"type": "string", "contentEncoding": "base64"},
    {"type": "integer", "exclusiveMinimum": 0, "maximum": 9},
    {"type": ["number", "null"]},
    {"enum": ["a", 1, None]},
    {"type": "array", "items": {"type": "integer"}, "minItems": 1, "uniqueItems": True},
    {"type": "array", "prefixItems": [{"type": "null"}], "items": False, "minItems": 1},
    {"type": "object", "additionalProperties": {"type": "boolean"}},
    {
        "$defs": {"Node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}},
        "$ref": "#/$defs/Node",
    },
]


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_every_instance_is_admitted(schema: Schema) -> None:
    @settings(max_examples=50, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def check(data: st.DataObject) -> None:
        assert admits(schema, data.draw(instances(schema)))

    check()


def test_an_unknown_format_is_an_error() -> None:
    with pytest.raises(LookupError, match="shoe-size"):
        instances({"type": "string", "format": "shoe-size"})
