"""What says by code how a class is written: its JSON is then known to pydantic alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mypy.nodes import TypeInfo

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.annotations import AnnotationSource
from toolschema_mypy.analysis.classes.constructed import field_source
from toolschema_mypy.analysis.classes.fields import FieldSource, read_class
from toolschema_mypy.analysis.classes.model_config import config
from toolschema_mypy.analysis.markers import read_metadata
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.statements import statements
from toolschema_mypy.analysis.values import Constant

# Methods of a model that pydantic asks.
_METHODS: Final = frozenset({"model_dump", "__get_pydantic_core_schema__"})
# Types of pydantic's own; one of them is an alias whose metadata says nothing.
_NAMES: Final = fullnames.PYDANTIC_SERIALIZERS | fullnames.PYDANTIC_SECRETS


def writer_of(info: TypeInfo, program: Program) -> str | None:
    """What of a class says by code how it is written, as its own source and its bases' have it."""
    return next(_writers(info, program), None)


def _writers(info: TypeInfo, program: Program) -> Iterator[str]:
    is_model = info.has_base(fullnames.PYDANTIC_MODEL)
    for base in info.mro:
        if base.module_name.partition(".")[0] in ("builtins", "pydantic", "typing"):
            continue
        node = program.class_source(base)
        if node is not None:
            scope = Scope(program, base.module_name).within(base)
            yield from _methods(node, scope, _METHODS if is_model else frozenset())
    if not is_model:
        return
    if config(info, "json_encoders", program) not in (None, Constant(None), Constant({})):
        yield "json_encoders"
    for field in read_class(info, program).fields.values():
        yield from _of_field(field)


def _methods(node: ast.ClassDef, scope: Scope, names: frozenset[str]) -> Iterator[str]:
    for function in statements(node.body):
        if isinstance(function, ast.FunctionDef):
            if function.name in names:
                yield function.name
            for decorator in function.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                resolved = scope.resolve(called)
                if resolved is not None and resolved.fullname in fullnames.PYDANTIC_WRITERS:
                    yield resolved.fullname.rpartition(".")[2]


def _of_field(field: FieldSource) -> Iterator[str]:
    """Serializers in the metadata of a field, at any depth; elsewhere they are faults at their place."""
    source = field_source(field)
    if read_metadata(source.metadata).is_hidden:
        return
    yield from _of_annotation(source)
    for node in [] if field.annotation is None else ast.walk(field.annotation):
        if isinstance(node, ast.Name | ast.Attribute):
            resolved = field.scope.resolve(node)
            if resolved is not None and resolved.fullname in _NAMES:
                yield resolved.fullname.rpartition(".")[2]


def _of_annotation(source: AnnotationSource) -> Iterator[str]:
    writer = read_metadata(source.metadata).writer
    if writer is not None:
        yield writer
    for part in (*source.arguments, *source.arms):
        yield from _of_annotation(part)
