"""Dataclasses, attrs and plain classes: the fields are the parameters of the constructor.

mypy's own plugins have worked out `__init__` (inheritance, kw_only, aliases, InitVar, converters),
so it is the one place to ask; defaults, descriptions and metadata come from the class as written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import FuncDef
from mypy.types import AnyType, CallableType, Instance, Type, TypeOfAny

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.annotations import NO_SOURCE, AnnotationSource, read_annotation
from toolschema_mypy.analysis.classes.attributes import Attribute, attributes_of, declared_type
from toolschema_mypy.analysis.classes.fields import ClassSource, FieldSource, read_class
from toolschema_mypy.analysis.context import LoweringContext, with_words
from toolschema_mypy.analysis.defaults import Fits, fit
from toolschema_mypy.analysis.injection import is_inject
from toolschema_mypy.analysis.markers import read_metadata
from toolschema_mypy.analysis.metadata import Metadata
from toolschema_mypy.analysis.program import reference_to
from toolschema_mypy.analysis.values import Call, Constant, Named, Unknown, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.record import with_changes
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


class _Member(NamedTuple):
    """What becomes a property, or is kept from a result."""

    parameter: ConstructorParameter
    field: FieldSource | None
    # What a result reads, where it has another name.
    attribute: str | None = None
    is_output: bool = False
    is_hidden: bool = False


def lower_constructed(
    context: LoweringContext,
    typ: Instance,
    source: AnnotationSource,
    path: str,
    family: Family,
    *,
    ignores_aliases: bool = False,
) -> SchemaSpec:
    """The schema of a class that is built by its `__init__`.

    Args:
        context: Where it stands.
        typ: The class, with its type arguments.
        source: The annotation as written.
        path: Where it stands, for messages.
        family: The family of the class.
        ignores_aliases: Whether the constructor knows its fields by their names alone.
    """

    def build() -> SchemaSpec:
        parameters = constructor_of(typ)
        if parameters is None:
            reason = "the signature of its __init__ is not known"
            return context.fault(messages.TYPE_CLASS, path, type=typ.type.name, reason=reason)
        written = read_class(typ.type, context.program, source)
        attributes = attributes_of(typ.type, family)
        if context.is_result and attributes:
            members = _held(typ, parameters, attributes, written)
        else:
            members = _taken(parameters, attributes, written)
        properties, hidden = [], []
        for parameter, field, attribute, is_output, is_kept in members:
            if is_kept or is_hidden(context, field):
                hidden.append(parameter.name)
                continue
            if field is not None and _has_builtin_converter(field):
                declared = declared_type(typ, field.name)
                parameter = parameter._replace(typ=declared or parameter.typ)
            where = f"{path}.{parameter.name}"
            key = None
            if ignores_aliases and field is not None and not context.is_result:
                key = own_key(field)
            lowered = lower_field(context, parameter, field, where, key)
            properties.append(with_changes(lowered, attribute=attribute, is_output=is_output))
        return ObjectSchema(
            reference_to(typ.type),
            family,
            tuple(properties),
            hidden=tuple(hidden),
            words=Words(description=written.description),
        )

    return context.define(typ.type, list(typ.args), source, build)


def _taken(
    parameters: Iterable[ConstructorParameter],
    attributes: Iterable[Attribute],
    written: ClassSource,
) -> Iterator[_Member]:
    """What the constructor takes."""
    names = {each.keyword: each for each in attributes}
    for parameter in parameters:
        attribute = names.get(parameter.name)
        name = parameter.name if attribute is None else attribute.name
        field = written.fields.get(name)
        if attribute is not None and attribute.is_aliased_by_key:
            parameter = parameter._replace(name=name)
        yield _Member(parameter, field)


def _held(
    typ: Instance,
    parameters: Iterable[ConstructorParameter],
    attributes: Iterable[Attribute],
    written: ClassSource,
) -> Iterator[_Member]:
    """What an instance holds, and as hidden what it was only built with."""
    unheld = {each.name: each for each in parameters}
    for attribute in attributes:
        if attribute.is_init_var:
            continue
        name = attribute.name
        taken = None if attribute.keyword is None else unheld.pop(attribute.keyword, None)
        declared = declared_type(typ, name)
        field = written.fields.get(name)
        if attribute.is_converted and field is not None:
            # What is held when nothing was given is the converter's matter too.
            field = field._replace(default=None)
        if taken is not None:
            parameter = taken._replace(typ=declared or taken.typ)
        else:
            known = declared or AnyType(TypeOfAny.unannotated)
            parameter = ConstructorParameter(name, known, not attribute.has_default, False)
        if attribute.is_aliased_by_key:
            parameter = parameter._replace(name=name)
        yield _Member(
            parameter,
            field,
            None if parameter.name == name else name,
            is_output=taken is None,
        )
    for parameter in unheld.values():
        yield _Member(parameter, None, is_hidden=True)


def _has_builtin_converter(field: FieldSource) -> bool:
    """Whether attrs converts a field by `float` or its like, which take what is not JSON too."""
    value = None if field.default is None else evaluate(field.default, field.scope)
    if not isinstance(value, Call) or value.fullname not in fullnames.ATTRS_FIELD:
        return False
    converter = value.keyword("converter")
    if isinstance(converter, Call) and converter.fullname in fullnames.ATTRS_OPTIONAL:
        converter = converter.argument(0, "converter")
    match converter:
        case Named(resolved=resolved):
            return resolved.fullname.startswith("builtins.")
        case _:
            return False


def lower_field(
    context: LoweringContext,
    parameter: ConstructorParameter,
    field: FieldSource | None,
    path: str,
    key: str | None = None,
) -> PropertySpec:
    """A property: its type from the constructor, its words and default from the field."""
    source = NO_SOURCE if field is None else field_source(field)
    metadata = read_metadata(source.metadata)
    schema = context.lower(parameter.typ, source, path)
    if field is not None and field.description and metadata.words.description is None:
        schema = with_words(schema, Words(description=field.description))
    if field is not None and field.default is not None:
        if is_inject(default_value(evaluate(field.default, field.scope))):
            context.fault(messages.INJECT_NESTED, path)
    default = None
    if not parameter.is_required and field is not None:
        default = _default_json(context, field, metadata, schema, path)
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
    return read_metadata(field_source(field).metadata).is_hidden


def field_source(field: FieldSource) -> AnnotationSource:
    """The annotation of a field; a `Field(...)` that stands as its default is metadata too."""
    source = read_annotation(field.annotation, field.scope, field.variables)
    value = None if field.default is None else evaluate(field.default, field.scope)
    if isinstance(value, Call) and value.fullname in fullnames.PYDANTIC_FIELD:
        source = source.with_metadata((value,))
    return source


def own_key(field: FieldSource) -> str:
    """The key of a field whose aliases pydantic is told to ignore: by `Name(...)`, else its name."""
    metadata = field_source(field).metadata
    own = [
        each
        for each in metadata
        if not (isinstance(each, Call) and each.fullname in fullnames.PYDANTIC_FIELD)
    ]
    return read_metadata(own).key or field.name


def _default_json(
    context: LoweringContext,
    field: FieldSource,
    metadata: Metadata,
    schema: SchemaSpec,
    path: str,
) -> JsonValue | None:
    """The default of a field as JSON, where it has that form; one out of its bounds is a fault."""
    written = None if field.default is None else evaluate(field.default, field.scope)
    if written is None or (
        isinstance(written, Call) and written.fullname in fullnames.PYDANTIC_FIELD
    ):
        # It may stand in `Annotated[..., Field(default=...)]` too.
        given = metadata.default
        value = None if given is None else given.value or _made(given.factory)
    else:
        value = default_value(written)
    if value is None:
        return None
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
