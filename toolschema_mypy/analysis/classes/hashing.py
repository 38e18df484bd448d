"""What a set can hold: what Python can hash, once it has been built from JSON."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from enum import Enum, unique
from typing import Final

from mypy.nodes import TypeAlias, TypeInfo, Var
from mypy.types import (
    AnyType,
    Instance,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    TypeOfAny,
    UnionType,
)

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.aliases import proper_type
from toolschema_mypy.analysis.classes.attributes import declared_type
from toolschema_mypy.analysis.classes.fields import read_class
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope, note_bases
from toolschema_mypy.analysis.statements import assigned_names, statements
from toolschema_mypy.analysis.values import Call, Constant, Value, evaluate

# Options of a class under which its instances have a hash.
_HASHED_BY: Final = frozenset({"frozen", "unsafe_hash", "hash"})
_HASHED_BY_DECORATOR: Final = frozenset({"attr.frozen", "attrs.frozen", "attr._next_gen.frozen"})
# Options of a field that may leave it out of the hash.
_LEFT_OUT_BY: Final = frozenset({"hash", "compare", "eq"})
# They compare by value and have no hash of their own.
_COMPARED: Final = frozenset({fullnames.PYDANTIC_MODEL, fullnames.MSGSPEC_STRUCT})


def unhashable_part(
    typ: Type, program: Program, within: tuple[TypeInfo | TypeAlias, ...] = ()
) -> Type | None:
    """The part of *typ*, perhaps itself, whose values no set can hold; `None` where there is none.

    Args:
        typ: What a set is to hold.
        program: Where its classes stand.
        within: The classes in whose fields it is looked for, and the aliases.
    """
    if isinstance(typ, TypeAliasType) and typ.alias is not None:
        if typ.alias in within:
            return None
        within = (*within, typ.alias)
    is_field = any(isinstance(each, TypeInfo) for each in within)
    proper = proper_type(typ, program)
    parts: Iterable[Type] = ()
    match proper:
        case TypedDictType(fallback=own):
            return own
        case TupleType(items=items, partial_fallback=Instance(type=info)):
            parts = items
            within = (*within, info) if info.is_named_tuple else within
        case UnionType(items=items):
            parts = items
        case Instance() if proper.type.fullname == fullnames.TUPLE:
            parts = proper.args
        case Instance() if _is_container(proper.type):
            return proper
        case AnyType(type_of_any=TypeOfAny.explicit | TypeOfAny.from_omitted_generics) if is_field:
            # Of a set's own items those with a hash are taken; a field takes whatever is sent.
            return proper
        case Instance(type=info) if is_field and info.fullname == "builtins.object":
            return proper
        case Instance() if proper.type not in within:
            match _hash_of(proper.type, program):
                case Hash.NONE:
                    return proper
                case Hash.OF_FIELDS:
                    parts = _compared_fields(proper, program)
                    within = (*within, proper.type)
                case Hash.OWN:
                    pass
        case _:
            pass
    found = (unhashable_part(part, program, within) for part in parts)
    return next((part for part in found if part is not None), None)


def _is_container(info: TypeInfo) -> bool:
    """Whether it arrives as a list, set or dict."""
    return info.fullname in fullnames.LISTS | fullnames.SETS | fullnames.MAPS


@unique
class Hash(Enum):
    """What the hash of an object is made of."""

    NONE = "it has none"
    OF_FIELDS = "of the values of its fields"
    OWN = "of what its class says, or of its identity"


def _hash_of(info: TypeInfo, program: Program) -> Hash:
    note_bases(info, program)
    # Their classes inherit what is said of a hash, and are no dataclasses, though mypy treats them so.
    is_compared = any(base.fullname in _COMPARED for base in info.mro)
    for base in info.mro:
        if "__hash__" in base.names:
            is_none = isinstance(base.names["__hash__"].node, Var)  # `__hash__ = None`
            return Hash.NONE if is_none else Hash.OWN
        if "__eq__" in base.names or base.fullname in _COMPARED:
            return Hash.NONE
        node = program.class_source(base)
        scope = Scope(program, base.module_name).within(base)
        options = () if node is None else tuple(_options(node, scope))
        if any(name == "eq" and value != Constant(True) for name, value in options):
            return Hash.OWN
        # An option that is no constant is not known, and may give one.
        if any(
            name in _HASHED_BY and value not in (Constant(False), Constant(None))
            for name, value in options
        ):
            return Hash.OF_FIELDS
        if not is_compared and ("dataclass" in base.metadata or "attrs" in base.metadata):
            return Hash.NONE
    return Hash.OWN


def _compared_fields(typ: Instance, program: Program) -> Iterator[Type]:
    """The types of the fields that make the hash of an object."""
    for field in read_class(typ.type, program).fields.values():
        symbol = typ.type.get(field.name)
        node = None if symbol is None else symbol.node
        if field.annotation is None or not isinstance(node, Var) or node.is_classvar:
            continue
        declared = declared_type(typ, field.name)
        default = None if field.default is None else evaluate(field.default, field.scope)
        options = default.keywords.keys() if isinstance(default, Call) else ()
        if declared is not None and not _LEFT_OUT_BY.intersection(options):
            yield declared


def _options(node: ast.ClassDef, scope: Scope) -> Iterator[tuple[str, Value]]:
    """The options of a class: at its decorators, behind its bases, in `model_config` or `class Config`."""
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
        if isinstance(statement, ast.ClassDef) and statement.name == "Config":
            inner = [pair for each in statements(statement.body) for pair in assigned_names(each)]
            keywords += [ast.keyword(name, value) for name, value in inner]
    for keyword in keywords:
        if keyword.arg is not None:
            yield keyword.arg, evaluate(keyword.value, scope)
