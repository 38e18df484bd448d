"""Nodes of a plan for what holds other values: arrays, objects, choices between plans, definitions."""

from __future__ import annotations

import json

from toolschema_runtime._decode.faults import ABSENT, INVALID, Faults, Met, render
from toolschema_runtime._decode.nodes import ChoiceNode, Node, construct, size_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from toolschema_runtime._decode.faults import Path


class Size:
    """How many items an array, or keys an object, may have."""

    __slots__ = ("maximum", "minimum")

    def __init__(self, minimum: int | None, maximum: int | None) -> None:
        self.minimum = minimum
        self.maximum = maximum

    def admits(self, count: int) -> bool:
        return (self.minimum is None or count >= self.minimum) and (
            self.maximum is None or count <= self.maximum
        )

    @property
    def is_open(self) -> bool:
        return not self.minimum and self.maximum is None

    def words(self, unit: str) -> str:
        return "" if self.is_open else " " + size_words(self.minimum, self.maximum, unit)


def keys_met(sent: dict[str, Any]) -> Met:
    """What to say was sent where an object has too few keys or too many."""
    return Met(f"object {size_words(len(sent), len(sent), 'key')}")


def is_unique(items: list[Any]) -> bool:
    """Whether no two items are equal by JSON's equality, where 1 is 1.0 but not true."""
    return len({frozen(item) for item in items}) == len(items)


def find_repeats(items: list[Any], decoded: list[Any], at: Path, faults: Faults) -> None:
    """A fault for each sound item that is equal to one before it."""
    places: dict[Any, int] = {}
    for index, (item, value) in enumerate(zip(items, decoded, strict=True)):
        if value is INVALID:
            continue
        first = places.setdefault(frozen(item), index)
        if first != index:
            faults.wrong_value((*at, index), f"no repeat of {render((*at, first))}", item)


def frozen(value: Any) -> Any:
    """A hashable form of *value*, equal for values that JSON takes for equal."""
    if type(value) is list:
        return ("array", tuple(map(frozen, value)))
    if type(value) is dict:
        return ("object", frozenset((key, frozen(item)) for key, item in value.items()))
    return (type(value) is bool, value)


def from_json_text(value: Any, kind: type, at: Path, faults: Faults) -> Any:
    """An array or object that a model sent as JSON text, if repairs are allowed; else *value*."""
    if type(value) is not str or faults.repairs is None:
        return value
    from toolschema_runtime._decode.json_text import NotAcceptable, parse
    from toolschema_runtime._decode.limits import DEFAULT_LIMITS

    try:
        parsed = parse(value, DEFAULT_LIMITS)
    except NotAcceptable:
        return value
    if type(parsed) is not kind:
        return value
    faults.repaired(at, f"JSON text read as an {'array' if kind is list else 'object'}", parsed)
    return parsed


class ArrayNode(Node):
    """A list, tuple, set or frozenset of one kind of item."""

    __slots__ = ("container", "is_unique", "items", "size")

    def __init__(
        self, container: Callable[[list[Any]], Any], items: Node, size: Size, *, is_unique: bool
    ) -> None:
        self.container = container
        self.items = items
        self.size = size
        self.is_unique = is_unique
        self.expected = f"array{size.words('item')}" + (" without repeats" if is_unique else "")

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        value = from_json_text(value, list, at, faults)
        if type(value) is not list:
            return faults.wrong_type(at, self.expected, value)
        before = len(faults.found)
        if not self.size.admits(len(value)):
            faults.wrong_value(at, self.expected, value)
        decode = self.items.decode
        result = [decode(item, (*at, index), faults) for index, item in enumerate(value)]
        if self.is_unique:
            find_repeats(value, result, at, faults)
        if len(faults.found) > before:
            return INVALID
        return result if self.container is list else self.container(result)


class FixedNode(Node):
    """An array of fixed length: a tuple, or a NamedTuple when there is a class."""

    __slots__ = ("cls", "items")

    def __init__(self, items: tuple[Node, ...], cls: Callable[..., Any] | None) -> None:
        self.items = items
        self.cls = cls
        self.expected = f"array of exactly {len(items)}"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        value = from_json_text(value, list, at, faults)
        if type(value) is not list:
            return faults.wrong_type(at, self.expected, value)
        before = len(faults.found)
        if len(value) != len(self.items):
            faults.wrong_value(at, self.expected, value)
        result = tuple(
            node.decode(item, (*at, index), faults)
            for index, (node, item) in enumerate(zip(self.items, value, strict=False))
        )
        if len(faults.found) > before:
            return INVALID
        return result if self.cls is None else construct(self.cls, result, {}, at, faults)


