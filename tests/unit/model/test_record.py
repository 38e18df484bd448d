"""Specs are compared, hashed and shown field by field, as attrs itself would write it."""

from __future__ import annotations

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError

from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.record import with_changes
from toolschema_mypy.model.schema import (
    AnySchema,
    IntegerSchema,
    NullSchema,
    NumberSchema,
    ReferenceSchema,
    Words,
)


def test_equal_by_fields_and_class() -> None:
    assert IntegerSchema(is_exact=True) == IntegerSchema(is_exact=True)
    assert IntegerSchema(is_exact=True) != IntegerSchema()
    assert IntegerSchema() != NumberSchema()
    assert NullSchema() != AnySchema()
    assert NullSchema(words=Words(title="x")) != NullSchema()


def test_equal_records_have_one_hash() -> None:
    schemas = {ReferenceSchema("A"), ReferenceSchema("A"), ReferenceSchema("B"), NullSchema()}
    assert len(schemas) == 3


def test_a_field_without_hash_is_compared_all_the_same() -> None:
    one, other = (
        Diagnostic(messages.TYPE_NO_JSON, SourceLocation(1, 0), {"path": path}) for path in "ab"
    )
    assert hash(one) == hash(other)
    assert one != other


def test_shown_with_all_fields() -> None:
    assert repr(SourceLocation(1, 2)) == (
        "SourceLocation(line=1, column=2, end_line=None, end_column=None)"
    )


@pytest.mark.parametrize("schema", [AnySchema(), IntegerSchema()])
def test_frozen(schema: AnySchema | IntegerSchema) -> None:
    with pytest.raises(FrozenInstanceError):
        schema.words = Words()  # type: ignore[misc]


def test_changes_are_those_of_evolve() -> None:
    schema = IntegerSchema(is_exact=True)
    words = Words(title="x")
    assert with_changes(schema, words=words) == evolve(schema, words=words)
    assert schema == IntegerSchema(is_exact=True)
    assert with_changes(schema, is_exact=True) is schema
    with pytest.raises(AttributeError):
        with_changes(schema, exact=True)
