"""Branches that mypy does not check: those for another Python, another platform, and not for a type checker.

What mypy decides for its own tree (https://mypy.readthedocs.io/en/stable/common_issues.html#python-version-and-system-platform-checks)
is decided here for the source's, so that words and types are of one branch.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from mypy.options import Options

_COMPARISONS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_MIRRORED: Final[Mapping[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.Gt,
    ast.LtE: ast.GtE,
    ast.Gt: ast.Lt,
    ast.GtE: ast.LtE,
}


def cut_unreachable(body: list[ast.stmt], options: Options) -> None:
    """Leave of each decided `if` of a module, and of its classes, only the branch that mypy takes."""
    kept: list[ast.stmt] = []
    for statement in body:
        match statement:
            case ast.If(test=test, body=then, orelse=otherwise):
                cut_unreachable(then, options)
                cut_unreachable(otherwise, options)
                match truth(test, options):
                    case True:
                        kept += then
                    case False:
                        kept += otherwise
                    case None:
                        kept.append(statement)
                continue
            case ast.Try():
                for handler in statement.handlers:
                    cut_unreachable(handler.body, options)
                for part in (statement.body, statement.orelse, statement.finalbody):
                    cut_unreachable(part, options)
            case ast.For() | ast.While():
                cut_unreachable(statement.body, options)
                cut_unreachable(statement.orelse, options)
            case ast.ClassDef() | ast.With():
                cut_unreachable(statement.body, options)
            case _:
                pass
        kept.append(statement)
    body[:] = kept


def truth(test: ast.expr, options: Options) -> bool | None:
    """What mypy takes a condition for; `None` where it takes both branches."""
    match test:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            inverted = truth(operand, options)
            return None if inverted is None else not inverted
        case ast.BoolOp(op=op, values=values):
            # `or` is settled by one that is true, `and` by one that is false.
            settling = isinstance(op, ast.Or)
            truths = {truth(value, options) for value in values}
            if settling in truths:
                return settling
            return None if None in truths else not settling
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _truth_of_name(name, options)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            if _is_of_sys(left, "platform"):
                return _compared_platform(op, right, options.platform)
            mirrored = _MIRRORED.get(type(op), type(op))
            found = _compared_version(left, type(op), right, options.python_version)
            if found is None:
                found = _compared_version(right, mirrored, left, options.python_version)
            return found
        case ast.Call(
            func=ast.Attribute(value=value, attr="startswith"),
            args=[ast.Constant(value=str(prefix))],
        ) if _is_of_sys(value, "platform"):
            return options.platform.startswith(prefix)
        case _:
            return None


def _truth_of_name(name: str, options: Options) -> bool | None:
    if name in {"PY3", "MYPY", "TYPE_CHECKING"}:
        return True
    if name == "PY2":
        return False
    if name in options.always_true:
        return True
    return False if name in options.always_false else None


def _compared_platform(op: ast.cmpop, right: ast.expr, platform: str) -> bool | None:
    match op, right:
        case ((ast.Eq() | ast.NotEq()), ast.Constant(value=str(name))):
            return (platform == name) is isinstance(op, ast.Eq)
        case ((ast.In() | ast.NotIn()), (ast.Tuple() | ast.Set() | ast.List())):
            names = [each.value for each in right.elts if isinstance(each, ast.Constant)]
            if len(names) != len(right.elts):
                return None
            return (platform in names) is isinstance(op, ast.In)
        case _:
            return None


def _compared_version(
    left: ast.expr, op: type[ast.cmpop], right: ast.expr, version: tuple[int, int]
) -> bool | None:
    compare, number = _COMPARISONS.get(op), _numbers(right)
    if compare is None or number is None:
        return None
    match left, number:
        case ast.Subscript(value=value, slice=ast.Constant(value=int(index))), int():
            if _is_of_sys(value, "version_info") and index < len(version):
                return compare(version[index], number)
            return None
        case _, tuple():
            part = _part_of_version(left, version)
            is_equality = op in {ast.Eq, ast.NotEq}
            if part is None or len(part) < len(number) or (is_equality and part[len(number) :]):
                return None
            return compare(part, number)
        case _:
            return None


def _part_of_version(expression: ast.expr, version: tuple[int, int]) -> tuple[int, ...] | None:
    """`sys.version_info` or a slice of it; its micro version is not known."""
    if _is_of_sys(expression, "version_info"):
        return version
    match expression:
        case ast.Subscript(
            value=value,
            slice=ast.Slice(lower=lower, upper=upper, step=None | ast.Constant(value=1)),
        ):
            bounds = (
                0 if lower is None else _numbers(lower),
                2 if upper is None else _numbers(upper),
            )
            match bounds:
                case int(first), int(last) if _is_of_sys(value, "version_info") and (
                    0 <= first < last <= len(version)
                ):
                    return version[first:last]
                case _:
                    return None
        case _:
            return None


def _numbers(expression: ast.expr) -> int | tuple[int, ...] | None:
    match expression:
        case ast.Constant(value=int(number)):
            return number
        case ast.Tuple(elts=items):
            numbers = [_numbers(item) for item in items]
            found = tuple(number for number in numbers if isinstance(number, int))
            return found if len(found) == len(items) else None
        case _:
            return None


def _is_of_sys(expression: ast.expr, attribute: str) -> bool:
    match expression:
        case ast.Attribute(value=ast.Name(id="sys"), attr=name):
            return name == attribute
        case _:
            return False
