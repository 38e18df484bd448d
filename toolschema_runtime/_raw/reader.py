"""Reads a stranger's schema into nodes, and keeps account of every keyword that nothing checks."""

from __future__ import annotations

from toolschema_runtime._decode.compounds import OptionalNode, Size
from toolschema_runtime._decode.grammars import TEXTS
from toolschema_runtime._decode.nodes import (
    BoolNode,
    Bounds,
    ChoiceNode,
    FloatNode,
    IntNode,
    NullNode,
    StrNode,
    TextRules,
    is_number,
)
from toolschema_runtime._raw.nodes import (
    AllNode,
    AnyOfNode,
    ConstantNode,
    JsonNode,
    KindNode,
    NothingNode,
    OneOfNode,
    PatternNode,
    RawArrayNode,
    RawObjectNode,
    RawRefNode,
)
from toolschema_runtime._raw.patterns import safe_pattern
from toolschema_runtime.dialects._foreign import NO_TARGET, TOO_DEEP, canonical
from toolschema_runtime.dialects._rewriting import escape, references

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Final

    from toolschema_runtime._decode.grammars import Grammar
    from toolschema_runtime._decode.nodes import Node
    from toolschema_runtime._raw.patterns import SafePattern

# What a schema says without demanding anything.
ANNOTATIONS: Final = frozenset(
    (
        "$comment",
        "$defs",
        "default",
        "deprecated",
        "description",
        "examples",
        "readOnly",
        "title",
        "writeOnly",
    )
)
# What the nodes leave to `jsonschema`; those that follow another keyword ask for nothing alone.
REST: Final = frozenset(
    (
        "contains",
        "dependentRequired",
        "dependentSchemas",
        "if",
        "not",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
FOLLOWERS: Final = frozenset(("else", "maxContains", "minContains", "then"))
_FORMATS: Final = {
    "date": "date",
    "date-time": "datetime",
    "ipv4": "ipv4",
    "ipv6": "ipv6",
    "regex": "regex",
    "time": "time",
    "uuid": "uuid",
}
_OF_ANY_KIND: Final = frozenset(("$ref", "allOf", "anyOf", "const", "enum", "oneOf", "type"))
_OF_TEXT: Final = frozenset(("contentEncoding", "format", "maxLength", "minLength", "pattern"))
_OPERATORS: Final = {
    "minimum": ">=",
    "maximum": "<=",
    "exclusiveMinimum": ">",
    "exclusiveMaximum": "<",
}
_OF_NUMBERS: Final = frozenset((*_OPERATORS, "multipleOf"))
_OF_ARRAYS: Final = frozenset(("items", "maxItems", "minItems", "prefixItems", "uniqueItems"))
_OF_OBJECTS: Final = frozenset(
    (
        "additionalProperties",
        "maxProperties",
        "minProperties",
        "patternProperties",
        "properties",
        "propertyNames",
        "required",
    )
)
CHECKED: Final = _OF_ANY_KIND | _OF_TEXT | _OF_NUMBERS | _OF_ARRAYS | _OF_OBJECTS


class Reading:
    """A schema that was read.

    Attributes:
        root: The schema in 2020-12, every reference naming something under `$defs`.
        node: What checks all but `rest`.
        unchecked: JSON pointers of the keywords that the nodes do not check, without `rest`.
        rest: JSON pointers of the keywords that are left to `jsonschema`, with each keyword and its value.
        lost: JSON pointers of what was lost when the schema was made sound and brought into 2020-12.
    """

    __slots__ = ("lost", "node", "rest", "root", "unchecked")

    def __init__(self, schema: dict[str, Any], dropped: Iterable[str]) -> None:
        """Read a schema.

        Args:
            schema: A sound one.
            dropped: JSON pointers of what was left out of it, to make it so.
        """
        document = canonical(schema)
        self.root = document.root
        self.unchecked: dict[str, None] = dict.fromkeys(dropped)
        self.rest: dict[str, dict[str, Any]] = {}
        for pointer, rule in document.changes:
            if rule is NO_TARGET:
                self.unchecked[f"{pointer}/$ref"] = None
            elif rule is TOO_DEEP:
                self.unchecked[pointer] = None
        # A dropped keyword's pointer is that of the schema as it came.
        moved = [
            f"/$defs/{at.removeprefix('/definitions/')}"
            for at in dropped
            if at[:13] == "/definitions/"
        ]
        self.lost = (*self.unchecked, *moved)
        self.node = _Reader(self).read_all()


def reaches(pointer: str, schema: Any, places: Iterable[str]) -> bool:
    """Whether one of *places* is below *pointer*, or in a definition that *schema*, which is there, may lead to."""
    roots = (f"{pointer}/", "/$defs/") if references(schema) else (f"{pointer}/",)
    return any(place.startswith(roots) for place in places)


class _Reader:
    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._definitions: dict[str, Any] = reading.root.get("$defs", {})
        self._nodes: dict[str, Node] = {}
        self._references: list[RawRefNode] = []
        self._choices: list[tuple[str, Any, OneOfNode]] = []
        self._kinds: dict[str, Callable[[dict[str, Any], str], Node]] = {
            "null": lambda _schema, _at: NullNode(),
            "boolean": lambda _schema, _at: BoolNode(),
            "integer": lambda schema, at: IntNode(self._bounds(schema, at)),
            "number": lambda schema, at: FloatNode(self._bounds(schema, at), keeps_int=True),
            "string": self._text,
            "array": self._array,
            "object": self._object,
        }

    def read_all(self) -> Node:
        node = self._node(self._reading.root, "")
        while self._references:
            reference = self._references.pop()
            name = reference.name
            if name not in self._nodes:
                self._nodes[name] = self._node(self._definitions[name], f"/$defs/{escape(name)}")
            reference.target = self._nodes[name]
        self._settle_choices()
        return node

    def _settle_choices(self) -> None:
        """Only where every arm is checked in full can be said that just one of them accepts."""
        reading = self._reading
        gaps = [
            at for at in reading.unchecked if at.rpartition("/")[2] in CHECKED or at in reading.lost
        ]
        for at, arms, node in self._choices:
            schema = {"oneOf": arms}
            if reaches(at, schema, gaps):
                node.is_exact = False
                reading.unchecked[at] = None
            elif reaches(at, schema, tuple(reading.rest)):
                node.is_exact = False
                reading.rest[at] = schema

    def _leave(self, at: str, keyword: str) -> None:
        self._reading.unchecked[f"{at}/{keyword}"] = None

    def _node(self, schema: Any, at: str) -> Node:
        if schema is True:
            return JsonNode()
        if schema is False:
            return NothingNode()
        if self._admits_nothing(schema, at):
            return NothingNode()
        for keyword in schema:
            if keyword in REST:
                self._reading.rest[f"{at}/{keyword}"] = {keyword: schema[keyword]}
            elif keyword not in CHECKED and keyword not in ANNOTATIONS and keyword not in FOLLOWERS:
                self._leave(at, keyword)
        nodes = [*self._listed(schema, at), *self._typed(schema, at), *self._composed(schema, at)]
        return nodes[0] if len(nodes) == 1 else AllNode(nodes) if nodes else JsonNode()

    def _admits_nothing(self, schema: dict[str, Any], at: str) -> bool:
        return schema.get("not") in (True, {}) and not reaches(f"{at}/not", {}, self._reading.lost)

    # -- enum, const, type -------------------------------------------------------------------------

    def _listed(self, schema: dict[str, Any], at: str) -> list[Node]:
        nodes: list[Node] = []
        for keyword in ("enum", "const"):
            if keyword not in schema:
                continue
            values = schema[keyword] if keyword == "enum" else [schema[keyword]]
            if any(type(value) in (list, dict) for value in values):
                nodes.append(ConstantNode(values))
            else:
                nodes.append(ChoiceNode([(value, value) for value in values]))
        return nodes

    def _typed(self, schema: dict[str, Any], at: str) -> list[Node]:
        kinds = schema.get("type")
        if kinds is None:
            return self._of_any_kind(schema, at)
        names = kinds if type(kinds) is list else [kinds]
        if _are_all(schema, names):
            return []  # the values listed say it, and say it better
        others = [
            self._kinds[name](schema, at) for name in names if name != "null" or names == ["null"]
        ]
        node = others[0] if len(others) == 1 else AnyOfNode(tuple(others))
        return [OptionalNode(node) if "null" in names and names != ["null"] else node]

    def _of_any_kind(self, schema: dict[str, Any], at: str) -> list[Node]:
        nodes: dict[type, Node] = {}
        if not _OF_TEXT.isdisjoint(schema):
            nodes[str] = self._text(schema, at)
        if not _OF_NUMBERS.isdisjoint(schema):
            nodes[int] = nodes[float] = self._kinds["number"](schema, at)
        if not _OF_ARRAYS.isdisjoint(schema):
            nodes[list] = self._array(schema, at)
        if not _OF_OBJECTS.isdisjoint(schema):
            nodes[dict] = self._object(schema, at)
        return [KindNode(nodes)] if nodes else []

    # -- one kind of value -------------------------------------------------------------------------

    def _bounds(self, schema: dict[str, Any], at: str) -> Bounds | None:
        checks = tuple((_OPERATORS[k], schema[k]) for k in _OPERATORS if k in schema)
        multiple_of = schema.get("multipleOf")
        return Bounds(checks, multiple_of) if checks or multiple_of is not None else None

    def _text(self, schema: dict[str, Any], at: str) -> Node:
        least, most = schema.get("minLength"), schema.get("maxLength")
        rules = None if not least and most is None else TextRules(least, most, None, None)
        pattern = self._pattern(schema["pattern"], at, "pattern") if "pattern" in schema else None
        grammar = self._grammar(schema, at)
        if pattern is None and grammar is None:
            return StrNode(rules)
        return PatternNode(rules, pattern, grammar)

    def _pattern(self, source: str, at: str, place: str) -> SafePattern | None:
        pattern = safe_pattern(source)
        if pattern is None:
            self._leave(at, place)
        return pattern

    def _grammar(self, schema: dict[str, Any], at: str) -> tuple[Grammar, str] | None:
        grammar: tuple[Grammar, str] | None = None
        for keyword, known in (("contentEncoding", {"base64": "bytes"}), ("format", _FORMATS)):
            if keyword not in schema:
                continue
            said = schema[keyword]
            if (
                said not in known or grammar is not None
            ):  # or a text in base64 that has a format besides
                self._leave(at, keyword)
            else:
                make, words = TEXTS[known[said]]
                grammar = make(False), words
        return grammar

    def _array(self, schema: dict[str, Any], at: str) -> Node:
        prefix = schema.get("prefixItems", ())
        items = schema.get("items", True)
        return RawArrayNode(
            tuple(self._node(item, f"{at}/prefixItems/{i}") for i, item in enumerate(prefix)),
            None if items is False else self._node(items, f"{at}/items"),
            Size(schema.get("minItems"), schema.get("maxItems")),
            is_unique=schema.get("uniqueItems", False),
        )

    def _object(self, schema: dict[str, Any], at: str) -> Node:
        properties = self._named(schema, at, "properties")
        patterns: list[tuple[SafePattern, Node]] = []
        further = schema.get("additionalProperties", True)
        for source, node in self._named(schema, at, "patternProperties").items():
            pattern = self._pattern(source, at, f"patternProperties/{escape(source)}")
            if pattern is not None:
                patterns.append((pattern, node))
            elif further is not True:
                # Which keys are additional is not known.
                self._leave(at, "additionalProperties")
                further = True
        return RawObjectNode(
            properties,
            tuple(schema.get("required", ())),
            tuple(patterns),
            None if further is False else self._node(further, f"{at}/additionalProperties"),
            self._node(schema["propertyNames"], f"{at}/propertyNames")
            if "propertyNames" in schema
            else None,
            Size(schema.get("minProperties"), schema.get("maxProperties")),
        )

    def _named(self, schema: dict[str, Any], at: str, keyword: str) -> dict[str, Node]:
        named = schema.get(keyword, {})
        return {k: self._node(v, f"{at}/{keyword}/{escape(k)}") for k, v in named.items()}

    # -- schemas made of schemas -------------------------------------------------------------------

    def _composed(self, schema: dict[str, Any], at: str) -> list[Node]:
        nodes: list[Node] = []
        if "$ref" in schema:
            name = schema["$ref"].removeprefix("#/$defs/")
            reference = RawRefNode(name, _words_for(self._definitions[name]))
            self._references.append(reference)
            nodes.append(reference)
        for keyword in ("allOf", "anyOf", "oneOf"):
            if keyword not in schema:
                continue
            arms = schema[keyword]
            read = tuple(self._node(a, f"{at}/{keyword}/{i}") for i, a in enumerate(arms))
            if keyword == "oneOf":
                choice = OneOfNode(read)
                self._choices.append((f"{at}/oneOf", arms, choice))
                nodes.append(choice)
            else:
                nodes.append(AllNode(list(read)) if keyword == "allOf" else AnyOfNode(read))
        return nodes


def _words_for(schema: Any) -> str:
    kind = schema.get("type") if type(schema) is dict else None
    return kind if type(kind) is str else "what is described"


_IS_KIND: Final[dict[str, Callable[[Any], bool]]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: type(value) is bool,
    "integer": lambda value: type(value) is int,
    "number": is_number,
    "string": lambda value: type(value) is str,
}


def _are_all(schema: dict[str, Any], names: list[str]) -> bool:
    """Whether the values that a schema lists have the types that it names, and nothing else is asked."""
    values = schema.get("enum", [schema["const"]] if "const" in schema else [])
    if not (_OF_TEXT | _OF_NUMBERS).isdisjoint(schema):
        return False
    tests = [_IS_KIND[name] for name in names if name in _IS_KIND]
    return bool(values) and all(any(test(value) for test in tests) for value in values)
