"""Nodes of a stranger's schema: each admits what its keywords do, and gives the JSON value on.

All of them count their work, so that a schema of alternatives within alternatives cannot take forever.
"""

from __future__ import annotations

from toolschema_runtime._decode.compounds import (
    RefNode,
    Size,
    UnionNode,
    find_repeats,
    from_json_text,
    frozen,
    keys_met,
)
from toolschema_runtime._decode.faults import INVALID, Faults
from toolschema_runtime._decode.json_text import NotAcceptable
from toolschema_runtime._decode.nodes import AnyNode, Node, StrNode, TextRules, size_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from toolschema_runtime._decode.faults import Path
    from toolschema_runtime._decode.grammars import Grammar
    from toolschema_runtime._raw.patterns import SafePattern

# Values looked at in one call, alternatives tried included: some seconds at the very most.
MOST_STEPS = 500_000
DEEPEST = 150


class Work:
    """What checking one call may still cost, and how deep it is."""

    __slots__ = ("_depth", "_left")

    def __init__(self) -> None:
        self._left = MOST_STEPS
        self._depth = 0

    def __enter__(self) -> None:
        # In time: a RecursionError inside the extension module that `jsonschema` uses ends the program.
        if self._depth >= DEEPEST:
            raise NotAcceptable(f"at most {DEEPEST} keywords within keywords")
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1

    def spend(self, steps: int) -> None:
        """Take note of work.

        Raises:
            NotAcceptable: When it is more than any sound call needs.
        """
        self._left -= steps
        if self._left < 0:
            raise NotAcceptable("fewer or smaller values: these take too long to check")


class CountedFaults(Faults):
    """Faults of one call or one trial in it, and the work that all of them share."""

    __slots__ = ("work",)

    def __init__(self, repairs: list[str] | None, work: Work, read: dict[Path, Any]) -> None:
        super().__init__(repairs, read)
        self.work = work


def spend(faults: Faults, steps: int) -> None:
    assert isinstance(faults, CountedFaults)  # every raw tool begins with one
    faults.work.spend(steps)


class JsonNode(AnyNode):
    """Any JSON value; the arguments as a whole are known to be JSON, and the tool's own."""

    __slots__ = ()

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        return value


class NothingNode(Node):
    """The schema `false`."""

    __slots__ = ()

    def __init__(self) -> None:
        self.expected = "nothing here"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        return faults.wrong_value(at, self.expected, value)


