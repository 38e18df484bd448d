"""What is worth a word at the decorators of a tool and makes no difference to its schema."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mypy.nodes import (
    ArgKind,
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    OverloadedFuncDef,
    RefExpr,
    StrExpr,
    Var,
)
from mypy.types import Overloaded, Type

from toolschema_mypy.analysis.fullnames import CACHES, TOOL
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.sites import DecoratedSite, location_of
from toolschema_mypy.analysis.statements import FunctionNode
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic


def decorator_notes(site: DecoratedSite, name: str) -> Iterator[Diagnostic]:
    """The notes at the decorators of the tool *name*."""
    *above, own = site.decorator.original_decorators[: site.position + 1]
    for expression in above:
        function = _unannotated(expression)
        if function is not None:
            fields = {"decorator": function.name, "tool": name}
            yield Diagnostic(messages.SIGNATURE_HIDDEN, location_of(expression), fields)
    match own:
        case CallExpr(args=[StrExpr(value=text), *_], arg_kinds=[ArgKind.ARG_POS, *_]):
            yield Diagnostic(messages.SIGNATURE_POSITIONAL, location_of(own), {"name": text})
        case _:
            pass


def is_kept_tool(decorator: Decorator, program: Program) -> bool:
    """Whether a function is decorated with `tool` by a name that it was assigned to."""
    variables = [
        each.node
        for each in decorator.original_decorators
        if isinstance(each, RefExpr) and isinstance(each.node, Var)
    ]
    kept = _type_when_kept(program) if variables else None
    return kept is not None and kept in [each.type for each in variables]


def cache_of(node: FunctionNode | None, owner: ast.ClassDef | None, scope: Scope) -> str | None:
    """The decorator of functools that keeps results and forgets parameters, as it is written."""
    for each in [] if node is None else node.decorator_list:
        function = each.func if isinstance(each, ast.Call) else each
        resolved = scope.resolve(function)
        if resolved is not None and resolved.fullname in CACHES:
            return f"@{ast.unparse(function)}"
    # An object that a call form was given.
    return "@cache" if owner is not None and owner.name == "_lru_cache_wrapper" else None


def _type_when_kept(program: Program) -> Type | None:
    module, _, name = TOOL.rpartition(".")
    file = program.modules.get(module)
    tool = None if file is None else file.names[name].node
    if not isinstance(tool, OverloadedFuncDef) or not isinstance(tool.type, Overloaded):
        return None
    # mypy drops the name of a function that is assigned (2.4).
    return Overloaded([each.copy_modified(name=None) for each in tool.type.items])


def _unannotated(expression: Expression) -> FuncDef | None:
    """The function behind a decorator, if it has no annotations: what it makes is anything."""
    if isinstance(expression, CallExpr):
        expression = expression.callee
    node = expression.node if isinstance(expression, RefExpr) else None
    function = node.func if isinstance(node, Decorator) else node
    return function if isinstance(function, FuncDef) and function.type is None else None
