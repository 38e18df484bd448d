"""Source expressions, evaluated as far as a reader can without running anything.

Constants, names of constants (also of other modules), concatenations, f-strings, displays, enum
members, and calls, which stay unevaluated: who reads a call evaluates its arguments.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from attrs import frozen
from mypy.nodes import TypeInfo, Var

from toolschema_mypy.analysis.program import module_of
from toolschema_mypy.analysis.scope import Resolved, Scope
from toolschema_mypy.model.record import Record


class Constant(NamedTuple):
    """A value known in full: a scalar, or a list, tuple, set or dict of such."""

    value: object


@frozen(eq=False, repr=False)
class Member(Record):
    """An enum member."""

    info: TypeInfo
    name: str


class Call(NamedTuple):
    """A call of something known by name, with its arguments as written."""

    fullname: str
    arguments: tuple[ast.expr, ...]
    keywords: Mapping[str, ast.expr]
    scope: Scope

    def argument(self, index: int, *names: str) -> Value | None:
        """The value of an argument by position or any of its names; `None` when it is not given."""
        if index < len(self.arguments):
            return evaluate(self.arguments[index], self.scope)
        return next((self.keyword(name) for name in names if name in self.keywords), None)

    def keyword(self, name: str) -> Value | None:
        """The value of a keyword argument; `None` when it is not given."""
        expression = self.keywords.get(name)
        return None if expression is None else evaluate(expression, self.scope)


class Named(NamedTuple):
    """A class, function or object known by its name only."""

    resolved: Resolved


class Undefined(NamedTuple):
    """A name that does not exist."""

    name: str


class Unknown(NamedTuple):
    """An expression that only running it could evaluate; *is_text* when it can only be a string."""

    text: str
    is_text: bool = False


Value: TypeAlias = Constant | Member | Call | Named | Undefined | Unknown

# Not Final: pyright would then see each function's own overloads instead of this type.
_OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
}
# `"a" * 10**9` is a constant, but not one to compute while checking types.
_LARGEST: Final = 100_000


def evaluate(expression: ast.expr, scope: Scope) -> Value:
    """The value of an expression that stands in *scope*."""
    if isinstance(expression, ast.Constant):
        return Constant(expression.value)
    return _Evaluation(scope, ()).value(expression)


class _Evaluation(NamedTuple):
    scope: Scope
    # Names being evaluated: `A = B; B = A` must end.
    pending: tuple[str, ...]

    def value(self, expression: ast.expr) -> Value:
        match expression:
            case ast.Constant(value=value):
                return Constant(value)
            case ast.Name() | ast.Attribute():
                return self._name(expression)
            case ast.Call(func=function):
                return self._call(expression, function)
            case ast.JoinedStr(values=parts):
                return self._joined(expression, parts)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=operand):
                return self._sign(expression, operand)
            case ast.BinOp(left=left, op=op, right=right):
                return self._binary(expression, left, op, right)
            case ast.List(elts=items):
                return self._sequence(expression, items, list)
            case ast.Tuple(elts=items):
                return self._sequence(expression, items, tuple)
            case ast.Set(elts=items):
                return self._sequence(expression, items, tuple)
            case ast.Dict():
                return self._dict(expression)
            case _:
                return _unknown(expression)

    def _name(self, expression: ast.expr) -> Value:
        resolved = self.scope.resolve(expression)
        if resolved is None:
            return Undefined(ast.unparse(expression))
        node = resolved.node
        if not isinstance(node, Var):
            return Named(resolved)
        if node.info and node.info.is_enum and node.name in node.info.enum_members:
            return Member(node.info, node.name)
        module = module_of(node, self.scope.program.modules)
        if module is None or node.fullname in self.pending:
            return Named(resolved)
        self.scope.program.reads.note(module, node.fullname[len(module) + 1 :])
        if node.final_value is not None and not isinstance(node.final_value, complex):
            return Constant(node.final_value)
        return self._assigned(expression, resolved, node, module)

    def _assigned(self, expression: ast.expr, resolved: Resolved, node: Var, module: str) -> Value:
        """What a module's or class's variable holds, if it is assigned once."""
        program = self.scope.program
        qualname = node.fullname[len(module) + 1 :]
        source = program.source_of(module)
        values = [] if source is None else source.values_of(qualname)
        if source is None or not values:
            return Named(resolved)
        if len(values) > 1 or source.is_changed(qualname):
            return _unknown(expression)
        inside = self.scope.at_module(module)
        if node.info:
            inside = inside.within(node.info)
        return _Evaluation(inside, (*self.pending, node.fullname)).value(values[0])

    def _call(self, expression: ast.Call, function: ast.expr) -> Value:
        resolved = self.scope.resolve(function)
        if resolved is None:
            if isinstance(function, ast.Name):
                return Undefined(function.id)
            return _unknown(expression)
        if any(isinstance(argument, ast.Starred) for argument in expression.args):
            return _unknown(expression)
        keywords = {k.arg: k.value for k in expression.keywords if k.arg is not None}
        if len(keywords) != len(expression.keywords):
            return _unknown(expression)
        return Call(resolved.fullname, tuple(expression.args), keywords, self.scope)

    def _joined(self, expression: ast.expr, parts: list[ast.expr]) -> Value:
        texts = []
        for part in parts:
            match part:
                case ast.Constant(value=str(text)):
                    texts.append(text)
                case ast.FormattedValue(value=inner, conversion=-1, format_spec=None):
                    match self.value(inner):
                        case Constant(value=str() | int() | float() as value):
                            texts.append(str(value))
                        case Undefined() as undefined:
                            return undefined
                        case _:
                            return _unknown(expression)
                case _:
                    return _unknown(expression)
        return Constant("".join(texts))

    def _sign(self, expression: ast.UnaryOp, operand: ast.expr) -> Value:
        match self.value(operand):
            case Constant(value=int() | float() as number) if not isinstance(number, bool):
                return Constant(-number if isinstance(expression.op, ast.USub) else number)
            case Undefined() as undefined:
                return undefined
            case _:
                return _unknown(expression)

    def _binary(
        self, expression: ast.expr, left: ast.expr, op: ast.operator, right: ast.expr
    ) -> Value:
        compute = _OPERATORS.get(type(op))
        match self.value(left), self.value(right):
            case (Undefined() as undefined, _) | (_, Undefined() as undefined):
                return undefined
            case Constant(value=first), Constant(value=second) if compute is not None:
                if _is_small(first) and _is_small(second):
                    try:
                        return Constant(compute(first, second))
                    except (TypeError, ValueError, ArithmeticError):
                        pass
            case _:
                pass
        return _unknown(expression)

    def _sequence(
        self, expression: ast.expr, items: list[ast.expr], build: Callable[[list[object]], object]
    ) -> Value:
        values: list[object] = []
        for item in items:
            match self.value(item):
                case Constant(value=value):
                    values.append(value)
                case Member() as member:
                    values.append(member)
                case Undefined() as undefined:
                    return undefined
                case _:
                    return _unknown(expression)
        return Constant(build(values))

    def _dict(self, expression: ast.Dict) -> Value:
        result: dict[object, object] = {}
        for key, item in zip(expression.keys, expression.values, strict=True):
            if key is None:
                return _unknown(expression)
            match self.value(key), self.value(item):
                case Constant(value=str() | int() | float() | None as name), Constant(value=value):
                    result[name] = value
                case (Undefined() as undefined, _) | (_, Undefined() as undefined):
                    return undefined
                case _:
                    return _unknown(expression)
        return Constant(result)


def _is_small(value: object) -> bool:
    match value:
        case bool() | float():
            return True
        case int():
            return abs(value) < _LARGEST
        case str() | bytes() | list() | tuple():
            return len(value) < _LARGEST
        case _:
            return False


def _unknown(expression: ast.expr) -> Unknown:
    return Unknown(ast.unparse(expression), is_text=_is_text(expression))


def _is_text(expression: ast.expr) -> bool:
    match expression:
        case ast.JoinedStr() | ast.Constant(value=str()):
            return True
        case ast.BinOp(left=left, right=right):
            return _is_text(left) or _is_text(right)
        case _:
            return False
