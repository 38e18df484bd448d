"""Where something stands in a source file."""

from __future__ import annotations

from attrs import frozen

from toolschema_mypy.model.record import Record


@frozen(eq=False, repr=False)
class SourceLocation(Record):
    """A position in the module being checked, counted as mypy counts (lines from 1, columns from 0)."""

    line: int
    column: int
    end_line: int | None = None
    end_column: int | None = None
