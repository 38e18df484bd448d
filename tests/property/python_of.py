"""Real classes and functions for generated specs, and whether a value is of a spec's type."""

from __future__ import annotations

import datetime as dt
import decimal
import ipaddress
import pathlib
import re
import sys
import types
import uuid
from collections import namedtuple
from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any

import attrs
import msgspec
import pydantic
import typing_extensions
from typing_extensions import override

from tests.property.strategies import MODULE
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Container,
    DefinitionSpec,
    EnumSchema,
    Family,
    IntegerSchema,
    LiteralSchema,
    MapSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    ReferenceSchema,
    ScalarClassSchema,
    SchemaSpec,
    StringSchema,
    Text,
    TextSchema,
    TupleSchema,
    UnionSchema,
)
from toolschema_mypy.model.tool import DefaultSource, ParameterKind, ParameterSpec, ToolSpec


class Unset:
    """The default of whatever is optional."""

    @override
    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()


def build_module(tool: ToolSpec) -> types.ModuleType:
    """Put the module `MODULE` in place, with the classes that *tool* refers to and its function."""
    module = types.ModuleType(MODULE)
    for definition in tool.definitions:
        made = _class(definition.schema)
        if made is not None:
            made.__module__ = MODULE
            setattr(module, made.__name__, made)
    vars(module)[tool.qualname] = _function(tool)
    sys.modules[MODULE] = module
    return module


def _class(schema: SchemaSpec) -> type | None:
    match schema:
        case EnumSchema(fullname=fullname, members=members):
            make: Any = Enum
            # In tuples, since Enum takes `1` and `True` for aliases.
            made: Any = make(_name(fullname), {each.name: (each.value,) for each in members})
        case ScalarClassSchema(fullname=fullname, base=base):
            made = type(_name(fullname), (_SCALAR_BASES[type(base)],), {})
        case TupleSchema(fullname=str(fullname), names=names):
            make = namedtuple  # noqa: PYI024 - its names are only known here
            made = make(_name(fullname), names)
        case ObjectSchema(family=family):
            made = _MAKERS[family](schema)
        case _:
            return None
    cls: type = made
    return cls


def _name(fullname: str) -> str:
    return fullname.rpartition(":")[2]


_SCALAR_BASES: dict[type, type] = {StringSchema: str, IntegerSchema: int, NumberSchema: float}


def _dataclass(schema: ObjectSchema) -> type:
    import dataclasses

    fields: list[Any] = [
        (each.name, object)
        if each.is_required
        else (each.name, object, dataclasses.field(default=UNSET, kw_only=True))
        for each in schema.properties
    ]
    return dataclasses.make_dataclass(_name(schema.fullname), fields)


def _attrs(schema: ObjectSchema) -> type:
    fields = {
        each.name: attrs.field() if each.is_required else attrs.field(default=UNSET, kw_only=True)
        for each in schema.properties
    }
    return attrs.make_class(_name(schema.fullname), fields)


def _pydantic(schema: ObjectSchema) -> Any:
    extra: Any = "forbid" if schema.extra is None else "allow"
    fields: Any = {
        each.name: (Any, ... if each.is_required else UNSET) for each in schema.properties
    }
    config = pydantic.ConfigDict(extra=extra, arbitrary_types_allowed=True)
    return pydantic.create_model(_name(schema.fullname), __config__=config, **fields)


def _msgspec(schema: ObjectSchema) -> type:
    fields: list[Any] = [
        (each.name, Any) if each.is_required else (each.name, Any, UNSET)
        for each in schema.properties
        if not each.is_tag
    ]
    tag: dict[str, Any] = {}
    for each in schema.properties:
        if each.is_tag and isinstance(each.schema, LiteralSchema):
            tag = {"tag_field": each.key, "tag": each.schema.values[0]}
    return msgspec.defstruct(_name(schema.fullname), fields, kw_only=True, **tag)


def _plain(schema: ObjectSchema) -> type:
    ordered = sorted(schema.properties, key=lambda each: not each.is_required)
    names = [each.name for each in ordered]
    written = [each.name if each.is_required else f"{each.name}=UNSET" for each in ordered]
    if positional := sum(each.is_positional for each in ordered):
        written.insert(positional, "/")
    parameters = ", ".join(written)
    body = "".join(f"\n    self.{name} = {name}" for name in names) or "\n    pass"
    space: dict[str, Any] = {"UNSET": UNSET}
    exec(f"def __init__(self, {parameters}):{body}", space)
    members = {
        "__init__": space["__init__"],
        "__eq__": lambda self, other: type(self) is type(other) and vars(self) == vars(other),
        "__hash__": None,
    }
    return type(_name(schema.fullname), (), members)


def _typed_dict(schema: ObjectSchema) -> type:
    fields = {
        each.name: Any if each.is_required else typing_extensions.NotRequired[Any]
        for each in schema.properties
    }
    make: Any = typing_extensions.TypedDict
    made: type = make(_name(schema.fullname), fields)
    return made


