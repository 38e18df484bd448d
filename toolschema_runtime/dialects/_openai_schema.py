"""What OpenAI takes as tools and their schemas, loose and strict; both of its APIs share it."""

from __future__ import annotations

import re

from toolschema_runtime.dialects import opened, root_rule
from toolschema_runtime.dialects._rewriting import (
    DEEPEST,
    Document,
    Rule,
    admits,
    as_object,
    drop,
    escape,
    is_open,
    lower,
    objects_in,
    typed,
    walk,
    without,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime.dialects._rewriting import Change, Schema

_GITHUB = "https://github.com"
_GUIDE = "https://developers.openai.com/api/docs/guides/structured-outputs"

# A table of rules reads best as a table.
# fmt: off
ROOT: Final = root_rule("OA01", "A", f"{_GITHUB}/cecli-dev/cecli/issues/281")
NO_PROPERTIES: Final = Rule(
    "OA02", "any", "rewrite", "object without `properties`", "gets `properties: {}`",
    "A", f"{_GITHUB}/spring-projects/spring-ai/issues/4776",
)
NO_ITEMS: Final = Rule(
    "OA03", "loose", "rewrite", "array without `items`", "gets `items: {}`",
    "A", f"{_GITHUB}/sigoden/aichat/issues/1049",
)
NO_ITEMS_STRICT: Final = Rule(
    "OA03", "strict", "reject", "array without `items`", "say what the items are",
    "A", f"{_GITHUB}/sigoden/aichat/issues/1049",
)
NO_TYPE: Final = Rule(
    "OA04", "strict", "rewrite", "`enum` or `const` without `type`", "gets the type of its values",
    "A", f"{_GITHUB}/can1357/oh-my-pi/issues/211",
)
UNTYPED: Final = Rule(
    "OA04", "strict", "reject", "a value of any type", "say which types it has",
    "A", f"{_GITHUB}/can1357/oh-my-pi/issues/211",
)
OPTIONAL_NULLABLE: Final = Rule(
    "OA05", "strict", "rewrite", "optional property that may be null", "becomes required",
    "A", f"{_GITHUB}/spring-projects/spring-ai/issues/6865",
)
OPTIONAL: Final = Rule(
    "OA05", "strict", "reject", "optional property that may not be null",
    "make it required, or let null mean that it is left out",
    "A", f"{_GITHUB}/spring-projects/spring-ai/issues/6865",
)
NO_REQUIRED: Final = Rule(
    "OA05", "strict", "rewrite", "object without `required`", "gets `required: []`",
    "A", f"{_GITHUB}/spring-projects/spring-ai/issues/6865",
)
NOT_CLOSED: Final = Rule(
    "OA06", "strict", "rewrite", "object with `properties` that does not say `additionalProperties`",
    "gets `additionalProperties: false`",
    "A", f"{_GITHUB}/langchain-ai/langchain/issues/39306",
)
OPEN: Final = Rule(
    "OA07", "strict", "reject", "open object: a map (`dict`), or a class that allows further keys",
    "use a class, or a list of pairs of key and value",
    "A", f"{_GITHUB}/ash-project/ash_ai/issues/155",
)
DEFAULT: Final = Rule(
    "OA08", "strict", "lower", "`default`", "goes into the description",
    "A", f"{_GITHUB}/openai/openai-agents-python/issues/4390",
)
ONE_OF: Final = Rule(
    "OA09", "strict", "rewrite", "`oneOf`", "becomes `anyOf`",
    "A", f"{_GITHUB}/mastra-ai/mastra/issues/23321",
)
ALL_OF: Final = Rule(
    "OA10", "strict", "rewrite", "`allOf` that one schema can say", "becomes that schema", "B", _GUIDE,
)
ALL_OF_KEPT: Final = Rule(
    "OA10", "strict", "reject", "`allOf` that no one schema can say", "write it as one schema", "B", _GUIDE,
)
CONDITIONAL: Final = Rule(
    "OA11", "strict", "reject",
    "`not`, `if`, `then`, `else`, `dependentRequired`, `dependentSchemas`",
    "check it in the tool", "B", _GUIDE,
)
REFERENCE_WORDS: Final = Rule(
    "OA12", "strict", "rewrite", "`$ref` with keywords beside it",
    "the `$ref` becomes the one arm of an `anyOf`; what demands something is joined with the target",
    "A", f"{_GITHUB}/openai/openai-python/issues/1637",
)
TUPLE_OF_ONE: Final = Rule(
    "OA14", "strict", "rewrite", "tuple of equal items", "becomes `items` with its length",
    "C", f"{_GITHUB}/pydantic/pydantic-ai/issues/7315",
)
TUPLE: Final = Rule(
    "OA14", "strict", "reject", "`prefixItems` (a tuple)", "use a class with named fields",
    "C", f"{_GITHUB}/pydantic/pydantic-ai/issues/7315",
)
FORMAT: Final = Rule(
    "OA15", "strict", "lower", "`format` other than the nine that strict mode knows",
    "goes into the description", "A", f"{_GITHUB}/BuilderIO/agent-native/issues/3085",
)
BOUND_OF_TEXT: Final = Rule(
    "OA19", "strict", "lower", "`minimum`, `multipleOf` and the other bounds where no number is admitted",
    "goes into the description", "D", _GUIDE,
)
PATTERN: Final = Rule(
    "OA16", "strict", "lower", "`pattern` with a look-around, a back-reference or `\\p{…}`",
    "goes into the description", "A", f"{_GITHUB}/lidge-jun/opencodex/issues/4096",
)
CONSTRAINT: Final = Rule(
    "OA17", "strict", "lower",
    "`uniqueItems`, `contains`, `propertyNames`, `minProperties`, `maxProperties`, `contentEncoding`",
    "goes into the description", "A", f"{_GITHUB}/can1357/oh-my-pi/issues/209",
)
PATTERN_PROPERTIES: Final = Rule(
    "OA17", "strict", "reject", "`patternProperties`, `unevaluatedProperties` that admit further keys",
    "use a class, or a list of pairs of key and value",
    "A", f"{_GITHUB}/can1357/oh-my-pi/issues/209",
)
ANNOTATION: Final = Rule(
    "OA20", "strict", "drop", "annotations that strict mode may not know, and unknown keywords",
    "is left out", "D", _GUIDE,
)
EXAMPLES: Final = Rule(
    "OA20", "strict", "lower", "`examples`, `deprecated`", "goes into the description", "D", _GUIDE,
)
TOO_LARGE: Final = Rule(
    "OA21", "strict", "reject",
    "more than 5,000 properties, 10 levels, 1,000 enum values or 120,000 characters of names and values, or 15,000 in an `enum` of more than 250",
    "make the schema smaller", "B", _GUIDE,
)
NAME: Final = Rule(
    "OA22", "any", "reject", "tool name other than `[a-zA-Z0-9_-]{1,64}`", "rename the tool",
    "A", f"{_GITHUB}/nanbingxyz/5ire/issues/33",
)
TOO_MANY: Final = Rule(
    "OA23", "any", "reject", "more than 128 tools in a request", "send fewer",
    "A", f"{_GITHUB}/zed-industries/zed/issues/42393",
)
LONG_DESCRIPTION: Final = Rule(
    "OA24", "any", "warn", "tool description of more than 1,024 characters",
    "is sent; some deployments refuse it", "U", f"{_GITHUB}/langchain-ai/open_deep_research/issues/80",
)
_RULES: Final = (
    ROOT, NO_PROPERTIES, NO_ITEMS, NO_ITEMS_STRICT, NO_TYPE, UNTYPED, OPTIONAL_NULLABLE, OPTIONAL, NO_REQUIRED, NOT_CLOSED,
    OPEN, DEFAULT, ONE_OF, ALL_OF, ALL_OF_KEPT, CONDITIONAL, REFERENCE_WORDS, TUPLE_OF_ONE, TUPLE, FORMAT,
    BOUND_OF_TEXT, PATTERN, CONSTRAINT, PATTERN_PROPERTIES, ANNOTATION, EXAMPLES, TOO_LARGE, NAME, TOO_MANY, LONG_DESCRIPTION,
)
# fmt: on
_FORMATS: Final = frozenset(
    ("date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6", "time", "uuid")
)
# What strict mode is known to take; everything else is one of the tables below or an unknown keyword.
_KNOWN: Final = frozenset(
    (
        "$defs",
        "$ref",
        "additionalProperties",
        "allOf",
        "anyOf",
        "const",
        "dependentRequired",
        "dependentSchemas",
        "description",
        "else",
        "enum",
        "exclusiveMaximum",
        "exclusiveMinimum",
        "format",
        "if",
        "items",
        "maxItems",
        "maxLength",
        "maximum",
        "minItems",
        "minLength",
        "minimum",
        "multipleOf",
        "not",
        "oneOf",
        "pattern",
        "patternProperties",
        "prefixItems",
        "properties",
        "required",
        "then",
        "title",
        "type",
        "unevaluatedProperties",
    )
)
_MOVED: Final = frozenset(("$ref", "allOf", "oneOf", "prefixItems"))
_CONDITIONAL: Final = frozenset(
    ("dependentRequired", "dependentSchemas", "else", "if", "not", "then")
)
_LOWERED: Final = {
    "contains": CONSTRAINT,
    "contentEncoding": CONSTRAINT,
    "contentMediaType": CONSTRAINT,
    "contentSchema": CONSTRAINT,
    "default": DEFAULT,
    "deprecated": EXAMPLES,
    "examples": EXAMPLES,
    "maxContains": CONSTRAINT,
    "maxProperties": CONSTRAINT,
    "minContains": CONSTRAINT,
    "minProperties": CONSTRAINT,
    "propertyNames": CONSTRAINT,
    "unevaluatedItems": CONSTRAINT,
    "uniqueItems": CONSTRAINT,
}


def rules() -> tuple[Rule, ...]:
    """Return every rule of OpenAI for tools and their schemas."""
    return _RULES


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as OpenAI takes it, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Whether the tool is sent with `strict: true`.
    """
    document = opened(schema, ROOT)
    if not strict:
        if not document.has_bare:
            return document.root, document.changes
        return walk(document.root, _loose, document), document.changes
    new = document.pruned(walk(document.root, _strict, document))
    if _is_too_large(new):
        document.note("", TOO_LARGE)
    return new, document.changes


def _loose(node: Schema, at: str, document: Document) -> Schema:
    kinds = node.get("type")
    if kinds == "string" or kinds is None:
        return node
    if "properties" not in node and admits(node, "object"):
        document.note(at, NO_PROPERTIES)
        node = {**node, "properties": {}}
    if "items" not in node and admits(node, "array"):
        document.note(at, NO_ITEMS)
        node = {**node, "items": {}}
    return node


def _strict(node: Schema, at: str, document: Document) -> Schema:
    if not _MOVED.isdisjoint(node):
        node = _moved(node, at, document)
    node = lower(node, at, document, _lowered(node))
    node = typed(node, at, document, NO_TYPE)
    node = drop(
        node, at, document, {keyword: ANNOTATION for keyword in node if keyword not in _KNOWN}
    )
    if "allOf" in node:
        document.note(at, ALL_OF_KEPT)
    if not _CONDITIONAL.isdisjoint(node):
        document.note(at, CONDITIONAL)
    if "prefixItems" in node:
        document.note(at, TUPLE)
    elif "items" not in node and admits(node, "array"):
        document.note(at, NO_ITEMS_STRICT)
    if admits(node, "object"):
        return _closed(node, at, document)
    if node.keys().isdisjoint(("type", "anyOf", "$ref", "allOf")):
        document.note(at, UNTYPED)
    return node


def _moved(node: Schema, at: str, document: Document) -> Schema:
    # Few schemas have any of it.
    from toolschema_runtime.dialects._moves import (
        all_of_merged,
        one_of_as_any_of,
        reference_wrapped,
        tuple_as_list,
    )

    node = all_of_merged(node, at, document, ALL_OF)
    node = reference_wrapped(node, at, document, REFERENCE_WORDS)
    node = one_of_as_any_of(node, at, document, ONE_OF)
    return tuple_as_list(node, at, document, TUPLE_OF_ONE)


_BOUNDS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")


def _lowered(node: Schema) -> dict[str, Rule]:
    rules = dict(_LOWERED)
    if node.get("format") not in _FORMATS:
        rules["format"] = FORMAT
    # What the engine of strict mode lacks.
    if re.search(r"\(\?[=!<]|\\[1-9kpP]", node.get("pattern", "")):
        rules["pattern"] = PATTERN
    if not (admits(node, "number") or admits(node, "integer")):
        # Bounds of a Decimal: strict mode knows them for numbers only.
        rules.update(dict.fromkeys(_BOUNDS, BOUND_OF_TEXT))
    return rules


def _closed(node: Schema, at: str, document: Document) -> Schema:
    if "patternProperties" in node or node.get("unevaluatedProperties", False) is not False:
        document.note(at, PATTERN_PROPERTIES)
        return node
    if is_open(node, at):
        document.note(at, OPEN)
        return node
    if "unevaluatedProperties" in node:
        # `false`, and the same as `additionalProperties`: what the parts of `allOf` know has been joined.
        node = without(node, "unevaluatedProperties")
    if "additionalProperties" not in node:
        document.note(at, NOT_CLOSED)
        node = {**node, "additionalProperties": False}
    if "properties" not in node:
        document.note(at, NO_PROPERTIES)
        node = {**node, "properties": {}}
    return _all_required(node, at, document)


def _all_required(node: Schema, at: str, document: Document) -> Schema:
    properties, required = node["properties"], node.get("required", [])
    optional = [name for name in properties if name not in required]
    for name in optional:
        is_nullable = _admits_null(properties[name], document)
        document.note(
            f"{at}/properties/{escape(name)}", OPTIONAL_NULLABLE if is_nullable else OPTIONAL
        )
    if not properties and "required" not in node:
        document.note(at, NO_REQUIRED)
        return {**node, "required": []}
    return {**node, "required": list(properties)} if optional else node


def _admits_null(node: Schema, document: Document, *, depth: int = 0) -> bool:
    """Whether null is a value of the schema; not followed through recursion or long chains."""
    if "$ref" in node:
        if depth > DEEPEST or document.is_recursive(node["$ref"]):
            return False
        return _admits_null(document.resolve(node["$ref"]), document, depth=depth + 1)
    if "enum" in node or "const" in node:
        return None in node.get("enum", [node.get("const", ...)])
    arms = node.get("anyOf", ())
    return admits(node, "null") or any(
        _admits_null(as_object(arm), document, depth=depth + 1) for arm in arms
    )


def _is_too_large(schema: Schema) -> bool:
    # Definitions are counted apart.
    parts = (schema, *schema.get("$defs", {}).values())
    objects = [pair for part in parts for pair in objects_in(part)]
    names = [name for node, _ in objects for name in node["properties"]]
    if len(names) > 5_000 or any(depth > 10 for _, depth in objects):
        return True
    enums: list[list[int]] = []  # how long the values of each are

    def gather(node: Schema, at: str, document: Document) -> Schema:
        values = node.get("enum", [node["const"]] if "const" in node else ())
        enums.append([len(str(value)) for value in values])
        return node

    walk(schema, gather, Document(schema))
    characters = sum(map(len, (*names, *schema.get("$defs", ())))) + sum(map(sum, enums))
    is_long = any(len(lengths) > 250 and sum(lengths) > 15_000 for lengths in enums)
    return is_long or sum(map(len, enums)) > 1_000 or characters > 120_000


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what OpenAI refuses of these tools and what is changed, with pointers like `/0/parameters/…`.

    Args:
        records: All tools of one request, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._checking import checked

    document = checked(records, schema, name=(r"[a-zA-Z0-9_-]{1,64}", NAME))
    for index, record in enumerate(records):
        if len(record["description"]) > 1_024:
            document.note(f"/{index}/description", LONG_DESCRIPTION)
    if len(records) > 128:
        document.note("", TOO_MANY)
    return document.changes
