"""Schemas made to do harm end soon, and as sound as any."""

from __future__ import annotations

import json
from typing import Any

import pytest

from toolschema_runtime.dialects import FORMATS, dialect
from toolschema_runtime.dialects._graphs import on_cycles
from toolschema_runtime.dialects._rewriting import references

A = {"type": "string"}


def chain(length: int, last: Any) -> dict[str, Any]:
    """Definitions that are references, one to the next."""
    links = {f"D{i}": {"$ref": f"#/$defs/D{i + 1}"} for i in range(length)}
    return {
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/D0"}},
        "$defs": {**links, f"D{length}": last},
    }


def ladder(length: int) -> dict[str, Any]:
    """Objects that hold the next object twice."""

    def rung(below: str) -> dict[str, Any]:
        return {"type": "object", "properties": {"a": {"$ref": below}, "b": {"$ref": below}}}

    rungs = {f"D{i}": rung(f"#/$defs/D{i + 1}") for i in range(length)}
    return {**rung("#/$defs/D0"), "$defs": {**rungs, f"D{length}": A}}


def crowd(width: int) -> dict[str, Any]:
    """Many references to one large definition."""
    large = {"type": "object", "properties": {f"p{i}": A for i in range(width)}}
    uses = {f"q{i}": {"$ref": "#/$defs/Large", "minProperties": 1} for i in range(width)}
    return {"type": "object", "properties": uses, "$defs": {"Large": large}}


HOSTILE = {
    "long chain": chain(5_000, A),
    "chain to itself": chain(3_000, {"$ref": "#/$defs/D0"}),
    "reference to itself": {"$ref": "#"},
    "union of itself": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}, {"allOf": [{"$ref": "#"}]}]},
    "ladder": ladder(300),
    "ladder by conjunction": {"allOf": [ladder(60), ladder(60)]},
    "crowd": crowd(700),
    "deep conjunction": {
        "type": "object",
        "properties": {"a": {"allOf": [{"allOf": [{"allOf": [A] * 9}] * 9}] * 9}},
    },
    "draft-07 crowd": {
        "type": "object",
        "properties": {f"p{i}": {"$ref": f"#/definitions/D{i}"} for i in range(3_000)},
        "definitions": {f"D{i}": {"type": "array", "items": [A]} for i in range(3_000)},
    },
}


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("label", HOSTILE)
@pytest.mark.parametrize("strict", [False, True], ids=["loose", "strict"])
def test_hostile_schema_does_no_harm(fmt: str, label: str, strict: bool) -> None:
    new, _ = dialect(fmt).schema(HOSTILE[label], strict=strict)
    assert len(json.dumps(new)) < 5_000_000
    definitions = {f"#/$defs/{name}" for name in new.get("$defs", {})}
    assert references(new) <= definitions


def test_cycles_are_found() -> None:
    uses = {"a": "b", "b": "c", "c": "b", "d": "d", "e": "a", "f": "", "g": "f"}
    assert {"b", "c", "d"} == on_cycles(uses)
    ring = {str(i): [str((i + 1) % 10_000)] for i in range(10_000)}
    assert set(ring) == on_cycles(ring)
