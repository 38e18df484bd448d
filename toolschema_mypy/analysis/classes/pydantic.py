"""pydantic models, with and without pydantic's own mypy plugin.

The fields are read from the class as written, since without that plugin mypy takes
`Field("x")` for a required field; their types are mypy's.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import TypeInfo, Var
from mypy.types import Instance, Type

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.annotations import AnnotationSource
from toolschema_mypy.analysis.classes.constructed import (
    ConstructorParameter,
    field_source,
    is_hidden,
    lower_constructed,
    lower_field,
    own_key,
)
from toolschema_mypy.analysis.classes.fields import ClassSource, FieldSource, read_class
from toolschema_mypy.analysis.classes.model_config import config, config_entry
from toolschema_mypy.analysis.context import LoweringContext
from toolschema_mypy.analysis.markers import first_choice, read_metadata
from toolschema_mypy.analysis.program import Program, reference_to
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.values import Call, Constant, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import (
    AnySchema,
    Family,
    ObjectSchema,
    SchemaSpec,
    Words,
)


def lower_model(
    context: LoweringContext, typ: Instance, source: AnnotationSource, path: str
) -> SchemaSpec:
    """The schema of a pydantic model."""
    info = typ.type
    refusal = _refusal(info, context)
    if refusal is not None:
        return context.fault(messages.TYPE_CLASS, path, type=info.name, reason=refusal)

    def build() -> SchemaSpec:
        written = read_class(info, context.program, source)
        extra = config(info, "extra", context.program)
        ignores_aliases = config(info, "validate_by_alias", context.program) == Constant(False)
        properties, hidden = [], []
        for field in written.fields.values():
            declared = _declared_type(typ, field)
            if declared is None:
                continue
            if is_hidden(context, field):
                hidden.append(field.name)
                continue
            parameter = ConstructorParameter(field.name, declared, _is_required(field), False)
            where = f"{path}.{field.name}"
            key = own_key(field) if ignores_aliases and not context.is_result else None
            properties.append(lower_field(context, parameter, field, where, key))
        return ObjectSchema(
            reference_to(info),
            Family.PYDANTIC,
            tuple(properties),
            extra=AnySchema() if extra == Constant("allow") else None,
            hidden=tuple(hidden),
            words=Words(description=written.description),
        )

    return context.define(info, list(typ.args), source, build)


def _refusal(info: TypeInfo, context: LoweringContext) -> str | None:
    if info.has_base(fullnames.PYDANTIC_ROOT_MODEL):
        return "a RootModel has no fields"
    written = read_class(info, context.program)
    return _alias_refusal(written, config(info, "alias_generator", context.program))


def _alias_refusal(written: ClassSource, generator: Value | None) -> str | None:
    if generator not in (None, Constant(None)):
        return "its alias_generator would have to be run"
    for field in written.fields.values():
        value = None if field.default is None else evaluate(field.default, field.scope)
        if isinstance(value, Call) and value.fullname in fullnames.PYDANTIC_FIELD:
            alias = first_choice(value.keyword("validation_alias"))
            if alias is not None and not isinstance(alias, Constant):
                return f'the validation_alias of its field "{field.name}" is not one name'
    return None


def is_checked_dataclass(info: TypeInfo, program: Program) -> bool:
    """Whether the constructor of a dataclass is pydantic's."""
    return _checked_base(info, program) is not None


def lower_checked_dataclass(
    context: LoweringContext, typ: Instance, source: AnnotationSource, path: str
) -> SchemaSpec:
    """The schema of a dataclass of pydantic's: a dataclass whose keys are pydantic's."""
    info = typ.type
    settings = _checked_base(info, context.program) or {}
    written = read_class(info, context.program)
    refusal = _alias_refusal(written, settings.get("alias_generator"))
    if refusal is not None:
        return context.fault(messages.TYPE_CLASS, path, type=info.name, reason=refusal)
    by_name = settings.get("validate_by_alias") == Constant(False)
    return lower_constructed(context, typ, source, path, Family.DATACLASS, ignores_aliases=by_name)


def _checked_base(info: TypeInfo, program: Program) -> Mapping[str, Value] | None:
    """The settings at pydantic's decorator, of the class or the base whose constructor it has."""
    for base in info.mro:
        node = program.class_source(base) if "__init__" in base.names else None
        if node is None:
            continue
        scope = Scope(program, base.module_name).within(base)
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            resolved = scope.resolve(called)
            if resolved is not None and resolved.fullname == fullnames.PYDANTIC_DATACLASS:
                return _decorator_settings(decorator, scope)
        return None
    return None


def _decorator_settings(decorator: ast.expr, scope: Scope) -> Mapping[str, Value]:
    found: dict[str, Value] = {}
    for keyword in decorator.keywords if isinstance(decorator, ast.Call) else []:
        if keyword.arg == "config":
            for name in ("alias_generator", "validate_by_alias"):
                value = config_entry(keyword.value, name)
                if value is not None:
                    found[name] = evaluate(value, scope)
    return found


def _declared_type(typ: Instance, field: FieldSource) -> Type | None:
    """The type of a field; `None` for what is none: ClassVars, private attributes, model_config."""
    if field.annotation is None or field.name.startswith("_") or field.name == "model_config":
        return None
    symbol = typ.type.get(field.name)
    node = None if symbol is None else symbol.node
    if not isinstance(node, Var) or node.type is None or node.is_classvar:
        return None
    return expand_type_by_instance(node.type, map_instance_to_supertype(typ, node.info))


def _is_required(field: FieldSource) -> bool:
    value = None if field.default is None else evaluate(field.default, field.scope)
    if value is None or (isinstance(value, Call) and value.fullname in fullnames.PYDANTIC_FIELD):
        # The default may stand in `Annotated[..., Field(default=...)]` too.
        return read_metadata(field_source(field).metadata).default is None
    return value == Constant(...)
