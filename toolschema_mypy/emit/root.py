"""The root of a call: which keys the model writes at the top, and whether others may follow."""

from __future__ import annotations

from collections.abc import Iterator

from toolschema_mypy.model.schema import ObjectSchema, PropertySpec, SchemaSpec
from toolschema_mypy.model.tool import ParameterKind, ParameterSpec, ToolSpec


def root_object(tool: ToolSpec) -> tuple[tuple[PropertySpec, ...], SchemaSpec | None]:
    """The published parameters of *tool* as the properties of one object.

    Args:
        tool: A tool after the transforms, so that an unpacked parameter holds its object itself.

    Returns:
        The properties in signature order, and the schema of further keys or `None`.
    """
    extras = [extra for each in tool.parameters for extra in _extra(each)]
    properties = tuple(key for each in tool.parameters for key in _keys(each))
    return properties, extras[0] if extras else None


def _keys(parameter: ParameterSpec) -> Iterator[PropertySpec]:
    if parameter.schema is None or parameter.kind is ParameterKind.VAR_KEYWORD:
        return
    if parameter.is_unpacked:
        assert isinstance(parameter.schema, ObjectSchema)
        yield from parameter.schema.properties
        return
    yield PropertySpec(
        key=parameter.key,
        name=parameter.name,
        schema=parameter.schema,
        is_required=parameter.is_required,
        default=parameter.default,
        null_is_default=parameter.null_is_default,
    )


def _extra(parameter: ParameterSpec) -> Iterator[SchemaSpec]:
    if parameter.schema is None:
        return
    if parameter.kind is ParameterKind.VAR_KEYWORD:
        yield parameter.schema
    elif parameter.is_unpacked:
        assert isinstance(parameter.schema, ObjectSchema)
        if parameter.schema.extra is not None:
            yield parameter.schema.extra
