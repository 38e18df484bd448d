"""Statements of modules and classes, and the names that each of them defines, binds or changes."""

from __future__ import annotations

import ast
from collections.abc import Iterator

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module or class, those under `if`, `try`, `with` and loops included."""
    for statement in body:
        yield statement
        match statement:
            case ast.If() | ast.For() | ast.While():
                yield from statements(statement.body)
                yield from statements(statement.orelse)
            case ast.With():
                yield from statements(statement.body)
            case ast.Try():
                yield from statements(statement.body)
                for handler in statement.handlers:
                    yield from statements(handler.body)
                yield from statements(statement.orelse)
                yield from statements(statement.finalbody)
            case ast.Match(cases=cases):
                for case in cases:
                    yield from statements(case.body)
            case _:
                pass


def functions_in(body: list[ast.stmt]) -> Iterator[FunctionNode]:
    """The functions of a module and its classes; what stands inside a function is no tool."""
    for statement in statements(body):
        if isinstance(statement, FunctionNode):
            yield statement
        elif isinstance(statement, ast.ClassDef):
            yield from functions_in(statement.body)


def names_of(statement: ast.stmt) -> list[str]:
    """The names that a statement defines or binds to a value."""
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case _:
            alias = alias_statement(statement)
            names = [bound for bound, _ in assigned_names(statement)]
            return names if alias is None else [alias[0]]


def assigned_names(statement: ast.stmt) -> list[tuple[str, ast.expr]]:
    """The plain names a statement binds to a value, each with that value."""
    match statement:
        case ast.Assign(targets=targets, value=value):
            return [(target.id, value) for target in targets if isinstance(target, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return [(name, value)]
        case _:
            return []


def alias_statement(statement: ast.stmt) -> tuple[str, ast.expr] | None:
    """The name and value of a `type` statement."""
    # ast.TypeAlias exists from Python 3.12 on; a checker running on an older one cannot parse it.
    if type(statement).__name__ == "TypeAlias":
        name, value = getattr(statement, "name", None), getattr(statement, "value", None)
        if isinstance(name, ast.Name) and isinstance(value, ast.expr):
            return name.id, value
    return None


def changed_names(statement: ast.stmt) -> Iterator[str]:
    """The names, also dotted ones, whose value a statement changes so that it cannot be read off.

    `LIMIT += 1`, `LOW, HIGH = ...`, `for NAME in ...`, `TABLE["key"] = ...`, `LIST.append(...)`,
    `Limits.HIGH = ...`.
    """
    targets: list[ast.expr] = []
    match statement:
        case ast.Assign():
            # A plain name has the value that stands there.
            targets = [each for each in statement.targets if not isinstance(each, ast.Name)]
        case ast.AugAssign() | ast.For():
            targets = [statement.target]
        case ast.AnnAssign(target=ast.Attribute() | ast.Subscript()):
            targets = [statement.target]
        case ast.With(items=items):
            targets = [each.optional_vars for each in items if each.optional_vars is not None]
        case ast.Delete():
            targets = statement.targets
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=value))):
            # A method may change what it is called on.
            targets = [value]
        case ast.Match():
            for node in ast.walk(statement):
                if isinstance(node, ast.MatchAs | ast.MatchStar) and node.name is not None:
                    yield node.name
        case _:
            pass
    for target in targets:
        yield from _names_in(target)


def _names_in(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Tuple(elts=items) | ast.List(elts=items):
            for item in items:
                yield from _names_in(item)
        case ast.Starred(value=value) | ast.Subscript(value=value):
            yield from _names_in(value)
        case ast.Name() | ast.Attribute():
            yield ast.unparse(target)
        case _:
            pass
