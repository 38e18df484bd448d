"""What a set can hold: what Python can hash, once it has been built from JSON."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mypy.nodes import TypeInfo, Var
from mypy.types import Instance, TupleType, Type, TypedDictType, UnionType, get_proper_type

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope, note_bases
from toolschema_mypy.analysis.statements import assigned_names, statements
from toolschema_mypy.analysis.values import Constant, Value, evaluate

# Options of a class under which its instances have a hash.
_HASHED_BY: Final = frozenset({"frozen", "unsafe_hash", "hash"})
_HASHED_BY_DECORATOR: Final = frozenset({"attr.frozen", "attrs.frozen", "attr._next_gen.frozen"})
# They compare by value and have no hash of their own.
_COMPARED: Final = frozenset({fullnames.PYDANTIC_MODEL, fullnames.MSGSPEC_STRUCT})


def unhashable_part(typ: Type, program: Program) -> Type | None:
    """The part of *typ*, perhaps itself, whose values no set can hold; `None` where there is none."""
    proper = get_proper_type(typ)
    match proper:
        case TypedDictType(fallback=own):
            return own
        case TupleType(items=parts) | UnionType(items=parts):
            found = (unhashable_part(part, program) for part in parts)
            return next((part for part in found if part is not None), None)
        case Instance() if proper.type.fullname == fullnames.TUPLE:
            return unhashable_part(proper.args[0], program)
        case Instance() if _is_container(proper.type) or _is_unhashable(proper.type, program):
            return proper
        case _:
            return None


def _is_container(info: TypeInfo) -> bool:
    """Whether it arrives as a list, set or dict."""
    return info.fullname in fullnames.LISTS | fullnames.SETS | fullnames.MAPS


def _is_unhashable(info: TypeInfo, program: Program) -> bool:
    note_bases(info, program)
    for base in info.mro:
        if "__hash__" in base.names:
            return isinstance(base.names["__hash__"].node, Var)  # `__hash__ = None`
        if "__eq__" in base.names or base.fullname in _COMPARED:
            return True
        node = program.class_source(base)
        scope = Scope(program, base.module_name).within(base)
        if node is not None and any(
            _is_hashed(name, value) for name, value in _options(node, scope)
        ):
            return False
        if "dataclass" in base.metadata or "attrs" in base.metadata:
            return True
    return False


def _is_hashed(name: str, value: Value) -> bool:
    """Whether an option gives a hash, or may: one that is no constant is not known."""
    if name in _HASHED_BY:
        return value not in (Constant(False), Constant(None))
    return name == "eq" and value != Constant(True)


def _options(node: ast.ClassDef, scope: Scope) -> Iterator[tuple[str, Value]]:
    """The options of a class: at its decorators, behind its bases, in `model_config`."""
    keywords = [*node.keywords]
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        resolved = scope.resolve(called)
        if resolved is not None and resolved.fullname in _HASHED_BY_DECORATOR:
            yield "frozen", Constant(value=True)
        keywords += decorator.keywords if isinstance(decorator, ast.Call) else []
    for statement in statements(node.body):
        for name, value in assigned_names(statement):
            if name == "model_config" and isinstance(value, ast.Call):
                keywords += value.keywords
            if name == "model_config" and isinstance(value, ast.Dict):
                entries = zip(value.keys, value.values, strict=True)
                keywords += [
                    ast.keyword(key.value, entry)
                    for key, entry in entries
                    if isinstance(key, ast.Constant) and isinstance(key.value, str)
                ]
    for keyword in keywords:
        if keyword.arg is not None:
            yield keyword.arg, evaluate(keyword.value, scope)
