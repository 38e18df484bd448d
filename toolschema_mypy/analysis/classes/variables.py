"""The sources of type arguments, of a class and of the generic classes that it derives from."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from mypy.nodes import TypeAlias as AliasNode
from mypy.nodes import TypeInfo
from mypy.types import Instance, get_proper_type

from toolschema_mypy.analysis.annotations import AnnotationSource, bound, read_annotation
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Resolved, Scope

Variables: TypeAlias = Mapping[str, AnnotationSource]

NO_VARIABLES: Final[Variables] = {}


def variables_of(
    bases: Iterable[TypeInfo], source: AnnotationSource, program: Program
) -> Mapping[TypeInfo, Variables]:
    """What the type variables of a class and its *bases* stand for, as written.

    Args:
        bases: The class and its bases, each before its own.
        source: The annotation that names the class.
        program: Where they stand.
    """
    found: dict[TypeInfo, Variables] = {}
    for info in bases:
        own = found.setdefault(info, solved(info, source.arguments if not found else ()))
        node = program.class_source(info)
        scope = Scope(program, info.module_name).within(info)
        for expression in [] if node is None else node.bases:
            # An alias may say the arguments: `class Users(UserRepository)`.
            name = expression.value if isinstance(expression, ast.Subscript) else expression
            base = _class(scope.resolve(name))
            if base is not None and base.type_vars and base not in found:
                arguments = read_annotation(expression, scope, own).arguments
                if arguments:
                    found[base] = solved(base, arguments)
    return found


def solved(info: TypeInfo, arguments: Iterable[AnnotationSource]) -> Variables:
    """What the type variables of a class stand for where *arguments* are written behind its name."""
    return bound(info.type_vars, arguments, info.type_var_tuple_prefix)


def _class(resolved: Resolved | None) -> TypeInfo | None:
    node = None if resolved is None else resolved.node
    if isinstance(node, AliasNode):
        target = get_proper_type(node.target)
        return target.type if isinstance(target, Instance) else None
    return node if isinstance(node, TypeInfo) else None
