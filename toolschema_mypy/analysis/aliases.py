"""What a type alias stands for: mypy marks each `Any` that is written in one as it does a name that it does not know."""

from __future__ import annotations

import ast
from typing import Final

from mypy.nodes import TypeAlias
from mypy.type_visitor import TypeTranslator
from mypy.types import (
    AnyType,
    ProperType,
    Type,
    TypeAliasType,
    TypeOfAny,
    get_proper_type,
)
from typing_extensions import override

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope


def proper_type(typ: Type, program: Program) -> ProperType:
    """The type without the aliases around it, each noted; an `Any` that one of them says is explicit."""
    says_any = False
    each = typ
    while isinstance(each, TypeAliasType) and each.alias is not None:
        says_any = _says_any(each.alias, program) or says_any
        each = each.alias.target
    proper = get_proper_type(typ)
    return get_proper_type(proper.accept(_EXPLICIT)) if says_any else proper


def _says_any(alias: TypeAlias, program: Program) -> bool:
    module, values = program.assigned(alias)
    return any(_mentions_any(value, Scope(program, module)) for value in values)


def _mentions_any(expression: ast.expr, scope: Scope) -> bool:
    for node in ast.walk(expression):
        match node:
            case ast.Name(id="Any") | ast.Attribute(attr="Any"):
                return True
            case ast.Name() | ast.Attribute():
                resolved = scope.resolve(node)
                if resolved is not None and resolved.fullname in fullnames.ANY:
                    return True
            case ast.Constant(value=str(text)) if "Any" in text:
                return True
            case _:
                pass
    return False


class _Explicit(TypeTranslator):
    @override
    def visit_any(self, t: AnyType, /) -> Type:
        is_marked = t.type_of_any == TypeOfAny.special_form
        return AnyType(TypeOfAny.explicit) if is_marked else t

    @override
    def visit_type_alias_type(self, t: TypeAliasType, /) -> Type:
        # It says itself whether it has one.
        return t


_EXPLICIT: Final = _Explicit()
