"""Generated JSON Schemas: ours, as side-files have them, and strangers', with everything 2020-12 allows."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolschema_runtime.dialects import dialect
from toolschema_runtime.dialects._rewriting import Document, walk

Schema = dict[str, Any]

# Keywords as property names are data.
NAMES = ["a", "b", "title", "type", "$ref", "properties", "items", "enum", "$defs", "default"]
DEFINITIONS = ["Leaf", "Node", "Pair"]

values: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from([None, True, False, 0, 1, -2, 1.5, "x", "long text"]),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
    ),
    max_leaves=5,
)

_OUR_LEAVES: list[Schema] = [
    {"type": "integer"},
    {"type": "integer", "minimum": 1, "maximum": 9, "default": 3},
    {"type": "integer", "exclusiveMinimum": 0, "exclusiveMaximum": 10, "multipleOf": 2},
    {"type": "number", "exclusiveMinimum": -1.5, "maximum": 2},
    {"type": "string"},
    {"type": "string", "minLength": 1, "maxLength": 9, "default": "x"},
    {"type": "string", "pattern": "^(?=x)"},
    {"type": "string", "pattern": "^x", "examples": ["x"]},
    {"type": "string", "format": "date"},
    {"type": "string", "format": "date-time"},
    {"type": "string", "format": "path"},
    {"type": "string", "contentEncoding": "base64"},
    {"type": "boolean", "default": False},
    {"type": "null"},
    {"type": ["string", "null"]},
    {"const": "x", "type": "string"},
    {"const": 1, "type": "integer"},
    {"enum": ["x", "y"], "type": "string"},
    {"enum": [1, 2], "type": "integer"},
    {"enum": ["x", None], "type": ["string", "null"]},
    {"enum": ["x", 1], "type": ["string", "integer"]},
    {"enum": [True], "type": "boolean"},
    {"enum": ["", "x"], "type": "string"},
    {"type": "object"},
    {"type": "array", "items": {}},
    {"type": "array", "minItems": 0, "maxItems": 0},
    {},
    {"$ref": "#/$defs/Leaf"},
    {"$ref": "#/$defs/Node"},
    {"$ref": "#/$defs/Pair"},
]
_FOREIGN_LEAVES: list[Any] = [
    True,
    False,
    {"$ref": "#"},
    {"$ref": "#/definitions/Old"},
    {"$ref": "#/properties/a"},
    {"$ref": "#anchor"},
    {"$ref": "#/nowhere"},
    {"$ref": "https://example.com/schema.json"},
    {"$ref": "#/$defs/Node", "minProperties": 1},
    {"$dynamicRef": "#anchor"},
    {"enum": ["x", 1, None]},
    {"const": {"a": 1}},
    {"type": "array", "items": [{"type": "string"}], "additionalItems": False},
    {"type": "integer", "minimum": 1, "exclusiveMinimum": True},
    {"type": "array", "contains": {"type": "integer"}, "minContains": 1},
    {"type": ["object", "array", "string"], "minLength": 1, "x-note": {"type": "odd"}},
    {"type": "object", "dependentRequired": {"a": ["b"]}, "unevaluatedProperties": False},
    {"type": "object", "patternProperties": {"^a": {"type": "string"}}},
    {"type": "object", "required": ["gone"]},
    {"type": "array"},
    {"type": "array", "items": False},
    {"not": {"type": "string"}},
    {"if": {"type": "string"}, "then": {"minLength": 1}, "else": {"type": "integer"}},
    {"type": "string", "discriminator": {"propertyName": "a"}, "deprecated": True},
]
_names = st.sampled_from(NAMES)
_bits = st.booleans()
_our_leaves = st.sampled_from(_OUR_LEAVES)
_any_leaves = st.sampled_from([*_OUR_LEAVES, *_FOREIGN_LEAVES, *_FOREIGN_LEAVES])
_words = st.sampled_from(
    [{}, {}, {"description": "Say it"}, {"title": "T", "description": "What?"}]
)
_our_kinds = st.sampled_from(
    ["leaf", "leaf", "union", "nullable", "list", "set", "map", "keyed", "object", "tuple", "pair"]
)
_any_kinds = st.sampled_from(
    ["leaf", "leaf", "leaf", "nullable", "list", "object", "tuple", "oneOf", "allOf", "both"]
)


def _node(draw: st.DrawFn, depth: int, *, ours: bool) -> Any:
    kind = draw(_our_kinds if ours else _any_kinds) if depth < 3 else "leaf"
    if kind == "leaf":
        leaf = draw(_our_leaves if ours else _any_leaves)
        return {**leaf, **draw(_words)} if isinstance(leaf, dict) else leaf

    def inner() -> Any:
        return _node(draw, depth + 1, ours=ours)

    match kind:
        case "union":
            schema: Schema = {"anyOf": [inner(), inner()]}
        case "nullable":
            schema = {"anyOf": [inner(), {"type": "null"}], "default": None}
        case "list":
            schema = {"type": "array", "items": inner(), "maxItems": 3}
        case "set":
            schema = {"type": "array", "items": inner(), "uniqueItems": True, "minItems": 2}
        case "map":
            schema = {"type": "object", "additionalProperties": inner()}
        case "keyed":
            keys = {"enum": ["a", "b"]}
            schema = {"type": "object", "propertyNames": keys, "additionalProperties": inner()}
        case "object":
            schema = _object(draw, depth, ours=ours)
        case "tuple":
            schema = _tuple([inner(), inner()])
        case "pair":
            item = inner()
            schema = _tuple([item, item])
        case "both":
            one = inner()
            schema = {**(one if isinstance(one, dict) else {}), "anyOf": [inner(), inner()]}
        case _:
            schema = {kind: [inner(), inner()]}
    return {**schema, **draw(_words)}


def _tuple(items: list[Any]) -> Schema:
    size = len(items)
    return {
        "type": "array",
        "prefixItems": items,
        "items": False,
        "minItems": size,
        "maxItems": size,
    }


def _object(draw: st.DrawFn, depth: int, *, ours: bool) -> Schema:
    properties: Schema = {}
    while draw(_bits) and len(properties) < 3:
        properties[draw(_names)] = _node(draw, depth + 1, ours=ours)
    schema: Schema = {"type": "object", "properties": properties}
    required = [name for name in properties if draw(_bits)]
    if required:
        schema["required"] = required
    if ours or draw(_bits):
        schema["additionalProperties"] = False
    return schema


@st.composite
def our_schemas(draw: st.DrawFn) -> Schema:
    """A tool's parameters as side-files have them."""
    schema = _object(draw, 0, ours=True)
    if "#/$defs/" in repr(schema):
        schema["$defs"] = {name: _object(draw, 1, ours=True) for name in DEFINITIONS}
    return schema


