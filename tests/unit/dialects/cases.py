"""One case a rule: what stands at a property before and after, and the rules that say so."""

from __future__ import annotations

from typing import Any, NamedTuple

from tests.unit.dialects.schemas import Schema
from toolschema_runtime.dialects import dialect
from toolschema_runtime.dialects._rewriting import Rule


class Case(NamedTuple):
    """*before* and *after* are the schema of a property `x`; *rules* those that are noted at it."""

    rules: tuple[Rule, ...]
    before: Any
    after: Any
    strict: bool = False


def labels(cases: list[Case]) -> list[str]:
    """A name for each case: its place and the first rule it shows."""
    return [f"{i}-{case.rules[0].id if case.rules else 'kept'}" for i, case in enumerate(cases)]


LEAF = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}
NODE = {
    "type": "object",
    "properties": {"next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}},
    "required": ["next"],
    "additionalProperties": False,
}


def root(**properties: Schema) -> Schema:
    """A closed root with all its properties required, and the definitions it uses."""
    schema: Schema = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    used = {
        name: value for name, value in (("Leaf", LEAF), ("Node", NODE)) if name in repr(properties)
    }
    return {**schema, "$defs": used} if used else schema


def outcome(fmt: str, case: Case) -> tuple[Any, list[Rule]]:
    """What a dialect makes of a case."""
    new, changes = dialect(fmt).schema(root(x=case.before), strict=case.strict)
    return new["properties"]["x"], [c.rule for c in changes if c.pointer == "/properties/x"]


def noted(fmt: str, cases: list[Case]) -> set[Rule]:
    """Every rule that the cases show."""
    return {rule for case in cases for rule in outcome(fmt, case)[1]}
