"""Canonical JSON Schema (2020-12) of a tool's parameters and result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias, cast

from attrs import evolve
from typing_extensions import assert_never

from toolschema_mypy.emit.limits import bounds_keywords, length_keywords
from toolschema_mypy.emit.root import root_object
from toolschema_mypy.emit.texts import key_keywords, text_keywords
from toolschema_mypy.model.schema import (
    NO_BOUNDS,
    NO_WORDS,
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Container,
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
    Words,
)
from toolschema_mypy.model.settings import Nullable, Settings
from toolschema_mypy.model.tool import ToolSpec
from toolschema_mypy.model.traversal import is_uniform

JsonObject: TypeAlias = "dict[str, Json]"

# The order of keywords in every schema; what is not listed (json_schema_extra) comes after.
_KEYWORDS: Final = (
    "$ref",
    "type",
    "title",
    "description",
    "const",
    "enum",
    "anyOf",
    "format",
    "contentEncoding",
    "pattern",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "prefixItems",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "propertyNames",
    "properties",
    "required",
    "additionalProperties",
    "minProperties",
    "maxProperties",
    "default",
    "examples",
    "deprecated",
    "$defs",
)


class _Positions(dict[str, int]):
    """Where each keyword stands; those that are not listed stand together at the end."""

    def __missing__(self, keyword: str) -> int:
        return len(self)


_POSITIONS: Final = _Positions({keyword: place for place, keyword in enumerate(_KEYWORDS)})
_NULL: Final[JsonObject] = {"type": "null"}


def render_parameters(tool: ToolSpec, settings: Settings) -> JsonObject:
    """The JSON Schema of what the model sends, as an object at the root.

    Args:
        tool: A tool after the transforms: what is still a reference becomes `$ref`.
        settings: `nullable` and `omit_null` are read; a strict tool has one form of its own.

    Returns:
        A schema that is complete in itself, with `$defs` where something refers to them.
    """
    renderer = _Renderer(
        nullable="union" if tool.is_strict else settings.nullable,
        omits_null=settings.omit_null and not tool.is_strict,
        is_strict=tool.is_strict,
    )
    properties, extra = root_object(tool)
    return renderer.document(renderer.object_keywords(properties, extra), tool.definitions)


def render_returns(tool: ToolSpec, settings: Settings) -> JsonObject | None:
    """The JSON Schema of the result, or `None` where it is not described.

    Args:
        tool: A tool after the transforms.
        settings: `nullable` is read.

    Returns:
        A schema with `$defs` of its own.
    """
    if tool.returns is None:
        return None
    renderer = _Renderer(nullable=settings.nullable, omits_null=False, is_strict=False)
    return renderer.document(renderer.render(tool.returns), tool.return_definitions)


class _Renderer(NamedTuple):
    nullable: Nullable
    omits_null: bool
    # Strict form: every key is required, and a tuple of one type is written with `items`.
    is_strict: bool

    def document(self, root: JsonObject, definitions: Iterable[DefinitionSpec]) -> JsonObject:
        rendered: JsonObject = {each.name: self.render(each.schema) for each in definitions}
        return _in_order({**root, "$defs": rendered} if rendered else root)

    def render(self, schema: SchemaSpec) -> JsonObject:
        words = _words(schema)
        if words is NO_WORDS:
            return _in_order(self._keywords(schema))
        # json_schema_extra adds to a schema, it does not change what is admitted.
        extra = {keyword: value.value for keyword, value in words.extra}
        return _in_order({**extra, **self._keywords(schema), **_annotations(words)})

    def _keywords(self, schema: SchemaSpec) -> JsonObject:
        match schema:
            case AnySchema():
                return {}
            case NullSchema():
                return dict(_NULL)
            case BooleanSchema():
                return {"type": "boolean"}
            case IntegerSchema():
                return {"type": "integer", **bounds_keywords(schema.bounds)}
            case NumberSchema():
                return {"type": "number", **bounds_keywords(schema.bounds)}
            case StringSchema():
                pattern: JsonObject = {} if schema.pattern is None else {"pattern": schema.pattern}
                return {"type": "string", **pattern, **length_keywords(schema.length, "Length")}
            case TextSchema():
                return {
                    "type": "string",
                    **text_keywords(schema.text),
                    **length_keywords(schema.length, "Length"),
                }
            case LiteralSchema(values=(_, _, *_)) if None in schema.values:
                return self._union(_literal_or_null(schema))
            case LiteralSchema():
                return _one_of(schema.values)
            case EnumSchema():
                return _one_of([member.value for member in schema.members])
            case ArraySchema():
                return self._array(schema)
            case TupleSchema():
                return self._tuple(schema)
            case MapSchema():
                return self._map(schema)
            case ObjectSchema():
                return self.object_keywords(schema.properties, schema.extra)
            case ScalarClassSchema():
                return self.render(schema.base)
            case UnionSchema():
                return self._union(schema)
            case ReferenceSchema():
                return {"$ref": f"#/$defs/{schema.name}"}
            case _:
                assert_never(schema)

    def _array(self, schema: ArraySchema) -> JsonObject:
        is_set = schema.container in (Container.SET, Container.FROZENSET)
        unique: JsonObject = {"uniqueItems": True} if is_set or schema.is_unique else {}
        return {
            "type": "array",
            "items": self.render(schema.items),
            **length_keywords(schema.length, "Items"),
            **unique,
        }

    def _tuple(self, schema: TupleSchema) -> JsonObject:
        size = len(schema.items)
        exact: JsonObject = {"type": "array", "minItems": size, "maxItems": size}
        if self.is_strict and is_uniform(schema):
            return {**exact, "items": self.render(schema.items[0])}
        # 2020-12 wants at least one schema in prefixItems; the empty tuple is said by its size.
        items: list[Json] = [self.render(item) for item in _titled_items(schema)]
        return {**exact, "items": False, "prefixItems": items} if items else exact

    def _map(self, schema: MapSchema) -> JsonObject:
        keywords: JsonObject = {"type": "object", **length_keywords(schema.length, "Properties")}
        if names := key_keywords(schema.key):
            keywords["propertyNames"] = names
        # `dict[str, Any]` is `{"type": "object"}`, as the bare `dict` is.
        if values := self.render(schema.values):
            keywords["additionalProperties"] = values
        return keywords

    def object_keywords(
        self, properties: Sequence[PropertySpec], extra: SchemaSpec | None
    ) -> JsonObject:
        required = [each.key for each in properties if each.is_required or self.is_strict]
        keywords: JsonObject = {
            "type": "object",
            "properties": {each.key: self._property(each) for each in properties},
            "additionalProperties": False if extra is None else self.render(extra) or True,
        }
        if required:
            keywords["required"] = [*required]
        return keywords

    def _property(self, each: PropertySpec) -> JsonObject:
        if each.default is None:
            return self.render(each.schema)
        if self.omits_null and each.default.value is None and not each.is_required:
            return self.render(_without_null(each.schema))
        return _in_order({**self.render(each.schema), "default": each.default.value})

    def _union(self, schema: UnionSchema) -> JsonObject:
        arms: list[JsonObject] = []
        for arm in map(self.render, schema.arms):
            nested = arm["anyOf"] if arm.keys() == {"anyOf"} else [arm]
            arms += [each for each in cast("list[JsonObject]", nested) if not _contains(arms, each)]
        values = [arm for arm in arms if arm != _NULL]
        if len(arms) == 1:
            return arms[0]
        # In one schema the words of the union would replace those of its value.
        is_free = values[0].keys().isdisjoint(_annotations(schema.words)) if values else False
        if self.nullable == "union" and len(values) == 1 and is_free and _has_plain_type(values[0]):
            return {**values[0], "type": [values[0]["type"], "null"]}
        return {"anyOf": [*arms]}


def _words(schema: SchemaSpec) -> Words:
    """What is said of *schema*, with the bounds that no keyword can say: those of a text."""
    if not isinstance(schema, TextSchema) or schema.bounds is NO_BOUNDS:
        return schema.words
    # Few texts have bounds; the words are those of providers without such keywords.
    from toolschema_runtime.dialects._wording import phrase

    return schema.words.saying(phrase(bounds_keywords(schema.bounds)))


def _annotations(words: Words) -> JsonObject:
    stated: JsonObject = {}
    if words.title is not None:
        stated["title"] = words.title
    if words.description is not None:
        stated["description"] = words.description
    if words.examples:
        stated["examples"] = [each.value for each in words.examples]
    if words.deprecated:
        stated["deprecated"] = True
    return stated


def _one_of(values: Sequence[bool | int | float | str | None]) -> JsonObject:
    """`const` or `enum`, with the type (or types) of the values, so that neither contradicts."""
    kinds = list(dict.fromkeys(map(_kind, values)))
    if "number" in kinds and "integer" in kinds:
        kinds.remove("integer")
    named: Json = kinds[0] if len(kinds) == 1 else [*kinds]
    return {"type": named, **({"const": values[0]} if len(values) == 1 else {"enum": [*values]})}


def _kind(value: bool | int | float | str | None) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case _:
            assert_never(value)


def _literal_or_null(schema: LiteralSchema) -> UnionSchema:
    values = tuple(value for value in schema.values if value is not None)
    return UnionSchema(arms=(LiteralSchema(values), NullSchema()))


def _titled_items(schema: TupleSchema) -> Iterator[SchemaSpec]:
    """The items, those of a NamedTuple with their field's name as title."""
    for position, item in enumerate(schema.items):
        title = schema.names[position] if schema.names else None
        yield evolve(item, words=item.words.over(Words(title=title)))


