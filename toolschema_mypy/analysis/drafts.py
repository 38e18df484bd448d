"""The diagnostics of one tool, and what is checked once all of it has been read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from attrs import evolve

from toolschema_mypy.analysis.context import Fault
from toolschema_mypy.analysis.lowering import Lowering
from toolschema_mypy.analysis.overlaps import overlaps, with_discriminators
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic, Message, Severity
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.record import with_changes
from toolschema_mypy.model.schema import (
    DefinitionSpec,
    ObjectSchema,
    ReferenceSchema,
    SchemaSpec,
)
from toolschema_mypy.model.tool import DefaultSource, ParameterKind, ParameterSpec, ToolSpec
from toolschema_mypy.model.traversal import is_leaf


class Outcome(NamedTuple):
    """What became of one site: *tool* is None when it is left out."""

    name: str
    qualname: str
    location: SourceLocation
    tool: ToolSpec | None
    diagnostics: tuple[Diagnostic, ...] = ()


class Draft:
    """The diagnostics of one tool while it is read."""

    def __init__(self, name: str, location: SourceLocation) -> None:
        self.name = name
        self.location = location
        self.diagnostics: list[Diagnostic] = []

    def report(
        self, message: Message, location: SourceLocation | None = None, **fields: str
    ) -> None:
        """Say something about the tool, at the tool itself where no other place is given."""
        fields = {"tool": self.name, **fields}
        self.diagnostics.append(Diagnostic(message, location or self.location, fields))

    def faults(self, faults: Iterable[Fault], location: SourceLocation | None = None) -> None:
        """Say what lowering has found."""
        for fault in faults:
            self.report(fault.message, location, path=fault.path, **fault.fields)

    def note_field_defaults(self, parameters: list[ParameterSpec]) -> None:
        """One note for all parameters whose default only a framework understands."""
        found = [each for each in parameters if each.default_source is DefaultSource.FIELD]
        if found:
            names = ", ".join(f'"{each.name}"' for each in found)
            self.report(messages.DEFAULT_FIELD, found[0].location, names=names)

    def note_missing_words(
        self, description: str, parameters: list[ParameterSpec], *, is_error: bool
    ) -> None:
        """What the model is told nothing about."""
        if not description:
            self.report(as_error_if(messages.DOCSTRING_NONE, is_error))
        message = as_error_if(messages.DOCSTRING_MISSING, is_error)
        for each in parameters:
            if each.schema is not None and each.schema.words.description is None:
                self.report(message, each.location, path=each.key)

    def check_keys(self, parameters: list[ParameterSpec], lowering: Lowering) -> None:
        """A key stands for one parameter, and never for one that the host gives."""
        injected = {each.name for each in parameters if each.is_injected}
        seen: set[str] = set()
        for parameter in parameters:
            if parameter.is_injected or parameter.kind is ParameterKind.VAR_KEYWORD:
                continue
            for key in _keys(parameter, lowering):
                if key in injected:
                    self.report(messages.INJECT_KEY, parameter.location, key=key)
                elif key in seen:
                    self.report(messages.NAME_KEY_TAKEN, parameter.location, key=key)
                seen.add(key)

    def check_fields(self, lowering: Lowering) -> None:
        """The same of the fields of a class."""
        for each in lowering.definitions.values():
            if not isinstance(each.schema, ObjectSchema):
                continue
            seen: set[str] = set()
            for field in each.schema.properties:
                if field.key in seen:
                    self.report(messages.NAME_FIELD_TAKEN, owner=each.label, key=field.key)
                seen.add(field.key)


def _keys(parameter: ParameterSpec, lowering: Lowering) -> Iterator[str]:
    schema = parameter.schema
    if parameter.is_unpacked and isinstance(schema, ReferenceSchema):
        schema = lowering.definition(schema.name)
        if isinstance(schema, ObjectSchema):
            yield from (each.key for each in schema.properties)
            return
    yield parameter.key


def finished(
    draft: Draft, parameters: list[ParameterSpec], lowering: Lowering
) -> tuple[list[ParameterSpec], tuple[DefinitionSpec, ...]]:
    """Unions, now that every definition is known: what tells arms apart, and what nothing does."""
    reported: set[object] = set()

    def check(schema: SchemaSpec, location: SourceLocation, path: str) -> SchemaSpec:
        for where, overlap in overlaps(schema, path, lowering.definition):
            if overlap not in reported:
                reported.add(overlap)
                draft.report(
                    messages.TYPE_AMBIGUOUS,
                    location,
                    path=where,
                    first=overlap.first,
                    second=overlap.second,
                )
        return with_discriminators(schema, lowering.definition)

    checked = [
        each
        if each.schema is None or is_leaf(each.schema)
        else with_changes(each, schema=check(each.schema, each.location, each.key))
        for each in parameters
    ]
    definitions = tuple(
        with_changes(each, schema=check(each.schema, draft.location, each.label))
        for each in lowering.definitions.values()
    )
    return checked, definitions


def as_error_if(message: Message, is_error: bool) -> Message:
    """A note, or an error where the project asks for one."""
    return evolve(message, severity=Severity.ERROR) if is_error else message
