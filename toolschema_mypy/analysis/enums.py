"""Enum classes: their members in the order written, and the JSON values they travel as."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

from mypy.nodes import TypeInfo, Var
from mypy.types import Instance, get_proper_type

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.docstrings import read_docstring
from toolschema_mypy.analysis.metadata import Problem
from toolschema_mypy.analysis.program import reference_to
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.statements import assigned_names, statements
from toolschema_mypy.analysis.values import Call, Constant, Member, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import EnumMember, EnumSchema, Words

JsonScalar = bool | int | float | str


class _Written(NamedTuple):
    """A member as its class writes it; *value* is None where it has no JSON form or is `auto()`."""

    name: str
    value: JsonScalar | None


def lower_enum(
    info: TypeInfo, scope: Scope, *, by_name: bool, only: tuple[str, ...] | None = None
) -> EnumSchema | Problem:
    """The schema of an Enum class, or of the members *only* names (`Literal[Color.RED]`).

    By value when every value is written as str, int, float or bool (design section 4), else by name.
    """
    if any(base.fullname == "enum.Flag" for base in info.mro):
        return messages.TYPE_FLAG, {"enum": info.name}
    node = scope.program.class_source(info)
    written, aliases = _members(info, scope.within(info), node)
    if not written:
        annotated = [
            statement.target.id
            for statement in (node.body if node is not None else [])
            if isinstance(statement, ast.AnnAssign)
            and statement.value is None
            and isinstance(statement.target, ast.Name)
        ]
        if annotated:
            return messages.TYPE_ENUM_ANNOTATED, {"enum": info.name, "member": annotated[0]}
        return messages.TYPE_ENUM_EMPTY, {"enum": info.name}
    by_name = by_name or any(member.value is None for member in written)
    members = tuple(
        EnumMember(m.name, m.name if by_name or m.value is None else m.value) for m in written
    )
    clash = _clash(members)
    if clash is not None:
        first, second = clash
        return messages.TYPE_ENUM_CLASH, {"enum": info.name, "first": first, "second": second}
    if only is not None:
        named = {aliases.get(name, name) for name in only}
        members = tuple(member for member in members if member.name in named)
    words = Words(description=_description(node)) if only is None else Words()
    return EnumSchema(reference_to(info), members, tuple(aliases.items()), words=words)


def _description(node: ast.ClassDef | None) -> str | None:
    docstring = None if node is None else ast.get_docstring(node)
    return None if docstring is None else read_docstring(docstring, ()).description or None


def _members(
    info: TypeInfo, scope: Scope, node: ast.ClassDef | None
) -> tuple[list[_Written], Mapping[str, str]]:
    """Members in source order, or in mypy's where there is no class body, and which has which alias."""
    if node is None:
        return _functional(info, scope), {}
    known = set(info.enum_members) - _ignored(node, scope)
    generates_names = any(base.fullname == "enum.StrEnum" for base in info.mro)
    # With a `__new__` of its own, what is written need not be the value.
    makes_own_values = any("__new__" in base.names for base in info.mro if not _is_library(base))
    found: dict[str, _Written] = {}
    aliases: dict[str, str] = {}
    values: dict[str, Value] = {}
    for statement in statements(node.body):
        for name, expression in assigned_names(statement):
            if name not in known or name in found:
                continue
            value = evaluate(expression, scope)
            if isinstance(value, Member) and value.info is info:
                # `CRIMSON = RED` is another name for RED, or for what that is another name for.
                aliases[name] = aliases.get(value.name, value.name)
                continue
            member = _Written(name, _json_value(info, name, value, generates_names))
            # So is a second member of an equal value.
            same = [each for each in found.values() if _is_same(member, each)]
            same += [found[each] for each, known_value in values.items() if known_value == value]
            if same and not makes_own_values:
                aliases[name] = same[0].name
                continue
            if isinstance(value, Constant):
                values[name] = value
            found[name] = member
    return list(found.values()), aliases


def _ignored(node: ast.ClassDef, scope: Scope) -> set[str]:
    """Names that `_ignore_` takes out of the members, in a list or in a text."""
    for statement in statements(node.body):
        for name, expression in assigned_names(statement):
            if name == "_ignore_":
                match evaluate(expression, scope):
                    case Constant(value=str(text)):
                        return set(text.replace(",", " ").split())
                    case Constant(value=list() | tuple() as names):
                        return {str(each) for each in names}
                    case _:
                        pass
    return set()


def _is_same(member: _Written, known: _Written) -> bool:
    return member.value is not None and member.value == known.value


def _is_library(info: TypeInfo) -> bool:
    return info.module_name in ("enum", "builtins")


def _json_value(
    info: TypeInfo, name: str, value: Value, generates_names: bool
) -> JsonScalar | None:
    match value:
        case Constant(value=bool() | int() | float() | str() as scalar):
            return scalar
        case Call(fullname=fullnames.ENUM_AUTO) if generates_names:
            return name.lower()
        case Call(fullname=fullnames.ENUM_AUTO):
            return None
        case _:
            return _folded(info, name)


def _folded(info: TypeInfo, name: str) -> JsonScalar | None:
    """A value that mypy has folded where the source alone did not tell."""
    symbol = info.names.get(name)
    if symbol is None or not isinstance(symbol.node, Var) or symbol.node.type is None:
        return None
    typ = get_proper_type(symbol.node.type)
    if isinstance(typ, Instance) and typ.last_known_value is not None:
        value = typ.last_known_value.value
        return value if isinstance(value, (bool, int, str)) else None
    return None


def _functional(info: TypeInfo, scope: Scope) -> list[_Written]:
    """`Color = Enum("Color", "RED BLUE")`: the order is in the call."""
    source = scope.program.source_of(info.module_name)
    qualname = info.fullname[len(info.module_name) + 1 :]
    calls = [] if source is None else source.values_of(qualname)
    order: list[str] = []
    for call in calls:
        if isinstance(call, ast.Call) and len(call.args) > 1:
            match evaluate(call.args[1], scope):
                case Constant(value=str(text)):
                    order = text.replace(",", " ").split()
                case Constant(value=list() | tuple() as items):
                    order = [
                        str(item[0] if isinstance(item, (list, tuple)) else item) for item in items
                    ]
                case Constant(value=dict() as mapping):
                    order = [str(key) for key in mapping]
                case _:
                    pass
    known = info.enum_members
    names = [name for name in order if name in known] or sorted(known)
    return [_Written(name, None) for name in names]


def _clash(members: tuple[EnumMember, ...]) -> tuple[str, str] | None:
    """Two members whose values are equal in JSON, where 1 is 1.0 but not true."""
    seen: dict[tuple[bool, object], str] = {}
    for member in members:
        key = (isinstance(member.value, bool), member.value)
        if key in seen:
            return seen[key], member.name
        seen[key] = member.name
    return None
