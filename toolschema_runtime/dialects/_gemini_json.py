"""The schema of a tool as Gemini's `parametersJsonSchema`: JSON Schema, of which it takes most."""

from __future__ import annotations

from toolschema_runtime.dialects._gemini_rules import (
    ALL_OF,
    ANNOTATION,
    CONST,
    EXCLUSIVE,
    LOWERED,
    NO_TYPE,
    ONE_OF,
)
from toolschema_runtime.dialects._moves import (
    all_of_merged,
    const_as_enum,
    integer_bounds,
    not_required,
    one_of_as_any_of,
    patterns_widened,
    reference_wrapped,
    types_as_union,
)
from toolschema_runtime.dialects._rewriting import (
    Rule,
    admits,
    as_object,
    drop,
    lower,
    references,
    typed,
    without,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from toolschema_runtime.dialects._rewriting import Document, Schema

_GITHUB = "https://github.com"
_API = "https://ai.google.dev/api/caching#FunctionDeclaration"
_AI = f"{_GITHUB}/pydantic/pydantic-ai"
_JSON_SCHEMA: Final = "parametersJsonSchema"

# A table of rules reads best as a table.
# fmt: off
BARE_OBJECT_JSON: Final = Rule(
    "GE02", _JSON_SCHEMA, "warn", "object without `properties` (bare `dict`)", "is sent as it is", "U", _API,
)
RECURSION_JSON: Final = Rule(
    "GE05", _JSON_SCHEMA, "warn", "recursion", "is sent as it is; Gemini unrolls it to some depth", "B", _API,
)
RECURSION_REQUIRED: Final = Rule(
    "GE05", _JSON_SCHEMA, "lower", "recursion in a required key",
    "the key is not required there, since Gemini follows no cycle through it; the description says so", "B", _API,
)
REFERENCE_WORDS: Final = Rule(
    "GE06", _JSON_SCHEMA, "rewrite", "`$ref` with keywords other than `description` and `default` beside it",
    "the `$ref` becomes the one arm of an `anyOf`; what demands something is joined with the target",
    "A", f"{_GITHUB}/anomalyco/opencode/issues/12295",
)
TYPES_JSON: Final = Rule("GE07", _JSON_SCHEMA, "rewrite", "list of types", "becomes `anyOf`", "D", _API)
ALL_OF_JSON: Final = Rule(
    "GE15", _JSON_SCHEMA, "lower", "`allOf` that no one schema can say", "goes into the description", "U", _API,
)
KEYS_JSON: Final = Rule(
    "GE16", _JSON_SCHEMA, "lower", "`patternProperties`, `propertyNames`, `minProperties`, `maxProperties`",
    "`additionalProperties`, and the keys go into the description", "U", _API,
)
TUPLE_LENGTH: Final = Rule(
    "GE19", _JSON_SCHEMA, "rewrite", "`items: false` after `prefixItems`", "becomes `maxItems`", "C", _AI,
)
NO_ITEMS_JSON: Final = Rule(
    "GE20", _JSON_SCHEMA, "warn", "array whose items may be anything", "is sent as it is", "U", _API,
)
UNTYPED_JSON: Final = Rule("GE21", _JSON_SCHEMA, "warn", "a value of any type", "is sent as it is", "U", _API)
RULES: Final = (
    BARE_OBJECT_JSON, RECURSION_JSON, RECURSION_REQUIRED, REFERENCE_WORDS, TYPES_JSON, ALL_OF_JSON, KEYS_JSON,
    TUPLE_LENGTH, NO_ITEMS_JSON, UNTYPED_JSON,
)
# fmt: on
_LOWERED: Final = {
    **LOWERED,
    "allOf": ALL_OF_JSON,
    "maxProperties": KEYS_JSON,
    "minProperties": KEYS_JSON,
    "propertyNames": KEYS_JSON,
}
_KEYWORDS: Final = frozenset(
    (
        "$defs",
        "$ref",
        "additionalProperties",
        "anyOf",
        "default",
        "description",
        "enum",
        "format",
        "items",
        "maxItems",
        "maxLength",
        "maximum",
        "minItems",
        "minLength",
        "minimum",
        "pattern",
        "prefixItems",
        "properties",
        "required",
        "title",
        "type",
        "uniqueItems",
    )
)


def step(node: Schema, at: str, document: Document) -> Schema:
    """Rewrite one node as `parametersJsonSchema` takes it, but for the names of keys."""
    node = all_of_merged(node, at, document, ALL_OF)
    node = one_of_as_any_of(node, at, document, ONE_OF)
    node = reference_wrapped(
        node, at, document, REFERENCE_WORDS, beside=frozenset(("default", "description"))
    )
    node = typed(node, at, document, NO_TYPE)
    node = types_as_union(node, at, document, TYPES_JSON)
    node = const_as_enum(node, at, document, CONST)
    node = patterns_widened(node, at, document, KEYS_JSON)
    node = integer_bounds(node, at, document, EXCLUSIVE)
    node = _plain_tuple(node, at, document)
    node = lower(node, at, document, _LOWERED)
    node = drop(node, at, document, {k: ANNOTATION for k in node if k not in _KEYWORDS})
    if "$ref" in node and document.is_recursive(node["$ref"]):
        document.note(at, RECURSION_JSON)
    if (
        admits(node, "array")
        and "prefixItems" not in node
        and node.get("items", True) in (True, {})
    ):
        document.note(at, NO_ITEMS_JSON)
    if admits(node, "object"):
        if not node.get("properties") and node.get("additionalProperties", True) in (True, {}):
            document.note(at, BARE_OBJECT_JSON)
        return _without_required_cycles(node, at, document)
    if node.keys().isdisjoint(("type", "anyOf", "$ref")):
        document.note(at, UNTYPED_JSON)
    return node


def _plain_tuple(node: Schema, at: str, document: Document) -> Schema:
    items = node.get("prefixItems")
    if not isinstance(items, list) or node.get("items") is not False:
        return node
    document.note(at, TUPLE_LENGTH)
    return {**without(node, "items"), "maxItems": min(len(items), node.get("maxItems", len(items)))}


def _without_required_cycles(node: Schema, at: str, document: Document) -> Schema:
    """In a definition on a cycle, require no key that leads on along it."""
    definition = at.split("/")[2] if at.startswith("/$defs/") else ""
    if not document.is_recursive(f"#/$defs/{definition}"):
        return node
    properties = node.get("properties", {})
    cyclic = [
        name
        for name in node.get("required", ())
        if any(map(document.is_recursive, references(as_object(properties.get(name, {})))))
    ]
    return not_required(node, cyclic, at, document, RECURSION_REQUIRED)
