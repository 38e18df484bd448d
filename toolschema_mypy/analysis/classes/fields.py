"""The fields of a class as written: annotation, default and description, bases included."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from mypy.nodes import TypeInfo

from toolschema_mypy.analysis.annotations import NO_SOURCE, AnnotationSource
from toolschema_mypy.analysis.classes.variables import NO_VARIABLES, Variables, variables_of
from toolschema_mypy.analysis.docstrings import read_docstring
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope

# Bases that declare no fields of the user's; parsing typeshed for them would cost milliseconds.
LIBRARIES: Final = frozenset(
    {"builtins", "typing", "typing_extensions", "abc", "enum", "collections.abc", "dataclasses"}
    | {"pydantic.main", "msgspec", "_typeshed"}
)


class FieldSource(NamedTuple):
    """A field where it is declared."""

    name: str
    annotation: ast.expr | None
    default: ast.expr | None
    scope: Scope
    description: str | None = None
    # What the type variables of the class that declares it stand for.
    variables: Variables = NO_VARIABLES


class ClassSource(NamedTuple):
    """A class as written: its own description, and its fields by name, those of bases first."""

    description: str | None
    fields: Mapping[str, FieldSource]
    node: ast.ClassDef | None
    scope: Scope


def read_class(
    info: TypeInfo, program: Program, source: AnnotationSource = NO_SOURCE
) -> ClassSource:
    """Read a class, which *source* names, and its bases; what has no source has no words."""
    bases = [base for base in info.mro if base.module_name not in LIBRARIES]
    is_generic = any(base.type_vars for base in bases)
    variables = variables_of(bases, source, program) if is_generic else {}
    fields: dict[str, FieldSource] = {}
    description: str | None = None
    own: ast.ClassDef | None = None
    for base in reversed(bases):
        node = program.class_source(base)
        if node is None:
            continue
        scope = Scope(program, base.module_name).within(base)
        # An overridden field keeps its place, as dataclasses have it.
        declared = {
            found.name: found
            for found in declared_fields(node, scope, variables.get(base, NO_VARIABLES))
        }
        for found in declared.values():
            known = fields.get(found.name)
            if known is not None and found.description is None:
                found = found._replace(description=known.description)
            fields[found.name] = found
        documented = read_docstring(ast.get_docstring(node) or "", (*fields, *_parameters(node)))
        for name, text in documented.parameters.items():
            # A text at the field itself says more than one in the class's docstring.
            if name in fields and (name not in declared or declared[name].description is None):
                fields[name] = fields[name]._replace(description=text)
        if base is info:
            description, own = documented.description or None, node
    return ClassSource(description, fields, own, Scope(program, info.module_name).within(info))


def declared_fields(
    node: ast.ClassDef, scope: Scope, variables: Variables
) -> Iterator[FieldSource]:
    """The fields that a class body declares, in order, and the parameters of its `__init__`."""
    for index, statement in enumerate(node.body):
        following = node.body[index + 1] if index + 1 < len(node.body) else None
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                yield FieldSource(name, annotation, value, scope, _doc_after(following), variables)
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield FieldSource(name, None, value, scope, _doc_after(following))
            case ast.FunctionDef(name="__init__"):
                yield from _init_parameters(statement, scope, variables)
            case _:
                pass


def _doc_after(statement: ast.stmt | None) -> str | None:
    """A string that stands after a field describes it."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return " ".join(text.split())
        case _:
            return None


def _init_parameters(
    function: ast.FunctionDef, scope: Scope, variables: Variables
) -> Iterator[FieldSource]:
    """A hand-written `__init__`: its parameters are the fields."""
    documented = read_docstring(ast.get_docstring(function) or "", _names(function))
    arguments = [*function.args.posonlyargs, *function.args.args]
    defaults: list[ast.expr | None] = [None] * (len(arguments) - len(function.args.defaults))
    pairs = list(zip(arguments, [*defaults, *function.args.defaults], strict=True))
    pairs += list(zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True))
    for argument, default in pairs[1:]:
        text = documented.parameters.get(argument.arg)
        yield FieldSource(argument.arg, argument.annotation, default, scope, text, variables)


def _names(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    return [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]


def _parameters(node: ast.ClassDef) -> list[str]:
    """Names that a class docstring may describe: those of a hand-written `__init__`."""
    return [
        name
        for statement in node.body
        if isinstance(statement, ast.FunctionDef) and statement.name == "__init__"
        for name in _names(statement)[1:]
    ]
