"""Nodes of a plan for single values: each decodes one kind of JSON value, or says what is wrong with it."""

from __future__ import annotations

from math import isfinite

from toolschema_runtime._decode.faults import INVALID, choices
from toolschema_runtime._decode.refusals import refusal_text
from toolschema_runtime._errors import ToolCallRefused

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable
    from decimal import Decimal
    from typing import Any

    from toolschema_runtime._decode.faults import Faults, Path
    from toolschema_runtime._decode.grammars import Grammar

# A double holds every integer below this exactly; from here on a fraction or exponent loses digits.
EXACT = 2**53


class Node:
    """One place of a plan.

    Attributes:
        expected: What is admitted here, in the words of a message.
    """

    __slots__ = ("expected",)
    expected: str

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        """The Python value for *value*, or INVALID after saying why to *faults*."""
        raise NotImplementedError

    @property
    def admits_text(self) -> bool:
        """Whether a JSON string of any kind could be meant as one here, so that it is never repaired."""
        return False


class AnyNode(Node):
    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "any JSON value"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        # A copy, so that a tool which changes what it was given does not change the message it came in.
        return (
            copy_json(value) if is_json(value) else faults.wrong_type(at, "JSON throughout", value)
        )

    @property
    def admits_text(self) -> bool:
        return True


def is_json(value: Any) -> bool:
    """Whether *value* is made of JSON's own kinds alone, with finite numbers and text for keys."""
    kind = type(value)
    if kind is str or kind is int or kind is bool or value is None:
        return True
    if kind is float:
        return isfinite(value)
    if kind is list:
        return all(map(is_json, value))
    if kind is dict:
        return all(type(key) is str for key in value) and all(map(is_json, value.values()))
    return False


def is_number(value: Any) -> bool:
    """Whether *value* is a number in JSON's sense: finite, and no bool."""
    return type(value) is int or (type(value) is float and isfinite(value))


def copy_json(value: Any) -> Any:
    """*value* with arrays and objects of its own."""
    if type(value) is list:
        return [copy_json(item) for item in value]
    if type(value) is dict:
        return {key: copy_json(item) for key, item in value.items()}
    return value


class NullNode(Node):
    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "null"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        return None if value is None else faults.wrong_type(at, self.expected, value)


class BoolNode(Node):
    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "boolean"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        if value is True or value is False:
            return value
        if faults.repairs is not None and value in ("true", "false"):
            faults.repaired(at, "text read as a boolean")
            return value == "true"
        return faults.wrong_type(at, self.expected, value)


class Bounds:
    """Limits on a number, and the words for them."""

    __slots__ = ("checks", "multiple_of", "words")

    def __init__(self, checks: tuple[tuple[str, Any], ...], multiple_of: Any) -> None:
        # (operator, bound) such as (">=", 1); the value stands on the left.
        self.checks = checks
        self.multiple_of = multiple_of
        words = [f"{operator} {bound}" for operator, bound in checks]
        if multiple_of is not None:
            words.append(f"a multiple of {multiple_of}")
        self.words = " and ".join(words)

    def admit(self, value: Any) -> bool:
        try:
            for operator, bound in self.checks:
                if not _COMPARE[operator](value, bound):
                    return False
        except TypeError:  # a naive time and an aware one have no order
            return False
        return self.multiple_of is None or is_multiple(value, self.multiple_of)


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    ">=": lambda value, bound: value >= bound,
    "<=": lambda value, bound: value <= bound,
    ">": lambda value, bound: value > bound,
    "<": lambda value, bound: value < bound,
}


def is_multiple(value: Any, of: Any) -> bool:
    """Whether *value* is a multiple of *of* as both are written: 0.3 is one of 0.1."""
    if type(value) is int and type(of) is int:
        return value % of == 0
    top, bottom = _as_written(value).as_integer_ratio()
    of_top, of_bottom = _as_written(of).as_integer_ratio()
    return (top * of_bottom) % (bottom * of_top) == 0


class IntNode(Node):
    __slots__ = ("bounds", "is_exact")

    def __init__(self, bounds: Bounds | None = None, *, is_exact: bool = False) -> None:
        self.bounds = bounds
        self.is_exact = is_exact
        self.expected = f"integer {bounds.words}" if bounds else "integer"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        number = value
        if type(value) is float and not self.is_exact and -EXACT < value < EXACT:
            number = int(value) if value.is_integer() else value
        elif type(value) is str and faults.repairs is not None:
            number = _int_from_text(value)
            if number is not value:
                faults.repaired(at, "text read as an integer")
        if type(number) is not int:
            return faults.wrong_type(at, self.expected, value)
        if self.bounds is not None and not self.bounds.admit(number):
            return faults.wrong_value(at, self.expected, value)
        return number


def _int_from_text(text: str) -> Any:
    digits = text[1:] if text[:1] == "-" else text
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 20 else text


class FloatNode(Node):
    """A `float`; with *keeps_int*, `int | float`."""

    __slots__ = ("bounds", "keeps_int")

    def __init__(self, bounds: Bounds | None = None, *, keeps_int: bool = False) -> None:
        self.bounds = bounds
        self.keeps_int = keeps_int
        self.expected = f"number {bounds.words}" if bounds else "number"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        if type(value) is int:
            try:
                number: Any = float(value)
            except OverflowError:
                return faults.wrong_type(at, "finite number", value)
            if self.keeps_int:
                number = value
        elif type(value) is float:
            if not isfinite(value):
                return faults.wrong_type(
                    at, "finite number", "NaN" if value != value else "Infinity"
                )
            number = value
        else:
            return faults.wrong_type(at, self.expected, value)
        if self.bounds is not None and not self.bounds.admit(value):
            return faults.wrong_value(at, self.expected, value)
        return number


