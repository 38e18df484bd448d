"""SchemaSpec: one frozen class a kind of value, and their union.

Schema and decode plan are both rendered from these; nothing else knows what a type admits.
"""

from __future__ import annotations

from enum import Enum, unique
from typing import TypeAlias

from attrs import frozen

from toolschema_mypy.model.record import Record, with_changes

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"


@frozen(eq=False, repr=False)
class JsonValue(Record):
    """A JSON value held by a spec: a default, an example.  `None` in a spec means there is none."""

    value: Json


@unique
class Container(Enum):
    """The Python container that an array arrives as."""

    LIST = "list"
    TUPLE = "tuple"
    SET = "set"
    FROZENSET = "frozenset"


@unique
class Family(Enum):
    """The kind of class an object is built as; it decides how the constructor is called."""

    DATACLASS = "dataclass"
    ATTRS = "attrs"
    PYDANTIC = "pydantic"
    MSGSPEC = "msgspec"
    PLAIN = "plain"
    TYPED_DICT = "typeddict"


@unique
class Text(Enum):
    """A type that travels as JSON text by a grammar of ours (docs/side-file.md has the grammars)."""

    DATE_TIME = "datetime"
    DATE = "date"
    TIME = "time"
    TIMEDELTA = "timedelta"
    UUID = "uuid"
    DECIMAL = "decimal"
    PATH = "path"
    REGEX = "regex"
    BYTES = "bytes"
    IPV4_ADDRESS = "ipv4"
    IPV6_ADDRESS = "ipv6"
    IPV4_NETWORK = "ipv4network"
    IPV6_NETWORK = "ipv6network"
    IPV4_INTERFACE = "ipv4interface"
    IPV6_INTERFACE = "ipv6interface"


@frozen(eq=False, repr=False)
class Bounds(Record):
    """Limits on a number; each is a JSON Schema keyword of the same name."""

    minimum: int | float | None = None
    maximum: int | float | None = None
    exclusive_minimum: int | float | None = None
    exclusive_maximum: int | float | None = None
    multiple_of: int | float | None = None


@frozen(eq=False, repr=False)
class Length(Record):
    """Limits on the size of a text, array or object; `None` when not limited."""

    minimum: int | None = None
    maximum: int | None = None


NO_BOUNDS = Bounds()
NO_LENGTH = Length()


@frozen(eq=False, repr=False)
class Words(Record):
    """What a schema says to a reader: annotations in the sense of JSON Schema, never enforced."""

    title: str | None = None
    description: str | None = None
    examples: tuple[JsonValue, ...] = ()
    deprecated: bool = False
    extra: tuple[tuple[str, JsonValue], ...] = ()

    def over(self, inner: Words) -> Words:
        """These words, and those of *inner* where these say nothing."""
        return Words(
            title=inner.title if self.title is None else self.title,
            description=inner.description if self.description is None else self.description,
            examples=self.examples or inner.examples,
            deprecated=self.deprecated or inner.deprecated,
            extra=tuple({**dict(inner.extra), **dict(self.extra)}.items()),
        )

    def saying(self, text: str) -> Words:
        """These words, and one sentence more in the description."""
        sentence = f"{text[:1].upper()}{text[1:]}."
        said = (self.description or "").rstrip()
        if said:
            sentence = f"{said}{'' if said[-1] in '.!?:' else '.'} {sentence}"
        return with_changes(self, description=sentence)


NO_WORDS = Words()


@frozen(kw_only=True, eq=False, repr=False)
class _Spec(Record):
    words: Words = NO_WORDS


# What has no fields of its own is an attrs class by inheritance.
class AnySchema(_Spec):
    """Any JSON value: `Any` or `object` as the user wrote it, or a bare generic's missing argument."""

    __slots__ = ()


class NullSchema(_Spec):
    __slots__ = ()


class BooleanSchema(_Spec):
    __slots__ = ()


@frozen(eq=False, repr=False)
class IntegerSchema(_Spec):
    bounds: Bounds = NO_BOUNDS
    # Field(strict=True): 5.0 is then refused.
    is_exact: bool = False


@frozen(eq=False, repr=False)
class NumberSchema(_Spec):
    """A `float`; with *keeps_int*, `int | float`: a number without fraction or exponent stays an int."""

    bounds: Bounds = NO_BOUNDS
    keeps_int: bool = False


