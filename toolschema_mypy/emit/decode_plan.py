"""The decode plan: which Python value to build from which JSON, as docs/side-file.md has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from typing_extensions import assert_never

from toolschema_mypy.emit.limits import bounds_keywords, length_keywords
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    DefinitionSpec,
    EnumSchema,
    IntegerSchema,
    Json,
    LiteralSchema,
    MapSchema,
    NullSchema,
    NumberSchema,
    ObjectSchema,
    PropertySpec,
    ReferenceSchema,
    ScalarClassSchema,
    SchemaSpec,
    StringSchema,
    TextSchema,
    TupleSchema,
    UnionSchema,
)
from toolschema_mypy.model.tool import DefaultSource, ParameterSpec, ToolSpec

JsonObject: TypeAlias = "dict[str, Json]"
Plan: TypeAlias = "str | JsonObject"


def binding(tool: ToolSpec, module: str) -> JsonObject:
    """What the runtime needs to decode the arguments of *tool*, call it, and encode its result.

    Args:
        tool: A tool after the transforms.
        module: The module whose side-file this is for; its own classes are referred to without it.

    Returns:
        The value of `binding`.
    """
    sent = _Planner.of(module, tool.definitions)
    returned = _Planner.of(module, tool.return_definitions)
    keys: JsonObject = {"receiver": tool.receiver.value}
    if tool.is_generic:
        keys["is_generic"] = True
    if tool.is_generator:
        keys["is_generator"] = True
    keys["parameters"] = [sent.parameter(each) for each in tool.parameters]
    keys["returns"] = None if tool.returns is None else returned.plan(tool.returns)
    if tool.definitions:
        keys["definitions"] = sent.named()
    if tool.return_definitions:
        keys["return_definitions"] = returned.named()
    return keys


def plan(schema: SchemaSpec, module: str, definitions: Iterable[DefinitionSpec] = ()) -> Plan:
    """The plan of one schema, with the definitions that it refers to at hand."""
    return _Planner.of(module, definitions).plan(schema)


class _Planner(NamedTuple):
    module: str
    definitions: Mapping[str, SchemaSpec]

    @classmethod
    def of(cls, module: str, definitions: Iterable[DefinitionSpec]) -> _Planner:
        return cls(module, {each.name: each.schema for each in definitions})

    def named(self) -> JsonObject:
        return {name: self.plan(schema) for name, schema in self.definitions.items()}

    def parameter(self, parameter: ParameterSpec) -> JsonObject:
        keys: JsonObject = {"name": parameter.name}
        if parameter.key != parameter.name:
            keys["key"] = parameter.key
        keys["kind"] = parameter.kind.value
        if parameter.schema is not None:
            keys["plan"] = self.plan(parameter.schema)
        if parameter.is_injected:
            keys["inject"] = _inject(parameter)
        elif not parameter.is_required:
            keys["optional"] = True
        if parameter.literal is not None:
            keys["default"] = parameter.literal.value
        if parameter.default_source is DefaultSource.FIELD:
            keys["field_default"] = True
        if parameter.supply is not None:
            keys["supply"] = parameter.supply.value
        if parameter.null_is_default:
            keys["null_is_default"] = True
        if parameter.is_unpacked:
            keys["unpack"] = True
        return keys

    def plan(self, schema: SchemaSpec) -> Plan:
        match schema:
            case AnySchema():
                return "any"
            case NullSchema():
                return "null"
            case BooleanSchema():
                return "bool"
            case IntegerSchema():
                exact: JsonObject = {"exact": True} if schema.is_exact else {}
                return _short("int", {**bounds_keywords(schema.bounds), **exact})
            case NumberSchema():
                kind = "number" if schema.keeps_int else "float"
                return _short(kind, bounds_keywords(schema.bounds))
            case StringSchema():
                pattern: JsonObject = {} if schema.pattern is None else {"pattern": schema.pattern}
                return _short("str", {**length_keywords(schema.length, "Length"), **pattern})
            case TextSchema():
                naive: JsonObject = {"naive": True} if schema.allows_naive else {}
                length = length_keywords(schema.length, "Length")
                return _short(
                    schema.text.value, {**bounds_keywords(schema.bounds), **length, **naive}
                )
            case LiteralSchema():
                return {"type": "literal", "values": [*schema.values]}
            case EnumSchema():
                members: JsonObject = {each.name: each.value for each in schema.members}
                return {"type": "enum", "class": self._class(schema.fullname), "members": members}
            case ArraySchema():
                unique: JsonObject = {"unique": True} if schema.is_unique else {}
                return {
                    "type": schema.container.value,
                    "items": self.plan(schema.items),
                    **length_keywords(schema.length, "Items"),
                    **unique,
                }
            case TupleSchema():
                named = {} if schema.fullname is None else {"class": self._class(schema.fullname)}
                return {
                    "type": "fixed",
                    **named,
                    "items": [self.plan(each) for each in schema.items],
                }
            case MapSchema():
                return {
                    "type": "dict",
                    "keys": self.plan(schema.key),
                    "values": self.plan(schema.values),
                    **length_keywords(schema.length, "Properties"),
                }
            case ObjectSchema():
                return self._object(schema)
            case ScalarClassSchema():
                base = self.plan(schema.base)
                return {"type": "scalar", "class": self._class(schema.fullname), "base": base}
            case UnionSchema():
                return self._union(schema)
            case ReferenceSchema():
                return {"type": "ref", "name": schema.name}
            case _:
                assert_never(schema)

    def _object(self, schema: ObjectSchema) -> JsonObject:
        keys: JsonObject = {
            "type": "object",
            "family": schema.family.value,
            "class": self._class(schema.fullname),
            "fields": [self._field(each) for each in schema.properties],
        }
        if schema.extra is not None:
            keys["extra"] = self.plan(schema.extra)
        if schema.hidden:
            keys["hidden"] = [*schema.hidden]
        return keys

    def _field(self, field: PropertySpec) -> JsonObject:
        keys: JsonObject = {"name": field.name}
        if field.key != field.name:
            keys["key"] = field.key
        keys["plan"] = self.plan(field.schema)
        if not field.is_required:
            keys["optional"] = True
        if field.null_is_default:
            keys["null_is_default"] = True
        if field.is_positional:
            keys["positional"] = True
        if field.is_tag:
            keys["tag"] = True
        if field.attribute is not None:
            keys["attribute"] = field.attribute
        if field.is_output:
            keys["output"] = True
        return keys

    def _union(self, union: UnionSchema) -> Plan:
        arms = list(self._flat(union, frozenset()))
        values = [arm for arm in arms if not isinstance(arm, NullSchema)]
        if not values:
            return "null"
        of = self._first_that_accepts(values, union.discriminator)
        return of if len(values) == len(arms) else {"type": "optional", "of": of}

    def _first_that_accepts(self, arms: Sequence[SchemaSpec], discriminator: str | None) -> Plan:
        if len(arms) == 1:
            return self.plan(arms[0])
        keys: JsonObject = {"type": "union"}
        keys["arms"] = [self.plan(arm) for arm in sorted(arms, key=self._rank)]
        # An arm beside the objects (`A | B | str`) has no such key; then the first that accepts.
        if discriminator is not None and all(
            isinstance(self._resolved(arm), ObjectSchema) for arm in arms
        ):
            keys["tag"] = discriminator
        return keys

    def _flat(self, union: UnionSchema, within: frozenset[str]) -> Iterator[SchemaSpec]:
        """The arms, those of a union inside in its place: ranks hold over all of them."""
        for arm in union.arms:
            match arm:
                case UnionSchema():
                    yield from self._flat(arm, within)
                case ReferenceSchema(name=name) if name not in within:
                    named = self.definitions[name]
                    if isinstance(named, UnionSchema):
                        yield from self._flat(named, within | {name})
                    else:
                        yield arm
                case _:
                    yield arm

    def _rank(self, schema: SchemaSpec) -> int:
        """Which arms are asked first: bool; Literal and Enum; int before float and all others."""
        match self._resolved(schema):
            case NullSchema() | BooleanSchema():
                return 0
            case LiteralSchema() | EnumSchema():
                return 1
            case IntegerSchema() | ScalarClassSchema(base=IntegerSchema()):
                return 2
            case _:
                return 3

    def _resolved(self, schema: SchemaSpec) -> SchemaSpec:
        while isinstance(schema, ReferenceSchema):
            schema = self.definitions[schema.name]
        return schema

    def _class(self, fullname: str) -> str:
        """A class reference: `module:Name`, or `:Name` in the module itself."""
        module, _, name = fullname.rpartition(":")
        return f":{name}" if module == self.module else fullname


def _inject(parameter: ParameterSpec) -> JsonObject:
    keys: JsonObject = {"required": parameter.is_required}
    if parameter.inject_type is not None:
        keys["type"] = parameter.inject_type
    return keys


def _short(kind: str, limits: JsonObject) -> Plan:
    """A plain kind is a string."""
    return {"type": kind, **limits} if limits else kind