class PatternNode(StrNode):
    """Text with a pattern, a format, or both."""

    __slots__ = ("grammar", "pattern")

    def __init__(
        self,
        rules: TextRules | None,
        pattern: SafePattern | None,
        grammar: tuple[Grammar, str] | None,
    ) -> None:
        super().__init__(rules)
        self.pattern = pattern
        self.grammar = None if grammar is None else grammar[0]
        words = [self.expected if grammar is None else grammar[1]]
        if grammar is not None and rules is not None:
            words.append(rules.words)
        if pattern is not None:
            words.append(f"matching {pattern.source}")
        self.expected = " ".join(words)

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        text = super().decode(value, at, faults)
        if text is INVALID:
            return INVALID
        if self.pattern is not None:
            if len(text) > self.pattern.longest:
                words = size_words(None, self.pattern.longest, "character")
                return faults.wrong_value(at, f"string {words}, {self.expected}", value)
            spend(faults, self.pattern.steps(text))
            if not self.pattern.matches(text):
                return faults.wrong_value(at, self.expected, value)
        if self.grammar is not None:
            spend(faults, 1 + len(text) // 50)
            try:
                self.grammar.read(text)
            except ValueError:
                return faults.wrong_value(at, self.expected, value)
        return text


class ConstantNode(Node):
    """`enum` or `const` with arrays or objects among the values."""

    __slots__ = ("values",)

    def __init__(self, values: list[Any]) -> None:
        self.values = frozenset(map(frozen, values))
        self.expected = "one of the listed values" if len(values) > 1 else "the given value"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        spend(faults, size(value))
        if frozen(value) in self.values:
            return value
        return faults.wrong_value(at, self.expected, value)


def size(value: Any) -> int:
    """How many values there are in *value*, itself included."""
    if type(value) is list:
        return 1 + sum(map(size, value))
    if type(value) is dict:
        return 1 + sum(map(size, value.values()))
    return 1


class RawArrayNode(Node):
    """An array: the first items by position, the others by *items*, which is None where there are none."""

    __slots__ = ("is_unique", "items", "prefix", "size")

    def __init__(
        self, prefix: tuple[Node, ...], items: Node | None, size: Size, *, is_unique: bool
    ) -> None:
        self.prefix = prefix
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
        elif self.items is None and len(value) > len(self.prefix):
            faults.wrong_value(at, f"array of at most {len(self.prefix)}", value)
        spend(faults, 1 + len(value))
        result: list[Any] = []
        for index, item in enumerate(value):
            node = self.prefix[index] if index < len(self.prefix) else self.items
            result.append(item if node is None else node.decode(item, (*at, index), faults))
        if self.is_unique:
            spend(faults, size(value))
            find_repeats(value, result, at, faults)
        return INVALID if len(faults.found) > before else result


class RawObjectNode(Node):
    """An object by the keywords of JSON Schema, kept as a dict."""

    __slots__ = ("extra", "names", "patterns", "properties", "required", "size")

    def __init__(
        self,
        properties: Mapping[str, Node],
        required: tuple[str, ...],
        patterns: tuple[tuple[SafePattern, Node], ...],
        extra: Node | None,
        names: Node | None,
        size: Size,
    ) -> None:
        self.properties = properties
        self.required = required
        self.patterns = patterns
        self.extra = extra
        self.names = names
        self.size = size
        self.expected = f"object{size.words('key')}"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        value = from_json_text(value, dict, at, faults)
        if type(value) is not dict:
            return faults.wrong_type(at, self.expected, value)
        before = len(faults.found)
        if not self.size.admits(len(value)):
            faults.wrong_value(at, self.expected, keys_met(value))
        spend(faults, 1 + len(value) + len(self.properties))
        # In the order sent, while faults are found in the order of the schema.
        result = dict(value)
        for key in dict.fromkeys((*self.properties, *self.required)):
            if key in value:
                result[key] = self._decode_key(key, value[key], at, faults)
            elif key in self.required:
                node = self.properties.get(key)
                faults.missing((*at, key), "a value" if node is None else node.expected)
        for key, item in value.items():
            if key not in self.properties:
                result[key] = self._decode_key(key, item, at, faults)
        return INVALID if len(faults.found) > before else result

    def _decode_key(self, key: str, value: Any, at: Path, faults: Faults) -> Any:
        place = (*at, key)
        if self.names is not None:
            # A key is text whatever it stands for, so nothing about it is repaired.
            assert isinstance(faults, CountedFaults)  # every raw tool begins with one
            if (
                self.names.decode(key, place, scratch := CountedFaults(None, faults.work, {}))
                is INVALID
            ):
                expected = scratch.found[0].expected if scratch.found else self.names.expected
                return faults.wrong_value(place, f"key: {expected}", key)
        nodes = [self.properties[key]] if key in self.properties else []
        for pattern, node in self.patterns:
            if len(key) > pattern.longest:
                return faults.wrong_value(
                    place, f"key of at most {pattern.longest} characters", key
                )
            spend(faults, pattern.steps(key))
            if pattern.matches(key):
                nodes.append(node)
        if not nodes:
            if self.extra is None:
                faults.unknown(place, list(self.properties))
                return INVALID
            nodes = [self.extra]
        return in_turn(nodes, value, place, faults)


def in_turn(nodes: list[Node], value: Any, at: Path, faults: Faults) -> Any:
    """*value* by each of *nodes*, as far as they accept it."""
    for node in nodes:
        value = node.decode(value, at, faults)
        if value is INVALID:
            return INVALID
    return value


class AllNode(Node):
    """What each of several nodes admits."""

    __slots__ = ("nodes",)

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        said = [node.expected for node in nodes if not isinstance(node, JsonNode)]
        self.expected = said[0] if said else "any JSON value"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        spend(faults, len(self.nodes))
        return in_turn(self.nodes, value, at, faults)

    @property
    def admits_text(self) -> bool:
        return all(node.admits_text for node in self.nodes)


class AnyOfNode(UnionNode):
    """What one of several nodes admits, the first that accepts first."""

    __slots__ = ()

    def __init__(self, arms: tuple[Node, ...]) -> None:
        super().__init__(arms, None, {})

    def trial(self, faults: Faults, repairs: list[str] | None) -> Faults:
        assert isinstance(faults, CountedFaults)  # every raw tool begins with one
        faults.work.spend(1)
        return CountedFaults(repairs, faults.work, faults.read)


class OneOfNode(AnyOfNode):
    """What exactly one of several nodes admits; one or more, where that is left to others."""

    __slots__ = ("is_exact",)

    def __init__(self, arms: tuple[Node, ...]) -> None:
        super().__init__(arms)
        self.is_exact = True

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        result = super().decode(value, at, faults)
        if result is INVALID or not self.is_exact:
            return result
        accepting = 0
        for arm in self.arms:
            trial = self.trial(faults, None)
            accepting += arm.decode(result, at, trial) is not INVALID
        if accepting > 1:
            return faults.wrong_value(at, f"exactly one of: {self.expected}", value)
        return result


class KindNode(Node):
    """Keywords without a `type`: each asks something of one kind of value, and nothing of the others."""

    __slots__ = ("nodes",)

    def __init__(self, nodes: Mapping[type, Node]) -> None:
        self.nodes = nodes
        self.expected = "any JSON value"

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        node = self.nodes.get(type(value))
        return value if node is None else node.decode(value, at, faults)

    @property
    def admits_text(self) -> bool:
        return True


class RawRefNode(RefNode):
    """A definition of a stranger's schema, which may lead back to itself at once."""

    __slots__ = ()

    def decode(self, value: Any, at: Path, faults: Faults) -> Any:
        spend(faults, 1)
        return self.target.decode(value, at, faults)
