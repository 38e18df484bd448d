"""TypedDicts: closed objects that stay dicts."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from mypy.nodes import TypeInfo
from mypy.types import TypedDictType

from toolschema_mypy.analysis.annotations import NO_SOURCE, AnnotationSource, read_annotation
from toolschema_mypy.analysis.classes.constructed import field_source, is_hidden
from toolschema_mypy.analysis.classes.fields import FieldSource, declared_fields
from toolschema_mypy.analysis.classes.variables import solved
from toolschema_mypy.analysis.context import LoweringContext, with_words
from toolschema_mypy.analysis.docstrings import read_docstring
from toolschema_mypy.analysis.markers import read_metadata
from toolschema_mypy.analysis.program import qualname_of, reference_to
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import Family, ObjectSchema, PropertySpec, SchemaSpec, Words


def lower_typed_dict(
    context: LoweringContext, typ: TypedDictType, source: AnnotationSource, path: str
) -> SchemaSpec:
    """The schema of a TypedDict, written as a class or as a call."""
    info = typ.fallback.type
    if info.typeddict_type is None:
        return context.fault(messages.TYPE_ANONYMOUS_TYPED_DICT, path)
    if "@" in info.fullname:
        return context.fault(messages.TYPE_LOCAL_CLASS, path, type=info.name.partition("@")[0])

    def build() -> SchemaSpec:
        fields = typed_dict_fields(info, context, source)
        keys = keys_in_order(typ, fields)
        hidden = tuple(key for key in keys if is_hidden(context, fields.get(key)))
        return ObjectSchema(
            reference_to(info),
            Family.TYPED_DICT,
            tuple(
                _property(context, key, typ, fields.get(key), f"{path}.{key}")
                for key in keys
                if key not in hidden
            ),
            hidden=hidden,
            words=Words(description=_description(info, context)),
        )

    return context.define(info, list(typ.fallback.args), source, build)


def _property(
    context: LoweringContext,
    key: str,
    typ: TypedDictType,
    field: FieldSource | None,
    path: str,
) -> PropertySpec:
    source = NO_SOURCE if field is None else field_source(field)
    metadata = read_metadata(source.metadata)
    schema = context.lower(typ.items[key], source, path)
    if field is not None and field.description and metadata.words.description is None:
        schema = with_words(schema, Words(description=field.description))
    named = metadata.result_key if context.is_result else metadata.key
    return PropertySpec(
        key=named or key, name=key, schema=schema, is_required=key in typ.required_keys
    )


def keys_in_order(typ: TypedDictType, fields: Mapping[str, FieldSource]) -> list[str]:
    """The keys of a TypedDict as its *fields* are written: mypy's cache keeps them by the alphabet."""
    written = [key for key in fields if key in typ.items]
    return [*written, *sorted(typ.items.keys() - fields.keys())]


def _description(info: TypeInfo, context: LoweringContext) -> str | None:
    node = context.program.class_source(info)
    text = None if node is None else ast.get_docstring(node)
    return None if text is None else read_docstring(text, ()).description or None


def typed_dict_fields(
    info: TypeInfo, context: LoweringContext, source: AnnotationSource
) -> Mapping[str, FieldSource]:
    """The keys of a TypedDict as written, those of its bases first.

    *source* is the annotation that names it.  mypy merges the bases into one flat type, so the bases are looked up by their names in source.
    """
    program = context.program
    variables = solved(info, source.arguments)
    node = program.class_source(info)
    scope = Scope(program, info.module_name)
    if node is None:
        return _functional_fields(info, scope)
    fields: dict[str, FieldSource] = {}
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        resolved = scope.within(info).resolve(name)
        if resolved is not None and isinstance(resolved.node, TypeInfo):
            if resolved.node.typeddict_type is not None and resolved.node is not info:
                given = read_annotation(base, scope.within(info), variables)
                fields.update(typed_dict_fields(resolved.node, context, given))
    for found in declared_fields(node, scope.within(info), variables):
        fields[found.name] = found
    documented = read_docstring(ast.get_docstring(node) or "", tuple(fields))
    for key, text in documented.parameters.items():
        if fields[key].description is None:
            fields[key] = fields[key]._replace(description=text)
    return fields


def _functional_fields(info: TypeInfo, scope: Scope) -> Mapping[str, FieldSource]:
    """`Opts = TypedDict("Opts", {"max-depth": int})`."""
    source = scope.program.source_of(info.module_name)
    calls = [] if source is None else source.values_of(qualname_of(info))
    for call in calls:
        match call:
            case ast.Call(args=[_, ast.Dict(keys=keys, values=values), *_]):
                return {
                    key.value: FieldSource(key.value, value, None, scope)
                    for key, value in zip(keys, values, strict=True)
                    if isinstance(key, ast.Constant) and isinstance(key.value, str)
                }
            case _:
                pass
    return {}
