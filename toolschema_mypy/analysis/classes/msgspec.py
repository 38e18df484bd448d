"""msgspec Structs: constructed like dataclasses, with renamed keys."""

from __future__ import annotations

from mypy.nodes import TypeInfo, Var
from mypy.types import Instance

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.annotations import AnnotationSource
from toolschema_mypy.analysis.classes.constructed import constructor_of, lower_field
from toolschema_mypy.analysis.classes.fields import FieldSource, read_class
from toolschema_mypy.analysis.context import LoweringContext
from toolschema_mypy.analysis.program import reference_to
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.values import Call, Constant, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import (
    Family,
    LiteralSchema,
    ObjectSchema,
    PropertySpec,
    SchemaSpec,
    Words,
)


def lower_struct(
    context: LoweringContext, typ: Instance, source: AnnotationSource, path: str
) -> SchemaSpec:
    """The schema of a Struct."""
    info = typ.type
    renames = [_option(base, "rename", context) for base in info.mro]
    if any(not isinstance(rename, Constant | None) for rename in renames):
        reason = "its rename would have to be run"
        return context.fault(messages.TYPE_CLASS, path, type=info.name, reason=reason)
    tag = _tag(info, context)
    if isinstance(tag, str):
        return context.fault(messages.TYPE_CLASS, path, type=info.name, reason=tag)
    parameters = constructor_of(typ)
    if parameters is None:
        reason = "the signature of its __init__ is not known"
        return context.fault(messages.TYPE_CLASS, path, type=info.name, reason=reason)

    def build() -> SchemaSpec:
        written = read_class(info, context.program, source)
        properties = [] if tag is None else [tag]
        for parameter in parameters:
            field = written.fields.get(parameter.name)
            key = _key(parameter.name, field, _rename(info, parameter.name, context))
            where = f"{path}.{parameter.name}"
            properties.append(lower_field(context, parameter, field, where, key))
        return ObjectSchema(
            reference_to(info),
            Family.MSGSPEC,
            tuple(properties),
            words=Words(description=written.description),
        )

    return context.define(info, list(typ.args), source, build)


def _tag(info: TypeInfo, context: LoweringContext) -> PropertySpec | str | None:
    """The key by which msgspec tells tagged Structs apart, or why it cannot be known."""
    tag, tag_field = _option(info, "tag", context), _option(info, "tag_field", context)
    match tag:
        case None | Constant(value=None) if tag_field in (None, Constant(None)):
            return None
        case Constant(value=False):
            return None
        case None | Constant(value=None | True):
            value: str | int = info.name
        case Constant(value=str() | int() as given):
            value = given
        case _:
            return "its tag would have to be run"
    match tag_field:
        case None | Constant(value=None):
            key = "type"
        case Constant(value=str(given)):
            key = given
        case _:
            return "its tag_field cannot be read"
    return PropertySpec(key, key, LiteralSchema((value,)), is_required=True, is_tag=True)


def _option(info: TypeInfo, name: str, context: LoweringContext) -> Value | None:
    """A class keyword, the nearest base's where the class itself does not say."""
    for base in info.mro:
        if base.fullname == fullnames.MSGSPEC_STRUCT:
            break
        node = context.program.class_source(base)
        for keyword in [] if node is None else node.keywords:
            if keyword.arg == name:
                scope = Scope(context.program, base.module_name).within(base)
                return evaluate(keyword.value, scope)
    return None


def _rename(info: TypeInfo, name: str, context: LoweringContext) -> Value | None:
    """What is said of a field's key where it is declared: those of bases keep their keys."""
    symbol = info.get(name)
    node = None if symbol is None else symbol.node
    return _option(node.info if isinstance(node, Var) else info, "rename", context)


def _key(name: str, field: FieldSource | None, rename: Value | None) -> str:
    value = None
    if field is not None and field.default is not None:
        value = evaluate(field.default, field.scope)
    if isinstance(value, Call) and value.fullname in fullnames.MSGSPEC_FIELD:
        match value.keyword("name"):
            case Constant(value=str(given)):
                return given
            case _:
                pass
    match rename:
        case Constant(value="lower"):
            return name.lower()
        case Constant(value="upper"):
            return name.upper()
        case Constant(value="kebab"):
            return name.strip("_").replace("_", "-")
        case Constant(value="camel"):
            return _camel(name)
        case Constant(value="pascal"):
            return _camel(name, is_pascal=True)
        case Constant(value=dict() as table):
            return str(table.get(name, name))
        case _:
            return name


def _camel(name: str, *, is_pascal: bool = False) -> str:
    """As msgspec has it: underscores in front stay, all others go."""
    bare = name.lstrip("_")
    first, *others = bare.split("_")
    parts = [first.title() if is_pascal else first, *(part.title() for part in others)]
    return "_" * (len(name) - len(bare)) + "".join(parts)