class MapNode(Node):
    """An object of arbitrary keys; keys are decoded from their text."""

    __slots__ = ("keys", "size", "values")

    def __init__(self, keys: Node, values: Node, size: Size) -> None:
        self.keys = keys
        self.values = values
        self.size = size
        self.expected = f"object{size.words('key')}"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        value = from_json_text(value, dict, at, faults)
        if type(value) is not dict:
            return faults.wrong_type(at, self.expected, value)
        before = len(faults.found)
        if not self.size.admits(len(value)):
            faults.wrong_value(at, self.expected, keys_met(value))
        result: dict[Any, Any] = {}
        for key, item in value.items():
            place = (*at, key if type(key) is str else "")
            # A key is text whatever it stands for, so nothing about it is repaired.
            scratch = Faults()
            decoded = self.keys.decode(key, place, scratch)
            if decoded is INVALID:
                expected = f"key: {self.keys.expected}"
                faults.wrong_value(place, expected, key if type(key) is str else ABSENT)
                continue
            if decoded in result:
                faults.wrong_value(place, "every key once", key)
                continue
            result[decoded] = self.values.decode(item, place, faults)
        return INVALID if len(faults.found) > before else result


class KeyTextNode(Node):
    """A key of a map that stands for something other than text: an int, a Literal, an Enum by value."""

    __slots__ = ("choices", "node")

    def __init__(self, node: Node) -> None:
        self.node = node
        self.expected = node.expected
        values = node.values if isinstance(node, ChoiceNode) else []
        self.choices = {json.dumps(each): each for each in values if type(each) is not str}
        self.choices.update((each, each) for each in values if type(each) is str)

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        if type(value) is not str:
            return faults.wrong_type(at, self.expected, value)
        sent = self.choices.get(value, value) if self.choices else _integer(value)
        return self.node.decode(sent, at, faults)


def _integer(text: str) -> int | str:
    digits = text[1:] if text[:1] == "-" else text
    # One spelling each, so that two keys never mean the same number.
    canonical = (digits == "0" and text == "0") or (digits.isdigit() and digits[:1] != "0")
    return int(text) if digits.isascii() and canonical and len(digits) <= 4300 else text


class Field:
    """One key of an object: *key* is what the model writes, *name* what the constructor takes.

    *supply* holds, as `(value,)`, the JSON value that is decoded when nothing was sent.  A tag is
    checked, but the constructor does not take it.  A result reads *attribute*, which for output
    alone is what the constructor does not take.
    """

    __slots__ = (
        "attribute",
        "is_optional",
        "is_output",
        "is_positional",
        "is_tag",
        "key",
        "name",
        "node",
        "null_is_default",
        "supply",
    )

    def __init__(
        self,
        name: str,
        key: str,
        node: Node,
        *,
        is_optional: bool = False,
        null_is_default: bool = False,
        is_positional: bool = False,
        is_tag: bool = False,
        supply: tuple[Any] | None = None,
        attribute: str | None = None,
        is_output: bool = False,
    ) -> None:
        self.name = name
        self.key = key
        self.node = node
        self.is_optional = is_optional
        self.null_is_default = null_is_default
        self.is_positional = is_positional
        self.is_tag = is_tag
        self.supply = supply
        self.attribute = name if attribute is None else attribute
        self.is_output = is_output

    def decode(self, sent: dict[str, Any], at: Path, faults: Faults) -> Any:
        """The value of this key in *sent*; ABSENT when it is left to the default."""
        value = sent.get(self.key, ABSENT)
        if value is ABSENT and not self.is_optional:
            return faults.missing((*at, self.key), self.node.expected)
        if value is ABSENT or (value is None and self.null_is_default):
            if self.supply is None:
                return ABSENT
            value = self.supply[0]
        return self.node.decode(value, (*at, self.key), faults)


class ObjectNode(Node):
    """An object built as an instance of a class, or kept as a dict for a TypedDict.

    Of a result, *hidden* are the fields that it keeps to itself.
    """

    __slots__ = ("build", "cls", "extra", "fields", "hidden", "keys", "positional_defaults")

    def __init__(
        self,
        fields: tuple[Field, ...],
        build: Callable[[ObjectNode, dict[str, Any], Path, Faults], Any],
        cls: Any,
        extra: Node | None,
        positional_defaults: dict[str, Any],
        hidden: frozenset[str] = frozenset(),
    ) -> None:
        self.fields = fields
        self.hidden = hidden
        self.build = build
        self.cls = cls
        self.extra = extra
        self.positional_defaults = positional_defaults
        self.keys = {field.key: field for field in fields}
        self.expected = "object"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        value = from_json_text(value, dict, at, faults)
        if type(value) is not dict:
            return faults.wrong_type(at, self.expected, value)
        values = self.decode_fields(value, at, faults)
        return INVALID if values is None else self.build(self, values, at, faults)

    def decode_fields(
        self, sent: dict[str, Any], at: Path, faults: Faults
    ) -> dict[str, Any] | None:
        """What was sent, decoded, by the names of the constructor; None when something is wrong."""
        before = len(faults.found)
        values: dict[str, Any] = {}
        for field in self.fields:
            value = field.decode(sent, at, faults)
            if value is not ABSENT:
                values[field.name] = value
        for key in sent:
            if key not in self.keys:
                self._decode_extra(key, sent, at, faults, values)
        return None if len(faults.found) > before else values

    def _decode_extra(
        self, key: Any, sent: dict[str, Any], at: Path, faults: Faults, values: dict[str, Any]
    ) -> None:
        if type(key) is not str:
            faults.wrong_type(at, "text for every key", sent)
        elif self.extra is None:
            faults.unknown((*at, key), list(self.keys))
        elif known := [field.key for field in self.fields if field.name == key]:
            faults.unknown((*at, key), list(self.keys), known[0])
        else:
            values[key] = self.extra.decode(sent[key], (*at, key), faults)