_MAKERS: dict[Family, Callable[[ObjectSchema], type]] = {
    Family.DATACLASS: _dataclass,
    Family.ATTRS: _attrs,
    Family.PYDANTIC: _pydantic,
    Family.MSGSPEC: _msgspec,
    Family.PLAIN: _plain,
    Family.TYPED_DICT: _typed_dict,
}


def _function(tool: ToolSpec) -> Callable[..., Any]:
    """The tool's function: it gives its own arguments."""
    positional_only, positional, keywords, rest = [], [], [], ""
    for each in tool.parameters:
        written = each.name + _default(each)
        match each.kind:
            case ParameterKind.POSITIONAL_ONLY:
                positional_only.append(written)
            case ParameterKind.POSITIONAL_OR_KEYWORD:
                positional.append(written)
            case ParameterKind.KEYWORD_ONLY:
                keywords.append(written)
            case _:
                rest = "**kw"
    slash = ["/"] if positional_only else []
    star = ["*"] if keywords else []
    parts = [*positional_only, *slash, *positional, *star, *keywords, *([rest] if rest else [])]
    signature = ", ".join(parts)
    field: Any = pydantic.Field(default_factory=lambda: UNSET)
    space: dict[str, Any] = {"UNSET": UNSET, "FIELD": field}
    exec(f"def {tool.name}({signature}):\n    return dict(locals())", space)
    made: Callable[..., Any] = space[tool.name]
    return made


def _default(parameter: ParameterSpec) -> str:
    if parameter.is_required or parameter.supply is not None:
        return ""
    return "=FIELD" if parameter.default_source is DefaultSource.FIELD else "=UNSET"


_CONTAINERS: dict[Container, type] = {
    Container.LIST: list,
    Container.TUPLE: tuple,
    Container.SET: set,
    Container.FROZENSET: frozenset,
}
_TEXT_TYPES: dict[Text, type] = {
    Text.DATE_TIME: dt.datetime,
    Text.DATE: dt.date,
    Text.TIME: dt.time,
    Text.TIMEDELTA: dt.timedelta,
    Text.UUID: uuid.UUID,
    Text.DECIMAL: decimal.Decimal,
    Text.PATH: pathlib.Path,
    Text.REGEX: re.Pattern,
    Text.BYTES: bytes,
    Text.IPV4_ADDRESS: ipaddress.IPv4Address,
    Text.IPV6_ADDRESS: ipaddress.IPv6Address,
    Text.IPV4_NETWORK: ipaddress.IPv4Network,
    Text.IPV6_NETWORK: ipaddress.IPv6Network,
    Text.IPV4_INTERFACE: ipaddress.IPv4Interface,
    Text.IPV6_INTERFACE: ipaddress.IPv6Interface,
}


class Typed:
    """Tells whether a Python value is of the type that a spec describes."""

    def __init__(self, module: types.ModuleType, definitions: Iterable[DefinitionSpec]) -> None:
        self._module = module
        self._definitions = {each.name: each.schema for each in definitions}

    def holds(self, schema: SchemaSpec, value: Any) -> bool:
        match schema:
            case AnySchema():
                return value is None or type(value) in (bool, int, float, str, list, dict)
            case NullSchema():
                return value is None
            case BooleanSchema():
                return type(value) is bool
            case IntegerSchema():
                return type(value) is int
            case NumberSchema(keeps_int=keeps_int):
                return type(value) is float or (keeps_int and type(value) is int)
            case StringSchema():
                return type(value) is str
            case TextSchema(text=text):
                cls = _TEXT_TYPES[text]
                return isinstance(value, cls) if text is Text.PATH else type(value) is cls
            case LiteralSchema(values=values):
                return any(type(value) is type(each) and value == each for each in values)
            case EnumSchema(fullname=fullname):
                return isinstance(value, self._class(fullname))
            case ArraySchema(items=items, container=container):
                is_of = type(value) is _CONTAINERS[container]
                return is_of and all(self.holds(items, item) for item in value)
            case TupleSchema(items=items, fullname=name):
                is_of = type(value) is (tuple if name is None else self._class(name))
                return is_of and len(items) == len(value) and all(map(self.holds, items, value))
            case MapSchema(key=key, values=values):
                return type(value) is dict and all(
                    self.holds(key, name) and self.holds(values, item)
                    for name, item in value.items()
                )
            case ObjectSchema():
                return self._is_instance(schema, value)
            case ScalarClassSchema(fullname=fullname):
                return type(value) is self._class(fullname)
            case UnionSchema(arms=arms):
                return any(self.holds(arm, value) for arm in arms)
            case ReferenceSchema(name=name):
                return self.holds(self._definitions[name], value)

    def _is_instance(self, schema: ObjectSchema, value: Any) -> bool:
        is_dict = schema.family is Family.TYPED_DICT
        cls: Any = dict if is_dict else self._class(schema.fullname)
        if type(value) is not cls:
            return False
        for each in schema.properties:
            if each.is_tag:
                continue
            found = value.get(each.name, UNSET) if is_dict else getattr(value, each.name)
            is_sound = not each.is_required if found is UNSET else self.holds(each.schema, found)
            if not is_sound:
                return False
        return True

    def _class(self, fullname: str) -> type:
        found: type = getattr(self._module, _name(fullname))
        return found
