"""NamedTuples: arrays of fixed length whose items have titles."""

from __future__ import annotations

from mypy.types import TupleType

from toolschema_mypy.analysis.annotations import AnnotationSource, read_annotation
from toolschema_mypy.analysis.classes.fields import read_class
from toolschema_mypy.analysis.context import LoweringContext, with_words
from toolschema_mypy.analysis.injection import is_inject
from toolschema_mypy.analysis.markers import read_metadata
from toolschema_mypy.analysis.program import reference_to
from toolschema_mypy.analysis.values import evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import SchemaSpec, TupleSchema, Words


def lower_named_tuple(
    context: LoweringContext, typ: TupleType, source: AnnotationSource, path: str
) -> SchemaSpec:
    """The schema of a NamedTuple, written as a class or as a call."""
    info = typ.partial_fallback.type
    if "@" in info.fullname:
        return context.fault(messages.TYPE_LOCAL_CLASS, path, type=info.name.partition("@")[0])
    names = tuple(str(name) for name in info.metadata.get("namedtuple", {}).get("fields", ()))
    if len(names) != len(typ.items):
        reason = "its fields are not known"
        return context.fault(messages.TYPE_CLASS, path, type=info.name, reason=reason)

    def build() -> SchemaSpec:
        written = read_class(info, context.program, source)
        items = []
        for name, item in zip(names, typ.items, strict=True):
            field = written.fields.get(name)
            inner = AnnotationSource()
            if field is not None:
                inner = read_annotation(field.annotation, field.scope, field.variables)
                if field.default is not None and is_inject(evaluate(field.default, field.scope)):
                    context.fault(messages.INJECT_NESTED, f"{path}.{name}")
                if read_metadata(inner.metadata).key is not None:
                    context.fault(messages.METADATA_MISPLACED, f"{path}.{name}", what="name")
            schema = context.lower(item, inner, f"{path}.{name}")
            words = Words(title=name, description=None if field is None else field.description)
            items.append(with_words(schema, words))
        return TupleSchema(
            tuple(items),
            reference_to(info),
            names,
            words=Words(description=written.description),
        )

    return context.define(info, list(typ.partial_fallback.args), source, build)