def _without_null(schema: SchemaSpec) -> SchemaSpec:
    """*schema* without its null arms, as far as it has others."""
    arms = list(_values(schema))
    if not isinstance(schema, UnionSchema) or not arms:
        return schema
    if len(arms) > 1:
        return evolve(schema, arms=tuple(arms))
    return evolve(arms[0], words=schema.words.over(arms[0].words))


def _values(schema: SchemaSpec) -> Iterator[SchemaSpec]:
    match schema:
        case NullSchema():
            return
        case UnionSchema():
            for arm in schema.arms:
                yield from _values(arm)
        case _:
            yield schema


def _has_plain_type(keywords: JsonObject) -> bool:
    # A null with words of its own is a type too, but not one that null can be added to.
    kind = keywords.get("type")
    is_one = isinstance(kind, str) and kind != "null"
    return is_one and keywords.keys().isdisjoint({"enum", "const"})


def _contains(arms: Iterable[JsonObject], arm: JsonObject) -> bool:
    # By text too, since Python takes `1`, `1.0` and `True` for equal.
    return any(arm == each and json.dumps(arm) == json.dumps(each) for each in arms)


def _in_order(keywords: JsonObject) -> JsonObject:
    if len(keywords) < 2:
        return keywords
    # The sort is stable: what is not listed keeps its order.
    return {keyword: keywords[keyword] for keyword in sorted(keywords, key=_POSITIONS.__getitem__)}
