"""`Inject` where no tool could use it: on functions that are no tools, and on fields of classes."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from mypy.nodes import TypeInfo

from toolschema_mypy.analysis.fullnames import ANNOTATED, INJECT
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.statements import FunctionNode
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.model.location import SourceLocation


def misplaced_injects(
    module: str, program: Program, tool_lines: Collection[int]
) -> Iterator[Diagnostic]:
    """The misplaced uses of `Inject` in a module; *tool_lines* are those of its tools' `def`s."""
    file, source = program.modules.get(module), program.source_of(module)
    if file is None or source is None:
        return
    if not any(symbol.fullname == INJECT for symbol in file.names.values()) and not any(
        symbol.fullname == "toolschema_runtime" for symbol in file.names.values()
    ):
        return
    yield from _in_body(source.tree.body, Scope(program, module), tool_lines)


def _in_body(
    body: list[ast.stmt], scope: Scope, tool_lines: Collection[int]
) -> Iterator[Diagnostic]:
    for statement in body:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                if statement.lineno not in tool_lines:
                    yield from _on_parameters(statement, scope)
                yield from _in_body(statement.body, scope, tool_lines)
            case ast.ClassDef():
                resolved = scope.resolve(ast.Name(statement.name, ast.Load()))
                node = None if resolved is None else resolved.node
                inner = scope.within(node) if isinstance(node, TypeInfo) else scope
                yield from _on_fields(statement, inner)
                yield from _in_body(statement.body, inner, tool_lines)
            case _:
                for inner_body in ("body", "orelse", "finalbody", "handlers"):
                    nested = getattr(statement, inner_body, None)
                    if isinstance(nested, list):
                        yield from _in_body(nested, scope, tool_lines)


def _on_parameters(function: FunctionNode, scope: Scope) -> Iterator[Diagnostic]:
    for argument in ast.walk(function.args):
        if isinstance(argument, ast.arg) and _has_inject(argument.annotation, scope):
            fields = {"path": argument.arg, "tool": function.name}
            yield Diagnostic(messages.INJECT_NO_TOOL, _at(argument), fields)


def _on_fields(node: ast.ClassDef, scope: Scope) -> Iterator[Diagnostic]:
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                if _has_inject(annotation, scope):
                    fields = {"path": name, "tool": node.name}
                    yield Diagnostic(messages.INJECT_FIELD, _at(statement), fields)
            case _:
                pass


def _has_inject(annotation: ast.expr | None, scope: Scope) -> bool:
    """Whether an annotation is written with `Inject`; an alias that holds one says so where it is used."""
    for part in [] if annotation is None else ast.walk(annotation):
        match part:
            case ast.Subscript(value=base, slice=ast.Tuple(elts=[_, *metadata])):
                resolved = scope.resolve(base)
                if resolved is not None and resolved.fullname in ANNOTATED:
                    for item in metadata:
                        target = item.func if isinstance(item, ast.Call) else item
                        found = scope.resolve(target)
                        if found is not None and found.fullname == INJECT:
                            return True
            case _:
                pass
    return False


def _at(node: ast.arg | ast.stmt) -> SourceLocation:
    return SourceLocation(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)
