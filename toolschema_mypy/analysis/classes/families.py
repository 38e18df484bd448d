"""Which family a class belongs to, and so how its fields are found (design section 4, "Families")."""

from __future__ import annotations

from mypy.nodes import FuncDef, TypeInfo
from mypy.types import Instance, TupleType, TypedDictType

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.annotations import AnnotationSource
from toolschema_mypy.analysis.classes.constructed import lower_constructed
from toolschema_mypy.analysis.classes.named_tuples import lower_named_tuple
from toolschema_mypy.analysis.classes.plain import refusal_of
from toolschema_mypy.analysis.classes.scalars import scalar_base
from toolschema_mypy.analysis.classes.substitutes import substitute_of
from toolschema_mypy.analysis.classes.typed_dicts import lower_typed_dict
from toolschema_mypy.analysis.context import LoweringContext, type_name
from toolschema_mypy.analysis.program import reference_to
from toolschema_mypy.analysis.scope import note_bases
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import Family, ScalarClassSchema, SchemaSpec


def lower_class(
    context: LoweringContext, typ: Instance, source: AnnotationSource, path: str
) -> SchemaSpec:
    """The schema of an instance of a user's class, or of one that has no JSON form."""
    info = typ.type
    note_bases(info, context.program)
    if "@" in info.fullname:
        return context.fault(messages.TYPE_LOCAL_CLASS, path, type=info.name.partition("@")[0])
    if info.fallback_to_any:
        return context.fault(messages.TYPE_UNKNOWN_BASE, path, type=info.name)
    if isinstance(info.tuple_type, TupleType) and info.is_named_tuple:
        return lower_named_tuple(context, info.tuple_type, source, path)
    if isinstance(info.typeddict_type, TypedDictType):
        return lower_typed_dict(context, info.typeddict_type, source, path)
    if context.is_result and "pydantic" in context.program.modules:
        from toolschema_mypy.analysis.classes.writers import writer_of

        writer = writer_of(info, context.program)
        if writer is not None:
            is_model = info.has_base(fullnames.PYDANTIC_MODEL)
            message = messages.TYPE_WRITTEN_BY_CODE if is_model else messages.TYPE_WRITER
            return context.fault(message, path, type=info.name, writer=writer)
    if info.has_base(fullnames.PYDANTIC_MODEL):
        # Loaded with the first class of its library, as the next one.
        from toolschema_mypy.analysis.classes.pydantic import lower_model

        return lower_model(context, typ, source, path)
    if info.has_base(fullnames.MSGSPEC_STRUCT):
        from toolschema_mypy.analysis.classes.msgspec import lower_struct

        return lower_struct(context, typ, source, path)
    if _has_tag(info, "attrs"):
        return lower_constructed(context, typ, source, path, Family.ATTRS)
    if _has_tag(info, "dataclass"):
        if "pydantic" in context.program.modules:
            from toolschema_mypy.analysis.classes.pydantic import (
                is_checked_dataclass,
                lower_checked_dataclass,
            )

            if is_checked_dataclass(info, context.program):
                return lower_checked_dataclass(context, typ, source, path)
        return lower_constructed(context, typ, source, path, Family.DATACLASS)
    base = scalar_base(info)
    if base is not None:
        lowered = context.lower_bare(base, source, path)
        return ScalarClassSchema(reference_to(info), lowered)
    other = substitute_of(typ)
    if other is not None:
        return context.fault(messages.TYPE_KNOWN, path, type=type_name(typ), other=other)
    refusal = refusal_of(info, context.program)
    if refusal is not None:
        return context.fault(
            messages.TYPE_CLASS, path, type=type_name(Instance(info, [])), reason=refusal
        )
    return lower_constructed(context, typ, source, path, Family.PLAIN)


def _has_tag(info: TypeInfo, family: str) -> bool:
    """Whether the class, or the base whose constructor it has, is of a family."""
    symbol = info.get("__init__")
    maker = symbol.node.info if symbol is not None and isinstance(symbol.node, FuncDef) else info
    for base in info.mro:
        if family in base.metadata or f"{family}_tag" in base.metadata:
            return True
        if base is maker:
            return False
    return False
