"""Dataclasses, attrs and plain classes: the fields are the parameters of the constructor.

mypy's own plugins have worked out `__init__` (inheritance, kw_only, aliases, InitVar, converters),
so it is the one place to ask; defaults, descriptions and metadata come from the class as written.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import FuncDef, Var
from mypy.types import CallableType, Instance, Type

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.annotations import NO_SOURCE, AnnotationSource, read_annotation
from toolschema_mypy.analysis.classes.fields import ClassSource, FieldSource, read_class
from toolschema_mypy.analysis.context import LoweringContext, with_words
from toolschema_mypy.analysis.defaults import Fits, fit
from toolschema_mypy.analysis.injection import is_inject
from toolschema_mypy.analysis.markers import read_metadata
from toolschema_mypy.analysis.program import reference_to
from toolschema_mypy.analysis.values import Call, Constant, Named, Unknown, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import (
    Family,
    JsonValue,
    ObjectSchema,
    PropertySpec,
    SchemaSpec,
    Words,
)


class ConstructorParameter(NamedTuple):
    """A parameter of a constructor, its type solved for the instance's type arguments."""

    name: str
    typ: Type
    is_required: bool
    is_positional: bool


def constructor_of(typ: Instance) -> tuple[ConstructorParameter, ...] | None:
    """The parameters of a class's `__init__`; `None` when its signature is not known."""
    symbol = typ.type.get("__init__")
    node = None if symbol is None else symbol.node
    signature = node.type if isinstance(node, FuncDef) else None
    if not isinstance(node, FuncDef) or not isinstance(signature, CallableType):
        return None
    if any(kind.is_star() for kind in signature.arg_kinds):
        return None
    owner = map_instance_to_supertype(typ, node.info)
    signature = expand_type_by_instance(signature, owner)
    return tuple(
        ConstructorParameter(name or f"_{index}", argument, kind.is_required(), name is None)
        for index, (name, kind, argument) in enumerate(
            zip(signature.arg_names, signature.arg_kinds, signature.arg_types, strict=True)
        )
        if index
    )


def type_sources(typ: Instance, source: AnnotationSource) -> Mapping[str, AnnotationSource]:
    """The sources of a generic class's type arguments, by type variable."""
    return dict(zip(typ.type.type_vars, source.arguments, strict=False))


def lower_constructed(
    context: LoweringContext,
    typ: Instance,
    source: AnnotationSource,
    path: str,
    family: Family,
) -> SchemaSpec:
    """The schema of a class that is built by its `__init__`."""

    def build() -> SchemaSpec:
        parameters = constructor_of(typ)
        if parameters is None:
            reason = "the signature of its __init__ is not known"
            return context.fault(messages.TYPE_CLASS, path, type=typ.type.name, reason=reason)
        written = read_class(typ.type, context.program)
        variables = type_sources(typ, source)
        properties, hidden = [], []
        for parameter in parameters:
            field = _field_of(written, parameter.name)
            if is_hidden(context, field):
                hidden.append(parameter.name)
                continue
            if field is not None and _has_builtin_converter(field):
                parameter = _before_conversion(typ, parameter, field)
            where = f"{path}.{parameter.name}"
            properties.append(lower_field(context, parameter, field, where, variables))
        return ObjectSchema(
            reference_to(typ.type),
            family,
            tuple(properties),
            hidden=tuple(hidden),
            words=Words(description=written.description),
        )

    return context.define(typ.type, list(typ.args), build)


def _field_of(written: ClassSource, name: str) -> FieldSource | None:
    """The field behind a constructor's parameter: attrs strips underscores and has aliases."""
    if name in written.fields:
        return written.fields[name]
    for field in written.fields.values():
        if field.name.lstrip("_") == name:
            return field
        if isinstance(field.default, ast.Call) and any(
            keyword.arg == "alias"
            and isinstance(keyword.value, ast.Constant)
            and keyword.value.value == name
            for keyword in field.default.keywords
        ):
            return field
    return None


