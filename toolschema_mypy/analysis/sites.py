"""Where a module makes tools: decorated functions, and `x = tool(...)`.

Only modules and classes can hold tools, since a tool needs an import path; what stands inside a
function is seen by the hook and reported there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    Block,
    CallExpr,
    ClassDef,
    Context,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    MypyFile,
    NameExpr,
    OverloadedFuncDef,
    OverloadPart,
    RefExpr,
    Statement,
    TryStmt,
    TypeInfo,
    WhileStmt,
    WithStmt,
)

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.model.location import SourceLocation


class DecoratedSite(NamedTuple):
    """`@tool` or `@tool(...)` on a function; *info* is the class around it."""

    decorator: Decorator
    # Where `tool` stands among the decorators, outermost first.
    position: int
    info: TypeInfo | None

    @property
    def function(self) -> FuncDef:
        """The function under the decorators."""
        return self.decorator.func


class CalledSite(NamedTuple):
    """`x = tool(...)`; *name* is None where the value is not kept under a name."""

    call: CallExpr
    name: str | None
    info: TypeInfo | None


class StateSite(NamedTuple):
    """`@sees` on a function; *info* is the class around it."""

    decorator: Decorator
    # Where `sees` stands among the decorators, outermost first.
    position: int
    info: TypeInfo | None


class OverloadedSite(NamedTuple):
    """`@tool` among overloads."""

    definition: OverloadedFuncDef
    info: TypeInfo | None


class RepeatedSite(NamedTuple):
    """Decorated functions of one name, which mypy does not tell apart."""

    definition: OverloadedFuncDef
    info: TypeInfo | None


class KeptSite(NamedTuple):
    """`x = tool`, which makes nothing; *info* is the class around it."""

    statement: AssignmentStmt
    name: str
    info: TypeInfo | None


Site = DecoratedSite | CalledSite | StateSite | OverloadedSite | RepeatedSite | KeptSite


def location_of(node: Context) -> SourceLocation:
    """The place of a node."""
    return SourceLocation(node.line, node.column, node.end_line, node.end_column)


def find_sites(file: MypyFile) -> Iterator[Site]:
    """Every place of a checked module that makes a tool, in source order."""
    yield from _in_statements(file.defs, None)


def is_tool(expression: Expression) -> bool:
    """Whether a decorator is `tool` or `tool(...)`."""
    if isinstance(expression, CallExpr):
        expression = expression.callee
    return isinstance(expression, RefExpr) and expression.fullname == fullnames.TOOL


def is_sees(expression: Expression) -> bool:
    """Whether a decorator is `sees`."""
    return isinstance(expression, RefExpr) and expression.fullname == fullnames.SEES


def _in_statements(body: list[Statement], info: TypeInfo | None) -> Iterator[Site]:
    for statement in body:
        match statement:
            case Decorator():
                yield from _decorated(statement, info)
            case OverloadedFuncDef():
                yield from _overloaded(statement, info)
            case ClassDef():
                yield from _in_block(statement.defs, statement.info)
            case AssignmentStmt(rvalue=CallExpr() as call) if is_tool(call.callee):
                name = statement.lvalues[0]
                yield CalledSite(call, name.name if isinstance(name, NameExpr) else None, info)
            case AssignmentStmt(lvalues=[NameExpr(name=name), *_], rvalue=RefExpr() as value) if (
                value.fullname == fullnames.TOOL
            ):
                yield KeptSite(statement, name, info)
            case ExpressionStmt(expr=CallExpr() as call) if is_tool(call.callee):
                yield CalledSite(call, None, info)
            case _:
                for block in _blocks(statement):
                    yield from _in_block(block, info)


def _in_block(block: Block, info: TypeInfo | None) -> Iterator[Site]:
    if not block.is_unreachable:
        yield from _in_statements(block.body, info)


def _blocks(statement: Statement) -> list[Block]:
    blocks: list[Block | None]
    match statement:
        case IfStmt():
            blocks = [*statement.body, statement.else_body]
        case TryStmt():
            blocks = [
                statement.body,
                *statement.handlers,
                statement.else_body,
                statement.finally_body,
            ]
        case WithStmt():
            blocks = [statement.body]
        case ForStmt() | WhileStmt():
            blocks = [statement.body, statement.else_body]
        case Block():
            blocks = [statement]
        case _:
            blocks = []
    return [block for block in blocks if block is not None]


def _decorated(decorator: Decorator, info: TypeInfo | None) -> Iterator[DecoratedSite | StateSite]:
    yield from _state(decorator, info)
    for position, expression in enumerate(decorator.original_decorators):
        if is_tool(expression):
            yield DecoratedSite(decorator, position, info)
            return


def _state(decorator: Decorator, info: TypeInfo | None) -> Iterator[StateSite]:
    for position, expression in enumerate(decorator.original_decorators):
        if is_sees(expression):
            yield StateSite(decorator, position, info)
            return


def _overloaded(
    definition: OverloadedFuncDef, info: TypeInfo | None
) -> Iterator[OverloadedSite | RepeatedSite | StateSite]:
    parts: list[OverloadPart] = [*definition.items]
    if definition.is_property:
        for part in parts[:1]:
            yield from _state(part, info) if isinstance(part, Decorator) else ()
    if definition.impl is not None:
        parts.append(definition.impl)
    if not definition.items:
        # mypy takes two decorated functions of one name for a broken overload and drops all but one.
        yield RepeatedSite(definition, info)
    elif any(
        isinstance(part, Decorator) and any(map(is_tool, part.original_decorators))
        for part in parts
    ):
        yield OverloadedSite(definition, info)


def is_in_function(node: Context, file: MypyFile) -> bool:
    """Whether a node stands inside a function, not at the top level of a module or class."""
    pending: list[Statement] = [*file.defs]
    while pending:
        statement = pending.pop()
        match statement:
            case FuncDef() | Decorator() | OverloadedFuncDef():
                if statement.line <= node.line <= (statement.end_line or statement.line):
                    return True
            case ClassDef():
                pending += statement.defs.body
            case _:
                pending += [inner for block in _blocks(statement) for inner in block.body]
    return False


def find_decorators(file: MypyFile) -> Iterator[Decorator]:
    """Every decorated function at the top level of a module or class."""
    pending: list[Statement] = [*file.defs]
    while pending:
        statement = pending.pop()
        match statement:
            case Decorator():
                yield statement
            case ClassDef():
                pending += statement.defs.body
            case _:
                pending += [inner for block in _blocks(statement) for inner in block.body]
