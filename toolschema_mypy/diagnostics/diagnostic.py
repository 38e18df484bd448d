"""A diagnostic: a message with its fields and its place, until `hooks.reporter` prints it."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, unique

from attrs import field, frozen

from toolschema_mypy.diagnostics.codes import Code
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.record import Record


@unique
class Severity(Enum):
    """How mypy shows it: an error fails the run and leaves the tool out, a note does neither."""

    ERROR = "error"
    NOTE = "note"


@frozen(eq=False, repr=False)
class Message(Record):
    """What is wrong (*text*) and what to do (*way_out*), as templates over a diagnostic's fields."""

    code: Code
    text: str
    way_out: str | None = None
    severity: Severity = Severity.ERROR


@frozen(eq=False, repr=False)
class Diagnostic(Record):
    """A message at a place, with the values of its fields."""

    message: Message
    at: SourceLocation
    fields: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def is_error(self) -> bool:
        """Whether it fails the run and leaves its tool out."""
        return self.message.severity is Severity.ERROR

    def text(self) -> str:
        """What is wrong."""
        return self.message.text.format_map(self.fields)

    def way_out(self) -> str | None:
        """What to do, if the message says so."""
        return (
            None if self.message.way_out is None else self.message.way_out.format_map(self.fields)
        )
