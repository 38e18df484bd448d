"""Metadata inside `Annotated` or `= Field(...)`: descriptions, names, bounds, injection.

One reader per constructor, looked up by its exact fullname.  All items of an annotation are read,
in order; of two bounds on one side the tighter holds.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from mypy.nodes import Var
from mypy.types import Instance, get_proper_type

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.values import (
    Call,
    Constant,
    Member,
    Named,
    Undefined,
    Unknown,
    Value,
)
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

# Descriptions by who wins (design: Describe > Doc > Field/Meta > bare string > docstring).
_BARE, _FIELD, _DOC, _DESCRIBE = range(4)

# Of pydantic's Field and msgspec's Meta: what is said by name, and where it goes.
_BOUNDS: Final = {
    "gt": "exclusive_minimum",
    "ge": "minimum",
    "lt": "exclusive_maximum",
    "le": "maximum",
    "multiple_of": "multiple_of",
}
_LENGTHS: Final = {"min_length": "minimum", "max_length": "maximum"}
# They change nothing about what may be sent.
_SILENT: Final = frozenset(
    {
        "alias_priority",
        # The arms' own literals say which key tells them apart.
        "discriminator",
        "exclude",
        "extra",
        "field_title_generator",
        "frozen",
        "init",
        "init_var",
        "kw_only",
        "repr",
        "serialization_alias",
        "union_mode",
        "validate_default",
    }
)


def common_multiple(first: float, second: float) -> int | float:
    """The least number that is a multiple of both, as their decimal digits say them."""
    # Rarely wanted, and no module that mypy has loaded.
    from fractions import Fraction

    one, other = Fraction(str(first)), Fraction(str(second))
    denominator = math.gcd(one.denominator, other.denominator)
    least = Fraction(math.lcm(one.numerator, other.numerator), denominator)
    return int(least) if least.denominator == 1 else float(least)


def read_metadata(values: Iterable[Value]) -> Metadata:
    """Read metadata items in order."""
    if not values:
        return NO_METADATA
    draft = _Draft()
    for value in values:
        draft.read(value)
    return draft.finish()


class _Draft:
    def __init__(self) -> None:
        self.description: tuple[int, str] | None = None
        self.title: str | None = None
        self.examples: list[JsonValue] = []
        self.deprecated = False
        self.extra: dict[str, JsonValue] = {}
        self.key: tuple[int, str] | None = None
        self.injects: list[InjectMark] = []
        self.bounds: dict[str, int | float] = {}
        self.length: dict[str, int] = {}
        self.pattern: str | None = None
        self.is_exact = False
        self.default: FieldDefault | None = None
        self.problems: list[Problem] = []

    def finish(self) -> Metadata:
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
            injects=tuple(self.injects),
            bounds=Bounds(**self.bounds),
            length=Length(**self.length),
            pattern=self.pattern,
            is_exact=self.is_exact,
            default=self.default,
            problems=tuple(self.problems),
        )

    def problem(self, message: Message, **fields: str) -> None:
        self.problems.append((message, fields))

    # -- one item ------------------------------------------------------------------------------

    def read(self, value: Value) -> None:
        match value:
            case Constant(value=str(text)):
                self.describe(_BARE, text)
            case Undefined(name=name):
                self.problem(messages.METADATA_UNDEFINED, name=name)
            case Unknown(text=text, is_text=True):
                self.problem(messages.METADATA_UNEVALUATED, what=text)
            case Named(resolved=resolved):
                self._named(resolved.fullname, resolved.node)
            case Call():
                self._call(value)
            case Constant() | Member() | Unknown():
                pass  # somebody else's marker

    def _named(self, fullname: str, node: object) -> None:
        if fullname == fullnames.INJECT:
            self.injects.append(InjectMark(is_required=False))
        elif isinstance(node, Var) and node.type is not None:
            typ = get_proper_type(node.type)
            if isinstance(typ, Instance) and typ.type.fullname == "builtins.str":
                self.problem(messages.METADATA_UNEVALUATED, what=fullname)

    def _call(self, call: Call) -> None:
        reader = _READERS.get(call.fullname)
        if reader is not None:
            reader(self, call)
        elif call.fullname.startswith(fullnames.READ_LIBRARIES):
            self.problem(messages.METADATA_UNREAD, what=call.fullname)

    # -- what the readers say --------------------------------------------------------------------

    def describe(self, rank: int, text: str) -> None:
        if self.description is None or rank >= self.description[0]:
            self.description = (rank, text)

    def name(self, rank: int, text: str) -> None:
        if self.key is None or rank >= self.key[0]:
            self.key = (rank, text)

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
        match value:
            case None | Constant(value=None):
                return False
            case Constant(value=bool() | str() as flag):
                return bool(flag)
            case _:
                self._unread(value, what)
                return False

    def bound(self, name: str, value: Value | None, what: str) -> None:
        match value:
            case None | Constant(value=None):
                pass
            case Constant(value=bool()):
                self._unread(value, what)
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
            case _:
                self._unread(value, what)

    def limit(self, name: str, value: Value | None, what: str) -> None:
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
        if isinstance(value, Call) and value.fullname == "re.compile":
            value = value.argument(0, "pattern") if len(value.arguments) == 1 else value
        pattern = self.text(value, what)
        if pattern is None:
            return
        # Loaded with the first pattern.
        from toolschema_mypy.analysis.patterns import fault_of, has_nested_quantifier

        fault = fault_of(pattern)
        if fault is not None:
            self.problem(messages.METADATA_PATTERN, pattern=pattern, fault=fault.value)
            return
        if has_nested_quantifier(pattern):
            self.problem(messages.METADATA_SLOW_PATTERN, pattern=pattern)
        self.pattern = pattern

    def json(self, value: Value | None, what: str) -> Json:
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


# json_schema_extra may add words, not rules: neither pydantic nor our decoder holds them.
_ENFORCED: Final = frozenset(
    """$ref $defs $schema type enum const anyOf oneOf allOf not if then else properties required
    additionalProperties patternProperties propertyNames minProperties maxProperties items
    prefixItems contains minItems maxItems uniqueItems minLength maxLength pattern format minimum
    maximum exclusiveMinimum exclusiveMaximum multipleOf dependentRequired dependentSchemas
    unevaluatedItems unevaluatedProperties contentEncoding""".split()
)


def _describe(draft: _Draft, call: Call) -> None:
    text = draft.text(call.argument(0, "text", "description"), "Describe(...)")
    if text is not None:
        draft.describe(_DESCRIBE, text)


def _doc(draft: _Draft, call: Call) -> None:
    text = draft.text(call.argument(0, "documentation"), "Doc(...)")
    if text is not None:
        draft.describe(_DOC, text)


def _name(draft: _Draft, call: Call) -> None:
    text = draft.text(call.argument(0, "name", "wire", "key"), "Name(...)")
    if text is not None:
        draft.name(_DESCRIBE, text)


def _inject(draft: _Draft, call: Call) -> None:
    required = draft.flag(call.keyword("required"), "Inject(required=...)")
    draft.injects.append(InjectMark(required))


def _bound(name: str, keyword: str) -> Callable[[_Draft, Call], None]:
    def read(draft: _Draft, call: Call) -> None:
        draft.bound(name, call.argument(0, keyword), ast_text(call, keyword))

    return read


def _length(*names: str) -> Callable[[_Draft, Call], None]:
    def read(draft: _Draft, call: Call) -> None:
        for index, name in enumerate(names):
            draft.limit(_LENGTHS[name], call.argument(index, name), ast_text(call, name))

    return read


def _interval(draft: _Draft, call: Call) -> None:
    for keyword, name in _BOUNDS.items():
        draft.bound(name, call.keyword(keyword), ast_text(call, keyword))


def ast_text(call: Call, keyword: str) -> str:
    """How to name an argument in a message."""
    return f"{call.fullname.rpartition('.')[2]}({keyword}=...)"


def _constraints(draft: _Draft, call: Call) -> set[str]:
    """Read what Field, Meta and StringConstraints share; give back the keywords taken."""
    for keyword, name in _BOUNDS.items():
        draft.bound(name, call.keyword(keyword), ast_text(call, keyword))
    for keyword, name in _LENGTHS.items():
        draft.limit(name, call.keyword(keyword), ast_text(call, keyword))
    draft.matches(call.keyword("pattern"), ast_text(call, "pattern"))
    title = draft.text(call.keyword("title"), ast_text(call, "title"))
    draft.title = title if title is not None else draft.title
    text = draft.text(call.keyword("description"), ast_text(call, "description"))
    if text is not None:
        draft.describe(_FIELD, text)
    examples = draft.json(call.keyword("examples"), ast_text(call, "examples"))
    if isinstance(examples, list):
        draft.examples.extend(JsonValue(example) for example in examples)
    return {*_BOUNDS, *_LENGTHS, "pattern", "title", "description", "examples"}


def _pydantic_field(draft: _Draft, call: Call) -> None:
    taken = _constraints(draft, call)
    draft.deprecated |= draft.flag(call.keyword("deprecated"), "Field(deprecated=...)")
    draft.is_exact |= draft.flag(call.keyword("strict"), "Field(strict=...)")
    draft.more(call.keyword("json_schema_extra"), "Field(json_schema_extra=...)")
    for rank, keyword in enumerate(("alias", "validation_alias")):
        text = draft.text(first_choice(call.keyword(keyword)), f"Field({keyword}=...)")
        if text is not None:
            draft.name(rank, text)
    value, factory = call.argument(0, "default"), call.keyword("default_factory")
    if (value is not None and value != Constant(...)) or factory is not None:
        draft.default = FieldDefault(value, factory)
    _note_unread(
        draft,
        call,
        taken
        | _SILENT
        | {"deprecated", "strict", "json_schema_extra", "alias", "validation_alias"}
        | {"default", "default_factory"},
    )


def first_choice(alias: Value | None) -> Value | None:
    """Of `AliasChoices("a", "b")` the first is published; the decoder takes no other."""
    if isinstance(alias, Call) and alias.fullname == fullnames.PYDANTIC_ALIAS_CHOICES:
        return alias.argument(0, "first_choice")
    return alias


def _nothing(draft: _Draft, call: Call) -> None:
    """Says nothing that is not said elsewhere."""


def _string_constraints(draft: _Draft, call: Call) -> None:
    taken = _constraints(draft, call)
    draft.is_exact |= draft.flag(call.keyword("strict"), "StringConstraints(strict=...)")
    _note_unread(draft, call, taken | {"strict"})


def _msgspec_meta(draft: _Draft, call: Call) -> None:
    taken = _constraints(draft, call)
    draft.more(call.keyword("extra_json_schema"), "Meta(extra_json_schema=...)")
    _note_unread(draft, call, taken | _SILENT | {"extra_json_schema"})


def _note_unread(draft: _Draft, call: Call, known: set[str] | frozenset[str]) -> None:
    for keyword in call.keywords:
        if keyword not in known:
            draft.problem(messages.METADATA_UNREAD, what=ast_text(call, keyword))


_READERS: Final[Mapping[str, Callable[[_Draft, Call], None]]] = {
    fullnames.DESCRIBE: _describe,
    fullnames.NAME: _name,
    fullnames.INJECT: _inject,
    **dict.fromkeys(fullnames.DOC, _doc),
    **dict.fromkeys(fullnames.PYDANTIC_FIELD, _pydantic_field),
    **dict.fromkeys(fullnames.MSGSPEC_META, _msgspec_meta),
    "pydantic.types.StringConstraints": _string_constraints,
    # The arms' own literals say which key tells them apart.
    **dict.fromkeys(fullnames.PYDANTIC_DISCRIMINATOR, _nothing),
    "annotated_types.Gt": _bound("exclusive_minimum", "gt"),
    "annotated_types.Ge": _bound("minimum", "ge"),
    "annotated_types.Lt": _bound("exclusive_maximum", "lt"),
    "annotated_types.Le": _bound("maximum", "le"),
    "annotated_types.MultipleOf": _bound("multiple_of", "multiple_of"),
    "annotated_types.Interval": _interval,
    "annotated_types.MinLen": _length("min_length"),
    "annotated_types.MaxLen": lambda draft, call: draft.limit(
        "maximum", call.argument(0, "max_length"), "MaxLen(max_length=...)"
    ),
    "annotated_types.Len": _length("min_length", "max_length"),
}
