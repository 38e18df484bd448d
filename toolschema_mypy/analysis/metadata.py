"""What the metadata of an annotation says: descriptions, names, bounds, injection."""

from __future__ import annotations

import json
import math
from typing import Final, NamedTuple

from toolschema_mypy.analysis.scope import Resolved
from toolschema_mypy.analysis.values import Call, Constant, Member, Named, Undefined, Value
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Message
from toolschema_mypy.model.schema import (
    NO_BOUNDS,
    NO_LENGTH,
    NO_WORDS,
    Bounds,
    Json,
    JsonValue,
    Length,
    Words,
)

Problem = tuple[Message, dict[str, str]]


class InjectMark(NamedTuple):
    """`Inject()`, and whether it stands on a parameter that must be given."""

    is_required: bool


class FieldDefault(NamedTuple):
    """The default in a `Field(...)`: a *value*, or a *factory* that makes one."""

    value: Value | None
    factory: Value | None


class Metadata(NamedTuple):
    """Everything that an annotation's metadata says."""

    words: Words = NO_WORDS
    key: str | None = None
    # The key in a result: pydantic has aliases for either way.
    result_key: str | None = None
    # Field(exclude=True): the field is no part of a result.
    is_hidden: bool = False
    # What says by code how a result is written.
    writer: str | None = None
    injects: tuple[InjectMark, ...] = ()
    bounds: Bounds = NO_BOUNDS
    length: Length = NO_LENGTH
    pattern: str | None = None
    is_exact: bool = False
    default: FieldDefault | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def constrains(self) -> bool:
        """Whether it says anything that narrows the values."""
        return (
            self.bounds != NO_BOUNDS
            or self.length != NO_LENGTH
            or self.pattern is not None
            or self.is_exact
        )


NO_METADATA: Final = Metadata()

# json_schema_extra may add words, not rules: neither pydantic nor our decoder holds them.
_ENFORCED: Final = frozenset(
    """$ref $defs $schema type enum const anyOf oneOf allOf not if then else properties required
    additionalProperties patternProperties propertyNames minProperties maxProperties items
    prefixItems contains minItems maxItems uniqueItems minLength maxLength pattern format minimum
    maximum exclusiveMinimum exclusiveMaximum multipleOf dependentRequired dependentSchemas
    unevaluatedItems unevaluatedProperties contentEncoding""".split()
)


def common_multiple(first: float, second: float) -> int | float:
    """The least number that is a multiple of both, as their decimal digits say them."""
    # Rarely wanted, and no module that mypy has loaded.
    from fractions import Fraction

    one, other = Fraction(str(first)), Fraction(str(second))
    denominator = math.gcd(one.denominator, other.denominator)
    least = Fraction(math.lcm(one.numerator, other.numerator), denominator)
    return int(least) if least.denominator == 1 else float(least)


def _is_no_number(value: Value) -> bool:
    """Whether something is known to be no number, though not which value it has: a date or time."""
    match value:
        case Constant(value=constant):
            return not isinstance(constant, (int, float))
        case Call(fullname=name) | Named(resolved=Resolved(fullname=name)):
            return name.startswith("datetime.")
        case Member():
            return True
        case _:
            return False