def _has_builtin_converter(field: FieldSource) -> bool:
    """Whether attrs converts a field by `float` or its like, which take what is not JSON too."""
    value = None if field.default is None else evaluate(field.default, field.scope)
    if not isinstance(value, Call) or value.fullname not in fullnames.ATTRS_FIELD:
        return False
    match value.keyword("converter"):
        case Named(resolved=resolved):
            return resolved.fullname.startswith("builtins.")
        case _:
            return False


def _before_conversion(
    typ: Instance, parameter: ConstructorParameter, field: FieldSource
) -> ConstructorParameter:
    """The parameter with the type of the field: what it holds it also takes."""
    symbol = typ.type.get(field.name)
    node = None if symbol is None else symbol.node
    if not isinstance(node, Var) or node.type is None:
        return parameter
    declared = expand_type_by_instance(node.type, map_instance_to_supertype(typ, node.info))
    return parameter._replace(typ=declared)


def lower_field(
    context: LoweringContext,
    parameter: ConstructorParameter,
    field: FieldSource | None,
    path: str,
    variables: Mapping[str, AnnotationSource],
    key: str | None = None,
) -> PropertySpec:
    """A property: its type from the constructor, its words and default from the field."""
    source = NO_SOURCE if field is None else field_source(field, variables)
    metadata = read_metadata(source.metadata)
    schema = context.lower(parameter.typ, source, path)
    if field is not None and field.description and metadata.words.description is None:
        schema = with_words(schema, Words(description=field.description))
    if field is not None and field.default is not None:
        if is_inject(default_value(evaluate(field.default, field.scope))):
            context.fault(messages.INJECT_NESTED, path)
    default = None
    if not parameter.is_required and field is not None and field.default is not None:
        default = default_json(context, field, schema, path)
    named = metadata.result_key if context.is_result else metadata.key
    return PropertySpec(
        key=key or named or parameter.name,
        name=parameter.name,
        schema=schema,
        is_required=parameter.is_required,
        default=default,
        is_positional=parameter.is_positional,
    )


def is_hidden(context: LoweringContext, field: FieldSource | None) -> bool:
    """Whether a result keeps *field* to itself: `Field(exclude=True)`."""
    if field is None or not context.is_result:
        return False
    return read_metadata(field_source(field, {}).metadata).is_hidden


def field_source(field: FieldSource, variables: Mapping[str, AnnotationSource]) -> AnnotationSource:
    """The annotation of a field; a `Field(...)` that stands as its default is metadata too."""
    source = read_annotation(field.annotation, field.scope, variables)
    value = None if field.default is None else evaluate(field.default, field.scope)
    if isinstance(value, Call) and value.fullname in fullnames.PYDANTIC_FIELD:
        source = source.with_metadata((value,))
    return source


def default_json(
    context: LoweringContext, field: FieldSource, schema: SchemaSpec, path: str
) -> JsonValue | None:
    """The default of a field as JSON, where it has that form; one out of its bounds is a fault."""
    assert field.default is not None, "only called for a field with a default"
    value = default_value(evaluate(field.default, field.scope))
    found = fit(value, schema, context.definition)
    if isinstance(found, Fits):
        return found.json
    context.misfit(found, path)
    return None


def default_value(value: Value) -> Value:
    """The value behind `field(default=...)` or a factory of an empty container."""
    if not isinstance(value, Call):
        return value
    if value.fullname in fullnames.ATTRS_FACTORY:
        return _made(value.argument(0, "factory"))
    if value.fullname in fullnames.FIELD_FUNCTIONS:
        default = value.keyword("default")
        if value.fullname in fullnames.POSITIONAL_DEFAULT:
            default = value.argument(0, "default")
        if default is not None:
            return default_value(default)
        return _made(value.keyword("default_factory") or value.keyword("factory"))
    return value


def _made(factory: Value | None) -> Value:
    match factory:
        case Named(resolved=resolved) if resolved.fullname == "builtins.list":
            return Constant([])
        case Named(resolved=resolved) if resolved.fullname == "builtins.dict":
            return Constant({})
        case _:
            return Unknown("a factory")