class OptionalNode(Node):
    """null, or what *node* admits."""

    __slots__ = ("node",)

    def __init__(self, node: Node) -> None:
        self.node = node
        self.expected = f"{node.expected} or null"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        if value is None:
            return None
        before = len(faults.found)
        result = self.node.decode(value, at, faults)
        for fault in faults.found[before:]:
            if fault.at == at and fault.code == "type" and fault.expected == self.node.expected:
                fault.expected = self.expected
        return result

    @property
    def admits_text(self) -> bool:
        return self.node.admits_text


class UnionNode(Node):
    """The first arm that accepts.  *tagged* maps the literal of key *tag* to the only arm for it."""

    __slots__ = ("arms", "tag", "tagged")

    def __init__(self, arms: tuple[Node, ...], tag: str | None, tagged: dict[Any, Node]) -> None:
        self.arms = arms
        self.tag = tag
        self.tagged = tagged
        self.expected = " or ".join(dict.fromkeys(arm.expected for arm in arms))

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        if self.tag is not None and type(value) is dict and self.tag in value:
            return self._decode_tagged(value, at, faults)
        result, trials = self._try(value, at, faults, None)
        if result is INVALID and faults.repairs is not None and not self.admits_text:
            repairs: list[str] = []
            result, _ = self._try(value, at, faults, repairs)
            if result is not INVALID:
                faults.repairs += repairs
        if result is INVALID:
            self._explain(value, at, faults, trials)
        return result

    def trial(self, faults: Faults, repairs: list[str] | None) -> Faults:
        """What one arm writes its faults into."""
        return Faults(repairs, faults.read)

    def _try(
        self, value: Any, at: Path, faults: Faults, repairs: list[str] | None
    ) -> tuple[Any, list[Faults]]:
        trials: list[Faults] = []
        for arm in self.arms:
            trial = self.trial(faults, None if repairs is None else [])
            result = arm.decode(value, at, trial)
            if not trial.found:
                if repairs is not None and trial.repairs is not None:
                    repairs += trial.repairs
                return result, trials
            trials.append(trial)
        return INVALID, trials

    def _decode_tagged(self, value: Any, at: Path, faults: Faults) -> Any:
        tag = value[self.tag]
        kind = type(tag)
        is_scalar = kind is str or kind is int or kind is float or kind is bool
        arm = self.tagged.get((kind is bool, tag)) if is_scalar else None
        if arm is not None:
            return arm.decode(value, at, faults)
        known = [key for _, key in self.tagged]
        node = ChoiceNode([(key, key) for key in known])
        return node.decode(tag, (*at, str(self.tag)), faults)

    def _explain(self, value: Any, at: Path, faults: Faults, trials: list[Faults]) -> None:
        # The arms of which the value has the right kind say more than that none fits.
        arms = [
            (arm, trial)
            for arm, trial in zip(self.arms, trials, strict=True)
            if not any(fault.code == "type" and fault.at == at for fault in trial.found)
        ]
        if len(arms) > 1 and type(value) is dict:
            from toolschema_runtime._decode.tags import chosen

            near = chosen(arms, value, at)
        else:
            near = [trial for _, trial in arms]
        if not near:
            faults.wrong_type(at, self.expected, value)
        elif len(near) > 1 and all(
            len(trial.found) == 1 and trial.found[0].at == at for trial in near
        ):
            faults.wrong_value(at, " or ".join(trial.found[0].expected for trial in near), value)
        else:
            faults.found += min(near, key=lambda trial: len(trial.found)).found

    @property
    def admits_text(self) -> bool:
        return any(arm.admits_text for arm in self.arms)


class RefNode(Node):
    """A definition by name; *target* is set once all definitions are read, so that it may be recursive."""

    __slots__ = ("name", "target")
    target: Node

    def __init__(self, name: str, expected: str) -> None:
        self.name = name
        self.expected = expected

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        return self.target.decode(value, at, faults)