@frozen(eq=False, repr=False)
class StringSchema(_Spec):
    length: Length = NO_LENGTH
    pattern: str | None = None


@frozen(eq=False, repr=False)
class TextSchema(_Spec):
    """A value that travels as text: dates, UUIDs, Decimals, paths, bytes and their like."""

    text: Text
    length: Length = NO_LENGTH
    # Bounds of a Decimal, a date and so on, in their own text form.
    bounds: Bounds = NO_BOUNDS
    allows_naive: bool = False


@frozen(eq=False, repr=False)
class LiteralSchema(_Spec):
    """`Literal[...]` of JSON scalars, in the order written."""

    values: tuple[bool | int | str | None, ...]


@frozen(eq=False, repr=False)
class EnumMember(Record):
    """An enum member and the JSON value it travels as."""

    name: str
    value: bool | int | float | str


@frozen(eq=False, repr=False)
class EnumSchema(_Spec):
    """An Enum class, or some of its members (`Literal[Color.RED]`)."""

    fullname: str
    members: tuple[EnumMember, ...]
    # Other names of members: `CRIMSON = RED`.
    aliases: tuple[tuple[str, str], ...] = ()


@frozen(eq=False, repr=False)
class ArraySchema(_Spec):
    items: SchemaSpec
    container: Container = Container.LIST
    length: Length = NO_LENGTH
    is_unique: bool = False


@frozen(eq=False, repr=False)
class TupleSchema(_Spec):
    """A tuple of fixed length; a NamedTuple has a *fullname* and its field *names*."""

    items: tuple[SchemaSpec, ...]
    fullname: str | None = None
    names: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class MapSchema(_Spec):
    """An object of arbitrary keys.  *key* is a StringSchema, Literal, Enum, integer or text schema."""

    key: SchemaSpec
    values: SchemaSpec
    length: Length = NO_LENGTH


@frozen(eq=False, repr=False)
class PropertySpec(Record):
    """One key of an object.

    *key* is what the model writes, *name* what the constructor takes; *default* is the value to
    publish, when it is a JSON value.
    """

    key: str
    name: str
    schema: SchemaSpec
    is_required: bool
    default: JsonValue | None = None
    # Strict form: the key is always asked for, and null stands for "use the default".
    null_is_default: bool = False
    is_positional: bool = False
    # The tag of a msgspec Struct: it must be sent, but the constructor does not take it.
    is_tag: bool = False
    # Of a result: what is read where it is not *name*, and whether the constructor does not take it.
    attribute: str | None = None
    is_output: bool = False


@frozen(eq=False, repr=False)
class ObjectSchema(_Spec):
    """An object built as an instance of a class, or a TypedDict (always the schema of a definition).

    *extra* is the schema of further keys where the type is open, `None` where it is closed.
    *hidden* names fields that a result keeps to itself.
    """

    fullname: str
    family: Family
    properties: tuple[PropertySpec, ...]
    extra: SchemaSpec | None = None
    hidden: tuple[str, ...] = ()


@frozen(eq=False, repr=False)
class ScalarClassSchema(_Spec):
    """A class deriving from str, int, float or bytes: the base's schema, built by calling the class."""

    fullname: str
    base: SchemaSpec


@frozen(eq=False, repr=False)
class UnionSchema(_Spec):
    """Alternatives in the order written.

    *discriminator* is the key by whose literal value object arms are told apart, where there is one.
    """

    arms: tuple[SchemaSpec, ...]
    discriminator: str | None = None


@frozen(eq=False, repr=False)
class ReferenceSchema(_Spec):
    """A definition by name.  Every class and recursive alias is referred to; rendering decides what to inline."""

    name: str


@frozen(eq=False, repr=False)
class DefinitionSpec(Record):
    """What a ReferenceSchema of the same name stands for.

    Analysis names definitions by *fullname and type arguments*, which is unique; *label* is the
    short name wanted in `$defs`.  `transform.definitions` replaces the first by the second.
    """

    name: str
    label: str
    schema: SchemaSpec


SchemaSpec: TypeAlias = (
    AnySchema
    | NullSchema
    | BooleanSchema
    | IntegerSchema
    | NumberSchema
    | StringSchema
    | TextSchema
    | LiteralSchema
    | EnumSchema
    | ArraySchema
    | TupleSchema
    | MapSchema
    | ObjectSchema
    | ScalarClassSchema
    | UnionSchema
    | ReferenceSchema
)
