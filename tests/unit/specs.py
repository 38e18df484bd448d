"""Short ways to write the specs that tests begin with."""

from __future__ import annotations

from typing import Any

from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.schema import (
    DefinitionSpec,
    Family,
    Json,
    JsonValue,
    ObjectSchema,
    PropertySpec,
    ReferenceSchema,
    SchemaSpec,
    UnionSchema,
    Words,
)
from toolschema_mypy.model.tool import ParameterKind, ParameterSpec, ToolSpec

HERE = SourceLocation(7, 4)


def parameter(
    name: str, schema: SchemaSpec | None, *, required: bool = True, **keys: Any
) -> ParameterSpec:
    keys = {"key": name, "kind": ParameterKind.POSITIONAL_OR_KEYWORD, "location": HERE, **keys}
    return ParameterSpec(name=name, schema=schema, is_required=required, **keys)


def tool(*parameters: ParameterSpec, **keys: Any) -> ToolSpec:
    keys = {"name": "act", "qualname": "act", "description": "", "location": HERE, **keys}
    return ToolSpec(parameters=parameters, **keys)


def field(key: str, schema: SchemaSpec, *, required: bool = True, **keys: Any) -> PropertySpec:
    return PropertySpec(
        key=key, name=keys.pop("name", key), schema=schema, is_required=required, **keys
    )


def record(fullname: str, *properties: PropertySpec, **keys: Any) -> ObjectSchema:
    return ObjectSchema(fullname, keys.pop("family", Family.DATACLASS), properties, **keys)


def definition(name: str, schema: SchemaSpec, label: str | None = None) -> DefinitionSpec:
    return DefinitionSpec(name, label or name.rpartition(":")[2].rpartition(".")[2], schema)


def ref(name: str, description: str | None = None) -> ReferenceSchema:
    return ReferenceSchema(name, words=Words(description=description))


def union(*arms: SchemaSpec, **keys: Any) -> UnionSchema:
    return UnionSchema(arms, **keys)


def value(content: Json) -> JsonValue:
    return JsonValue(content)