@st.composite
def any_schemas(draw: st.DrawFn) -> Schema:
    """A stranger's input schema: other drafts, references to anywhere, odd roots."""
    root = _object(draw, 0, ours=False) if draw(_bits) else _node(draw, 0, ours=False)
    schema: Schema = dict(root) if isinstance(root, dict) else {}
    schema["$defs"] = {name: _node(draw, 1, ours=False) for name in DEFINITIONS}
    if draw(_bits):
        schema["definitions"] = {"Old": {"type": "string", "$anchor": "anchor"}}
    if draw(_bits):
        schema["$schema"] = "http://json-schema.org/draft-07/schema#"
        schema["$id"] = "https://example.com/root.json"
    return schema


def nodes(schema: Schema) -> list[Schema]:
    """Every schema in a schema, by position."""
    found: list[Schema] = []

    def gather(node: Schema, at: str, document: Document) -> Schema:
        found.append(node)
        return node

    walk(schema, gather, Document({}))
    return found


def record(parameters: Schema, **more: Any) -> dict[str, Any]:
    """A tool as side-files have it."""
    return {
        "name": "f",
        "description": "Does it.",
        "parameters": parameters,
        "returns": None,
        "strict": False,
        "formats": None,
        "annotations": {},
        **more,
    }


def rewritten(
    fmt: str, schema: Schema, *, strict: bool = False
) -> tuple[Schema, list[tuple[str, str]]]:
    """What a dialect makes of a schema, and the changes as pointer, id and action."""
    new, changes = dialect(fmt).schema(schema, strict=strict)
    return new, [(c.pointer, f"{c.rule.id} {c.rule.action}") for c in changes]
