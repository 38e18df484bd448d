"""Hypothesis strategies: types as analysis would describe them, with their definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import hypothesis
from attrs import evolve, field, mutable
from hypothesis import HealthCheck
from hypothesis import strategies as st

from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.schema import (
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Bounds,
    Container,
    DefinitionSpec,
    EnumMember,
    EnumSchema,
    Family,
    IntegerSchema,
    Json,
    JsonValue,
    Length,
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
    Text,
    TextSchema,
    TupleSchema,
    UnionSchema,
    Words,
)

MODULE = "generated_tools"
HERE = SourceLocation(1, 0)
# Each means the same to ECMA-262 and, with `$` as `\Z`, to Python.
PATTERNS = ("^[a-c]+$", r"^\d{2}$", "x", "^(yes|no)$")
NAMES = ("a", "b", "count", "title", "from_", "type", "properties", "value2")

# The suite reads no clock: how long an example takes depends on what else the machine does.
unhurried = hypothesis.settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)

_T = TypeVar("_T")
Draw = Callable[[st.SearchStrategy[Any]], Any]

json_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 5),
    st.integers(),
    st.floats(-4, 4),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=4),
)
json_values: st.SearchStrategy[Json] = st.recursive(
    json_scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
words = st.builds(
    Words,
    title=st.none() | st.just("Title"),
    description=st.none() | st.text(max_size=8),
    examples=st.lists(st.builds(JsonValue, json_values), max_size=1).map(tuple),
    deprecated=st.booleans(),
) | st.just(Words())
lengths = st.builds(Length, st.none() | st.integers(0, 2), st.none() | st.integers(0, 4))
_limits = st.none() | st.integers(-3, 6) | st.sampled_from([0.5, 2.5])
bounds = st.just(Bounds()) | st.builds(
    Bounds, _limits, _limits, _limits, _limits, st.none() | st.sampled_from([1, 2, 3, 0.1, 0.5])
)
_literal_values: list[bool | int | str] = ["a", "b", "", 0, 1, 2, True, False]
literals = st.lists(
    st.sampled_from(_literal_values),
    min_size=1,
    max_size=4,
    # `1` and `True` are one key of a dict, and two values in JSON.
    unique_by=lambda value: (isinstance(value, bool), value),
).map(lambda values: LiteralSchema(tuple(values)))
texts = st.one_of(
    st.sampled_from([text for text in Text if text is not Text.DECIMAL]).map(TextSchema),
    st.builds(TextSchema, st.just(Text.DATE_TIME), allows_naive=st.booleans()),
    st.builds(
        TextSchema,
        st.just(Text.DECIMAL),
        bounds=st.just(Bounds()) | st.builds(Bounds, st.integers(-3, 3)),
    ),
    st.builds(TextSchema, st.just(Text.PATH), length=lengths),
)
strings = st.builds(StringSchema, lengths, st.none() | st.sampled_from(PATTERNS))
integers = st.builds(IntegerSchema, bounds, st.booleans())
numbers = st.builds(NumberSchema, bounds, st.booleans())
hashable_scalars: st.SearchStrategy[SchemaSpec] = st.one_of(
    strings, integers, numbers, texts, literals, st.just(BooleanSchema())
)
scalars: st.SearchStrategy[SchemaSpec] = st.one_of(
    hashable_scalars, st.just(NullSchema()), st.just(AnySchema())
)


@mutable
class World:
    """What one tool refers to; classes are made while schemas are."""

    draw: Draw
    # Only what strict mode can express.
    is_closed: bool
    definitions: dict[str, DefinitionSpec] = field(factory=dict)
    # Classes that are being made: a reference to them has to stand where none may be sent.
    open_names: list[str] = field(factory=list)

    def pick(self, choices: Sequence[_T]) -> _T:
        picked: _T = self.draw(st.sampled_from(choices))
        return picked

    def flip(self) -> bool:
        return self.pick((True, False))

    def schema(self, depth: int) -> SchemaSpec:
        made = self._schema(depth)
        return evolve(made, words=self.draw(words)) if self.pick([False, False, True]) else made

    def _schema(self, depth: int) -> SchemaSpec:
        if depth == 0 or self.flip():
            return self._leaf()
        makers: list[Callable[[int], SchemaSpec]] = [
            self._array,
            self._set,
            self._tuple,
            self._union,
            self._optional,
        ]
        make = self.pick(makers if self.is_closed else [*makers, self._map])
        return make(depth - 1)

    def _leaf(self) -> SchemaSpec:
        if self.pick([True, True, False]):
            return self._scalar()
        makers: list[Callable[[], SchemaSpec]] = [
            self.enum,
            self.scalar_class,
            self.named_tuple,
            self.record,
            self.tagged,
            self.tagged_structs,
            self.generic,
        ]
        return self.pick(makers)()

    def _scalar(self) -> SchemaSpec:
        drawn: SchemaSpec = self.draw(hashable_scalars if self.is_closed else scalars)
        return drawn

    def _array(self, depth: int) -> SchemaSpec:
        if self.open_names and self.flip():
            return ArraySchema(ReferenceSchema(self.pick(self.open_names)))
        container = self.pick([Container.LIST, Container.TUPLE])
        unique = self.draw(st.booleans()) and container is Container.LIST
        return ArraySchema(self.schema(depth), container, self.draw(lengths), unique)

    def _set(self, depth: int) -> SchemaSpec:
        items: SchemaSpec = self.draw(hashable_scalars)
        container = self.pick([Container.SET, Container.FROZENSET])
        return ArraySchema(items, container, self.draw(lengths))

    def _tuple(self, depth: int) -> SchemaSpec:
        if self.is_closed:
            return TupleSchema((self.schema(depth),) * self.pick([1, 2]))
        return TupleSchema(tuple(self.schema(depth) for _ in range(self.pick([0, 1, 2]))))

    def _map(self, depth: int) -> SchemaSpec:
        keys: list[SchemaSpec] = [
            StringSchema(),
            StringSchema(Length(1, 2)),
            LiteralSchema(("a", "b")),
            LiteralSchema((1, 2, "x")),
            IntegerSchema(),
            TextSchema(Text.UUID),
            TextSchema(Text.DATE),
            self.enum(),
        ]
        return MapSchema(self.pick(keys), self.schema(depth), self.draw(lengths))

    def _union(self, depth: int) -> SchemaSpec:
        arms = [self.schema(depth) for _ in range(self.pick([2, 3]))]
        # `Any` in a union is the union, which analysis sees to.
        sound = tuple(arm for arm in arms if not isinstance(arm, AnySchema))
        return UnionSchema(sound) if len(sound) > 1 else arms[0]

    def _optional(self, depth: int) -> SchemaSpec:
        if self.open_names and self.flip():
            inner: SchemaSpec = ReferenceSchema(self.pick(self.open_names))
        else:
            inner = self.schema(depth)
        return UnionSchema((inner, NullSchema()))

    def define(self, schema: SchemaSpec, name: str) -> ReferenceSchema:
        self.definitions[name] = DefinitionSpec(name, name.replace(f"{MODULE}:", ""), schema)
        return ReferenceSchema(name, words=self.draw(words))

    def fresh(self, kind: str) -> str:
        return f"{MODULE}:{kind}{len(self.definitions) + len(self.open_names)}"

    def enum(self) -> SchemaSpec:
        values = self.draw(literals).values
        name = self.fresh("Choice")
        members = tuple(
            EnumMember(f"M{position}", value)
            for position, value in enumerate(values)
            # What equals an earlier one, as False does 0, would be its alias.
            if value is not None and value not in values[:position]
        )
        return self.define(EnumSchema(name, members), name)

    def scalar_class(self) -> SchemaSpec:
        base = self.draw(st.one_of(strings, integers, st.builds(NumberSchema, bounds)))
        name = self.fresh("Scalar")
        return self.define(ScalarClassSchema(name, base), name)

    def named_tuple(self) -> SchemaSpec:
        name = self.fresh("Row")
        fields = tuple(f"f{position}" for position in range(self.pick([1, 2])))
        items = tuple(self._scalar() for _ in fields)
        if self.is_closed:
            items = items[:1] * len(fields)
        return self.define(TupleSchema(items, name, fields), name)

    def record(
        self,
        tag: PropertySpec | None = None,
        families: Sequence[Family] = tuple(Family),
        names: Sequence[str] = NAMES,
    ) -> ReferenceSchema:
        name = self.fresh("Record")
        family = self.pick(families)
        self.open_names.append(name)
        properties = [self._property(key, family) for key in self.names(3, names)]
        self.open_names.pop()
        if tag is not None:
            properties.insert(0, tag)
        if family is Family.PLAIN and self.flip():
            properties = self._with_positional(properties)
        extra = self._extra(family)
        return self.define(ObjectSchema(name, family, tuple(properties), extra), name)

    def _with_positional(self, properties: list[PropertySpec]) -> list[PropertySpec]:
        """In the order of the constructor, the first of them before its `/`."""
        ordered = sorted(properties, key=lambda each: not each.is_required)
        last = self.pick(range(len(ordered) + 1))
        return [evolve(each, is_positional=at < last) for at, each in enumerate(ordered)]

    def generic(self) -> SchemaSpec:
        """`Box[Box[T]]`: one class, and a definition for each list of type arguments."""
        name, family = self.fresh("Box"), self.pick(tuple(Family))
        is_required, default = self.presence()
        argument, item = "str", self._scalar()
        for _ in range(2):
            box = PropertySpec("item", "item", item, is_required, default)
            item = self.define(ObjectSchema(name, family, (box,)), f"{name}[{argument}]")
            argument = f"{name}[{argument}]"
        return item

    def _extra(self, family: Family) -> SchemaSpec | None:
        may_be_open = family in (Family.TYPED_DICT, Family.PYDANTIC) and not self.is_closed
        if not may_be_open or self.flip():
            return None
        return AnySchema() if family is Family.PYDANTIC else self._scalar()

    def _property(self, name: str, family: Family) -> PropertySpec:
        # A TypedDict's keys are its names; of pydantic the test's classes have no aliases.
        renames = family not in (Family.TYPED_DICT, Family.PYDANTIC)
        key = self.pick([name, f"{name}-wire"]) if renames else name
        is_required, default = self.presence()
        return PropertySpec(key, name, self.schema(1), is_required, default)

    def presence(self) -> tuple[bool, JsonValue | None]:
        if self.flip():
            return True, None
        return False, self.pick([None, JsonValue(None), JsonValue(0)])

    def names(self, most: int, among: Sequence[str] = NAMES) -> list[str]:
        names: list[str] = self.draw(st.lists(st.sampled_from(among), max_size=most, unique=True))
        return names

    def tagged(self) -> SchemaSpec:
        """Two classes that are told apart by a Literal field."""
        return UnionSchema(tuple(map(self.record, _tags())), discriminator="kind")

    def tagged_structs(self) -> SchemaSpec:
        """Two msgspec Structs that are told apart by a tag, which their constructors do not take."""
        arms = (self.record(evolve(tag, is_tag=True), (Family.MSGSPEC,)) for tag in _tags())
        return UnionSchema(tuple(arms), discriminator="kind")

    def alias(self) -> SchemaSpec:
        """A recursive alias: `type Tree = <leaf> | list[Tree] | dict[str, Tree]`."""
        name = self.fresh("Tree")
        inner = ReferenceSchema(name)
        leaf: SchemaSpec = self.draw(hashable_scalars)
        branches = (
            [ArraySchema(inner)]
            if self.is_closed
            else [ArraySchema(inner), MapSchema(StringSchema(), inner)]
        )
        return self.define(UnionSchema((leaf, *branches)), name)


def _tags() -> Iterator[PropertySpec]:
    for value in ("left", "right"):
        yield PropertySpec("kind", "kind", LiteralSchema((value,)), is_required=True)


@st.composite
def described_types(draw: Draw) -> tuple[SchemaSpec, tuple[DefinitionSpec, ...]]:
    """A schema and the definitions that it refers to, before the transforms."""
    world = World(draw, is_closed=False)
    schema = world.alias() if world.pick(range(8)) == 7 else world.schema(3)
    return schema, tuple(world.definitions.values())