class TextRules:
    """Limits on a text: its length in characters and a pattern that is searched for."""

    __slots__ = ("maximum", "minimum", "pattern", "source", "words")

    def __init__(
        self,
        minimum: int | None,
        maximum: int | None,
        pattern: re.Pattern[str] | None,
        source: str | None,
    ) -> None:
        self.minimum = minimum
        self.maximum = maximum
        self.pattern = pattern
        self.source = source
        words = (
            [size_words(minimum, maximum, "character")] if minimum or maximum is not None else []
        )
        if source is not None:
            words.append(f"matching {source}")
        self.words = " ".join(words)

    def admit(self, text: str) -> bool:
        return (
            (self.minimum is None or len(text) >= self.minimum)
            and (self.maximum is None or len(text) <= self.maximum)
            and (self.pattern is None or self.pattern.search(text) is not None)
        )


def size_words(minimum: int | None, maximum: int | None, unit: str) -> str:
    """A size as a phrase: `of 2 to 5 items`."""
    if minimum is not None and minimum == maximum:
        size = f"{minimum}"
    elif maximum is None:
        size = f"at least {minimum}"
    elif minimum is None:
        size = f"at most {maximum}"
    else:
        size = f"{minimum} to {maximum}"
    last = maximum if maximum is not None else minimum
    return f"of {size} {unit}" if last == 1 else f"of {size} {unit}s"


class StrNode(Node):
    __slots__ = ("rules",)

    def __init__(self, rules: TextRules | None = None) -> None:
        self.rules = rules
        self.expected = f"string {rules.words}" if rules else "string"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        if type(value) is not str:
            return faults.wrong_type(at, self.expected, value)
        if self.rules is not None and not self.rules.admit(value):
            return faults.wrong_value(at, self.expected, value)
        return value

    @property
    def admits_text(self) -> bool:
        return True


class TextNode(Node):
    """A type that travels as text by a grammar of ours."""

    __slots__ = ("bounds", "grammar", "kind", "rules")

    def __init__(
        self,
        kind: str,
        grammar: Grammar,
        expected: str,
        rules: TextRules | None = None,
        bounds: Bounds | None = None,
    ) -> None:
        self.kind = kind
        self.grammar = grammar
        self.rules = rules
        self.bounds = bounds
        words = [expected, rules.words if rules else "", bounds.words if bounds else ""]
        self.expected = " ".join(word for word in words if word)

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        text = value
        if (
            self.kind == "decimal"
            and faults.repairs is not None
            and (type(value) is int or type(value) is float)
            and is_json(value)
        ):
            text = format_number(value)
            faults.repaired(at, "a number read as decimal text")
        if type(text) is not str:
            return faults.wrong_type(at, self.expected, value)
        try:
            built = self.grammar.read(text)
        except ValueError:
            return faults.wrong_value(at, self.expected, value)
        if self.rules is not None and not self.rules.admit(text):
            return faults.wrong_value(at, self.expected, value)
        if self.bounds is not None and not self.bounds.admit(built):
            return faults.wrong_value(at, self.expected, value)
        return built

    @property
    def admits_text(self) -> bool:
        return True


def format_number(value: Any) -> str:
    """A number as plain digits: never with an exponent."""
    return format(_as_written(value), "f")


def _as_written(number: Any) -> Decimal:
    from decimal import Decimal

    # Python makes no text of an integer of thousands of digits.
    return Decimal(number if type(number) is int else str(number))


class ChoiceNode(Node):
    """A Literal or an Enum: one of some JSON scalars, each standing for a Python value.

    *table* is keyed by whether the value is a bool and the value, since `true` is not 1 in JSON but is
    in Python; `1.0` finds 1, as JSON has it.
    """

    __slots__ = ("keeps_values", "table", "texts", "values")

    def __init__(self, pairs: list[tuple[Any, Any]]) -> None:
        # Whether what holds an Enum may hold the value of a member in its place.
        self.keeps_values = False
        self.values = [value for value, _ in pairs]
        self.texts = [value for value in self.values if type(value) is str]
        self.table = {(type(value) is bool, value): result for value, result in pairs}
        self.expected = choices(self.values)

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        kind = type(value)
        if kind is str or kind is int or kind is float or kind is bool or value is None:
            result = self.table.get((kind is bool, value), INVALID)
            if result is not INVALID:
                return result
            if kind in map(type, self.values):
                return faults.wrong_value(at, self.expected, value, self.texts)
        return faults.wrong_type(at, self.expected, value)

    @property
    def admits_text(self) -> bool:
        return bool(self.texts)


class ScalarClassNode(Node):
    """A class deriving from str, int, float or bytes: the base's value, given to its constructor."""

    __slots__ = ("base", "cls")

    def __init__(self, cls: Callable[[Any], Any], base: Node) -> None:
        self.cls = cls
        self.base = base
        self.expected = base.expected

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        plain = self.base.decode(value, at, faults)
        if plain is INVALID:
            return INVALID
        return construct(self.cls, (plain,), {}, at, faults)

    @property
    def admits_text(self) -> bool:
        return self.base.admits_text


def construct(
    cls: Callable[..., Any],
    positional: tuple[Any, ...],
    named: dict[str, Any],
    at: Path,
    faults: Faults,
) -> Any:
    """Calls a constructor; its ValueError or ToolCallRefused is a fault, anything else its own crash."""
    try:
        return cls(*positional, **named)
    except ToolCallRefused as refusal:
        return faults.refused(at, refusal.for_model())
    except ValueError as error:
        return faults.refused(at, refusal_text(error))