class MetadataDraft:
    """Metadata while its items are read: of two bounds on one side the tighter holds."""

    def __init__(self) -> None:
        self.description: tuple[int, str] | None = None
        self.title: str | None = None
        self.examples: list[JsonValue] = []
        self.deprecated = False
        self.extra: dict[str, JsonValue] = {}
        self.key: tuple[int, str] | None = None
        self.result_key: tuple[int, str] | None = None
        self.is_hidden = False
        self.writer: str | None = None
        self.injects: list[InjectMark] = []
        self.bounds: dict[str, int | float] = {}
        self.length: dict[str, int] = {}
        self.pattern: str | None = None
        self.is_exact = False
        self.default: FieldDefault | None = None
        self.problems: list[Problem] = []

    def finish(self) -> Metadata:
        """All that was said."""
        if self.pattern is not None:
            self._judge(self.pattern)
        words = Words(
            title=self.title,
            description=None if self.description is None else self.description[1],
            examples=tuple(self.examples),
            deprecated=self.deprecated,
            extra=tuple(self.extra.items()),
        )
        return Metadata(
            words=NO_WORDS if words == NO_WORDS else words,
            key=None if self.key is None else self.key[1],
            result_key=None if self.result_key is None else self.result_key[1],
            is_hidden=self.is_hidden,
            writer=self.writer,
            injects=tuple(self.injects),
            bounds=Bounds(**self.bounds),
            length=Length(**self.length),
            pattern=self.pattern,
            is_exact=self.is_exact,
            default=self.default,
            problems=tuple(self.problems),
        )

    def problem(self, message: Message, **fields: str) -> None:
        """Say what is wrong with an item."""
        self.problems.append((message, fields))

    def describe(self, rank: int, text: str) -> None:
        """A description, unless one of a higher rank is there."""
        if self.description is None or rank >= self.description[0]:
            self.description = (rank, text)

    def name(self, rank: int, text: str) -> None:
        """A key, unless one of a higher rank is there."""
        if self.key is None or rank >= self.key[0]:
            self.key = (rank, text)

    def name_in_result(self, rank: int, text: str) -> None:
        """The same of a key in results."""
        if self.result_key is None or rank >= self.result_key[0]:
            self.result_key = (rank, text)

    def text(self, value: Value | None, what: str) -> str | None:
        """A text argument; a problem when it is there and cannot be read."""
        match value:
            case None | Constant(value=None):
                return None
            case Constant(value=str(text)):
                return text
            case _:
                self._unread(value, what)
                return None

    def flag(self, value: Value | None, what: str) -> bool:
        """A flag; a problem when it is there and cannot be read."""
        match value:
            case None | Constant(value=None):
                return False
            case Constant(value=bool() | str() as flag):
                return bool(flag)
            case _:
                self._unread(value, what)
                return False

    def bound(self, name: str, value: Value | None, what: str) -> None:
        """A bound of a number, by its field in `Bounds`."""
        match value:
            case None | Constant(value=None):
                pass
            case Constant(value=bool()):
                self.problem(messages.METADATA_NO_NUMBER, what=what)
            case Constant(value=int() | float() as number) if math.isfinite(number):
                known = self.bounds.get(name)
                if name == "multiple_of" and number <= 0:
                    self._unread(value, what)
                elif known is None:
                    self.bounds[name] = number
                elif name == "multiple_of":
                    self.bounds[name] = common_multiple(known, number)
                else:
                    self.bounds[name] = (max if "minimum" in name else min)(known, number)
            case _ if _is_no_number(value):
                self.problem(messages.METADATA_NO_NUMBER, what=what)
            case _:
                self._unread(value, what)

    def limit(self, name: str, value: Value | None, what: str) -> None:
        """A bound of a length, by its field in `Length`."""
        match value:
            case None | Constant(value=None):
                pass
            case Constant(value=int() as number) if not isinstance(number, bool) and number >= 0:
                known = self.length.get(name)
                tighter = max if name == "minimum" else min
                self.length[name] = number if known is None else tighter(known, number)
            case _:
                self._unread(value, what)

    def matches(self, value: Value | None, what: str) -> None:
        """A pattern that a text must match."""
        if isinstance(value, Call) and value.fullname == "re.compile":
            value = value.argument(0, "pattern") if len(value.arguments) == 1 else value
        pattern = self.text(value, what)
        if pattern is None:
            return
        # Loaded with the first pattern.
        from toolschema_mypy.analysis.patterns import fault_of

        fault = fault_of(pattern)
        if fault is not None:
            self.problem(messages.METADATA_PATTERN, pattern=pattern, fault=fault.value)
            return
        self.pattern = pattern

    def _judge(self, pattern: str) -> None:
        """A note on a pattern that may be slow; the runtime looks at a text's length first."""
        from toolschema_mypy.analysis.slow_patterns import slowness_of

        slowness = slowness_of(pattern, self.length.get("maximum"))
        if slowness is not None:
            self.problem(messages.METADATA_SLOW_PATTERN, pattern=pattern, slowness=slowness.value)

    def json(self, value: Value | None, what: str) -> Json:
        """A JSON value; a problem when it is there and cannot be read."""
        match value:
            case Constant(value=constant):
                try:
                    loaded: Json = json.loads(json.dumps(constant, allow_nan=False))
                except (TypeError, ValueError):
                    self._unread(value, what)
                else:
                    return loaded
            case None:
                pass
            case _:
                self._unread(value, what)
        return None

    def more(self, value: Value | None, what: str) -> None:
        """Further keywords for the schema; those that would change what it admits are refused."""
        added = self.json(value, what)
        if not isinstance(added, dict):
            return
        for keyword, item in added.items():
            if keyword in _ENFORCED:
                self.problem(messages.METADATA_EXTRA_KEYWORD, keyword=keyword)
            else:
                self.extra[keyword] = JsonValue(item)

    def _unread(self, value: Value | None, what: str) -> None:
        if isinstance(value, Undefined):
            self.problem(messages.METADATA_UNDEFINED, name=value.name)
        else:
            self.problem(messages.METADATA_UNEVALUATED, what=what)
