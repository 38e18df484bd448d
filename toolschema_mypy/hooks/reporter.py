"""Prints diagnostics as mypy's own errors."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.checker import TypeChecker
from mypy.nodes import Context

from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.hooks.error_codes import ERROR_CODES


def report(diagnostics: Iterable[Diagnostic], checker: TypeChecker) -> None:
    """Report each diagnostic at its place, the way out as a note below it.

    In the daemon this happens while mypy may be trying the overloads of `tool`, where an error would
    count as "no match"; so its watchers are put aside (`Errors._watchers`, mypy 1.16 to 2.4).
    """
    errors = checker.errors
    watchers, errors._watchers = errors._watchers, []
    try:
        _report(diagnostics, checker)
    finally:
        errors._watchers = watchers


def _report(diagnostics: Iterable[Diagnostic], checker: TypeChecker) -> None:
    for diagnostic in diagnostics:
        context = _context(diagnostic)
        code = ERROR_CODES[diagnostic.message.code]
        if diagnostic.is_error:
            checker.msg.fail(diagnostic.text(), context, code=code)
        else:
            checker.msg.note(diagnostic.text(), context, code=code)
        way_out = diagnostic.way_out()
        if way_out is not None:
            checker.msg.note(way_out, context, code=code)


def _context(diagnostic: Diagnostic) -> Context:
    context = Context(diagnostic.at.line, diagnostic.at.column)
    context.end_line = diagnostic.at.end_line
    context.end_column = diagnostic.at.end_column
    return context
