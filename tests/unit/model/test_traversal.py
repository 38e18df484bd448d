"""children() names every step, walk() finds everything, rewrite() goes bottom-up."""

from __future__ import annotations

from attrs import evolve

from tests.unit.specs import field, record, ref, union
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    IntegerSchema,
    MapSchema,
    NullSchema,
    ScalarClassSchema,
    SchemaSpec,
    StringSchema,
    TupleSchema,
    Words,
)
from toolschema_mypy.model.traversal import children, is_uniform, rewrite, walk

TEXT, WHOLE = StringSchema(), IntegerSchema()


def test_each_kind_names_the_step_to_its_children() -> None:
    assert [("[]", TEXT)] == list(children(ArraySchema(TEXT)))
    assert [("[0]", TEXT), ("[1]", WHOLE)] == list(children(TupleSchema((TEXT, WHOLE))))
    assert [("{}", TEXT), ("{}", WHOLE)] == list(children(MapSchema(TEXT, WHOLE)))
    assert [("", TEXT), ("", WHOLE)] == list(children(union(TEXT, WHOLE)))
    assert [("", TEXT)] == list(children(ScalarClassSchema("m:Name", TEXT)))
    opened = record("m:Box", field("from", TEXT, name="from_"), extra=WHOLE)
    assert [(".from", TEXT), ("{}", WHOLE)] == list(children(opened))


def test_scalars_and_references_have_no_children() -> None:
    assert [] == [child for leaf in (TEXT, NullSchema(), ref("m:A")) for child in children(leaf)]


def test_walk_writes_the_path_of_a_nested_culprit() -> None:
    place = record("m:Place", field("raw", AnySchema()))
    items = ArraySchema(record("m:Item", field("location", union(place, NullSchema()))))
    found = {path for path, schema in walk(items, "items") if isinstance(schema, AnySchema)}
    assert {"items[].location.raw"} == found


def test_rewrite_reaches_every_schema_and_shows_changed_children() -> None:
    whole = record("m:Box", field("a", TupleSchema((TEXT, MapSchema(TEXT, WHOLE)))), extra=TEXT)

    def mark(schema: SchemaSpec) -> SchemaSpec:
        assert all(child.words.title == "seen" for _, child in children(schema))
        return evolve(schema, words=Words(title="seen"))

    assert {"seen"} == {schema.words.title for _, schema in walk(rewrite(whole, mark))}


def test_rewrite_that_changes_nothing_gives_an_equal_schema() -> None:
    whole = union(
        ArraySchema(ScalarClassSchema("m:Name", TEXT)), record("m:Box", extra=AnySchema())
    )
    assert whole == rewrite(whole, lambda schema: schema)


def test_only_a_tuple_of_at_least_one_and_equal_items_is_uniform() -> None:
    assert is_uniform(TupleSchema((TEXT, TEXT)))
    assert not is_uniform(TupleSchema((TEXT, WHOLE)))
    assert not is_uniform(TupleSchema(()))
