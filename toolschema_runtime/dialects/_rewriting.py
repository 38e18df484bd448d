"""A provider's rules as values, and the one walk by which they rewrite a JSON Schema."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any, Final, Literal, TypeAlias

    Schema: TypeAlias = dict[str, Any]
    Step: TypeAlias = Callable[[Schema, str, "Document"], Schema]
    Place: TypeAlias = Callable[[Any, Step, str, "Document"], Any]

    # drop: an annotation goes.  rewrite: the same values in other words.  lower: a constraint moves into the
    # description and stays in the decoder.  warn: sent as it is, with an open question.  reroute: sent in the
    # provider's other form.  reject: the provider refuses it.
    Action: TypeAlias = Literal["drop", "rewrite", "lower", "warn", "reroute", "reject"]
    Confidence: TypeAlias = Literal["A", "B", "C", "D", "U"]
    Mode: TypeAlias = Literal["any", "loose", "strict", "parameters", "parametersJsonSchema"]


class Rule:
    """What a provider does with one construct, and what we do about it.

    Attributes:
        id: `OA08`; one id may have a rule for each mode.
        mode: When it holds: for `any` tool, for `loose` or `strict` ones, or in one of Gemini's two forms.
        action: `drop`, `rewrite`, `lower`, `warn`, `reroute` or `reject`.
        construct: What it is about, in Markdown.
        effect: What becomes of it; for `reject`, the way out.
        confidence: A (SDK source, specification or a verbatim error), B (documentation), C (probed by a third
            party), D (inferred), U (unknown).  D and U never reject.
        source: A link to where the provider says or shows so.
    """

    __slots__ = ("action", "confidence", "construct", "effect", "id", "mode", "source")

    def __init__(
        self,
        id: str,
        mode: Mode,
        action: Action,
        construct: str,
        effect: str,
        confidence: Confidence,
        source: str,
    ) -> None:
        self.id: Final = id
        self.mode: Final = mode
        self.action: Final = action
        self.construct: Final = construct
        self.effect: Final = effect
        self.confidence: Final = confidence
        self.source: Final = source

    def __repr__(self) -> str:
        return f"<Rule {self.id} {self.mode}: {self.action} {self.construct}>"


class Change(tuple[str, Rule]):
    """One application of a rule: the JSON pointer of the node it met, and the rule."""

    __slots__ = ()

    def __new__(cls, pointer: str, rule: Rule) -> Change:  # noqa: PYI034  # no Self in 3.10
        return super().__new__(cls, (pointer, rule))

    @property
    def pointer(self) -> str:
        """Where in the schema that was given; through a `$ref` as if its target stood there."""
        return self[0]

    @property
    def rule(self) -> Rule:
        return self[1]


# What a schema says without demanding anything.
WORDS: Final = frozenset(
    ("default", "deprecated", "description", "examples", "readOnly", "title", "writeOnly")
)
# Deeper schemas are cut off, here and by providers; json and marshal would give up later.
DEEPEST: Final = 100
# Objects and arrays that references may add when written out.
MOST_EXPANDED: Final = 20_000


class Document:
    """A schema while it is rewritten: its definitions, and the changes noted so far."""

    __slots__ = ("_expanded", "_recursive", "_sizes", "changes", "definitions", "has_bare", "root")

    def __init__(
        self, root: Schema, changes: list[Change] | None = None, *, has_bare: bool = True
    ) -> None:
        self.root = root
        self.definitions: dict[str, Schema] = root.get("$defs", {})
        self.changes: list[Change] = [] if changes is None else changes
        # Whether there may be an object without `properties` or an array without `items`.
        self.has_bare = has_bare
        self._recursive: frozenset[str] | None = None
        self._sizes: dict[str, int] = {}
        self._expanded = 0

    def note(self, at: str, rule: Rule) -> None:
        self.changes.append(Change(at, rule))

    def resolve(self, reference: str) -> Schema:
        """The definition that a `$ref` of a canonical document names."""
        return self.definitions[reference.removeprefix("#/$defs/")]

    def may_expand(self, at: str, *references: str) -> bool:
        """Whether definitions may be drawn in: nesting can double the size with each level."""
        # Few schemas refer to anything.
        from toolschema_runtime.dialects._graphs import size

        for reference in references:
            if reference not in self._sizes:
                self._sizes[reference] = size(self.resolve(reference))
            self._expanded += self._sizes[reference]
        return self._expanded <= MOST_EXPANDED and at.count("/") <= DEEPEST

    def pruned(self, schema: Schema) -> Schema:
        """The rewritten schema without definitions that were drawn in wherever they were used."""
        return used_definitions(schema) if self._expanded else schema

    def is_recursive(self, reference: str) -> bool:
        """Whether a `$ref` names a definition that leads back to itself."""
        if self._recursive is None:
            from toolschema_runtime.dialects._graphs import on_cycles

            self._recursive = on_cycles(
                {f"#/$defs/{name}": references(schema) for name, schema in self.definitions.items()}
            )
        return reference in self._recursive


def walk(node: Schema, step: Step, document: Document, at: str = "") -> Schema:
    """Apply *step* to a schema and then to each schema in what it returned, by position, never by key alone.

    A property called `title` or `$ref` is therefore data.  The result shares what was not changed.
    """
    if _PLAIN.issuperset(node) and node.get("type") in _SCALARS:
        # Most nodes; no dialect has a rule for them.
        return node
    node = step(node, at, document)
    changed: Schema | None = None
    for keyword, value in node.items():
        place = _PLACES.get(keyword)
        if place is not None:
            new = place(value, step, f"{at}/{keyword}", document)
            if new is not value:
                if changed is None:
                    changed = dict(node)
                changed[keyword] = new
    return node if changed is None else changed


_PLAIN: Final = frozenset(("description", "type"))
_SCALARS: Final = ("string", "integer", "number", "boolean")


def _one(value: Any, step: Step, at: str, document: Document) -> Any:
    return walk(value, step, document, at) if isinstance(value, dict) else value


def _items(value: Any, step: Step, at: str, document: Document) -> Any:
    # `items: false` ends a tuple; `items: true` is a schema like any other.
    return value if value is False else _one({} if value is True else value, step, at, document)


def _many(value: Any, step: Step, at: str, document: Document) -> Any:
    if not isinstance(value, list):
        return value
    new = [
        walk(as_object(item), step, document, f"{at}/{index}") for index, item in enumerate(value)
    ]
    return new if any(a is not b for a, b in zip(new, value, strict=True)) else value


def _named(value: Any, step: Step, at: str, document: Document) -> Any:
    if not isinstance(value, dict):
        return value
    new = {
        name: walk(as_object(item), step, document, f"{at}/{escape(name)}")
        for name, item in value.items()
    }
    return new if any(new[name] is not item for name, item in value.items()) else value


_PLACES: Final[dict[str, Place]] = {
    "properties": _named,
    "items": _items,
    "anyOf": _many,
    "$defs": _named,
    "additionalProperties": _one,
    "prefixItems": _many,
    "propertyNames": _one,
    "oneOf": _many,
    "allOf": _many,
    "not": _one,
    "if": _one,
    "then": _one,
    "else": _one,
    "contains": _one,
    "contentSchema": _one,
    "dependentSchemas": _named,
    "patternProperties": _named,
    "unevaluatedItems": _one,
    "unevaluatedProperties": _one,
}


def objects_in(schema: Any, depth: int = 1) -> Iterator[tuple[Schema, int]]:
    """Each object with `properties` and how many of them are around it, itself included.

    Strict modes count so: through properties, items and `anyOf`, and through no `$ref`.
    """
    if not isinstance(schema, dict):
        return
    children: list[Any] = [schema.get("items"), *schema.get("anyOf", ())]
    if "properties" in schema:
        yield schema, depth
        depth += 1
        children += schema["properties"].values()
    for child in children:
        yield from objects_in(child, depth)


def references(schema: Schema) -> set[str]:
    """Every `$ref` in a schema, which may be a definition that is `true` or `false`."""
    found: set[str] = set()

    def gather(node: Schema, at: str, document: Document) -> Schema:
        if "$ref" in node:
            found.add(node["$ref"])
        return node

    walk(as_object(schema), gather, Document({}))
    return found


def used_definitions(schema: Schema) -> Schema:
    """Return the schema with the definitions that it still refers to."""
    if "$defs" not in schema:
        return schema
    definitions = schema["$defs"]
    rest = without(schema, "$defs")
    used = reached(rest, definitions)
    kept = {name: value for name, value in definitions.items() if f"#/$defs/{name}" in used}
    return {**rest, "$defs": kept} if kept else rest


def reached(schema: Schema, definitions: Mapping[str, Schema]) -> set[str]:
    """Every `$ref` that a schema leads to."""
    found: set[str] = set()
    pending = references(schema)
    while pending:
        reference = pending.pop()
        if reference not in found:
            found.add(reference)
            pending |= references(definitions[reference.removeprefix("#/$defs/")])
    return found


def as_object(schema: Any) -> Schema:
    """A schema that is `true` or `false` as the object that means the same."""
    if isinstance(schema, dict):
        return schema
    return {"not": {}} if schema is False else {}


def escape(name: str) -> str:
    """A key as a part of a JSON pointer."""
    return name.replace("~", "~0").replace("/", "~1") if "~" in name or "/" in name else name


def admits(node: Schema, kind: str) -> bool:
    """Whether `type` names *kind*."""
    kinds = node.get("type")
    return kinds == kind or (isinstance(kinds, list) and kind in kinds)


def without(node: Schema, *keywords: str) -> Schema:
    """A copy of the node that lacks these keywords."""
    return {keyword: value for keyword, value in node.items() if keyword not in keywords}


_TYPES: Final[dict[type, str]] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    type(None): "null",
    list: "array",
    dict: "object",
}


def types_of(values: list[Any]) -> list[str]:
    """The JSON types of values, each once, in order; integers are numbers where both occur."""
    kinds = list(dict.fromkeys(_TYPES[type(value)] for value in values))
    return [kind for kind in kinds if kind != "integer" or "number" not in kinds]


def has_type(value: Any, kinds: list[str]) -> bool:
    """Whether a JSON value has one of these types."""
    kind = _TYPES[type(value)]
    return kind in kinds or (kind == "integer" and "number" in kinds)


def is_open(node: Schema, at: str) -> bool:
    """Whether an object is meant to take keys that it does not declare."""
    properties = node.get("properties", {})
    if not properties.keys() >= set(node.get("required", ())):
        return True
    if "additionalProperties" in node:
        return node["additionalProperties"] is not False
    # `{"type": "object"}` is an open map, except as the root of a tool without parameters.
    return not properties and at != ""


def drop(node: Schema, at: str, document: Document, rules: Mapping[str, Rule]) -> Schema:
    """Leave out the keywords of *rules*."""
    found = [keyword for keyword in node if keyword in rules]
    for keyword in found:
        document.note(at, rules[keyword])
    return without(node, *found) if found else node


def lower(node: Schema, at: str, document: Document, rules: Mapping[str, Rule]) -> Schema:
    """Move the keywords of *rules* into the description, in plain English."""
    found = [keyword for keyword in node if keyword in rules]
    if not found:
        return node
    for keyword in found:
        document.note(at, rules[keyword])
    # Most encodings lower nothing.
    from toolschema_runtime.dialects._wording import described

    return described(without(node, *found), {keyword: node[keyword] for keyword in found})


def typed(node: Schema, at: str, document: Document, rule: Rule) -> Schema:
    """Give an `enum` or `const` without `type` the type of its values."""
    if "type" in node or not ("enum" in node or "const" in node):
        return node
    kinds = types_of(node["enum"] if "enum" in node else [node["const"]])
    document.note(at, rule)
    return {"type": kinds[0] if len(kinds) == 1 else kinds, **node}


def fitted(
    parameters: Schema, *, strict: bool, rewrite: Callable[..., tuple[Schema, list[Change]]]
) -> tuple[Schema, bool]:
    """Return a tool's schema for a provider, and whether to ask for strict mode.

    A strict tool that the provider refuses in strict mode is sent loose: our decoder enforces the schema
    in any case.
    """
    if strict:
        schema, changes = rewrite(parameters, strict=True)
        if all(change.rule.action != "reject" for change in changes):
            return schema, True
    return rewrite(parameters, strict=False)[0], False
