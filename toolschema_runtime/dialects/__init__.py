"""What each provider's API takes as a tool, and how it asks for calls and takes their results.

A dialect is a module of this package with the same functions for every provider:

- `tool(record)` and `tools(records)`: the provider's envelope of one tool, of a request's tools;
- `schema(schema, *, strict)`: a JSON Schema as the provider takes it, and what was changed;
- `check(records)`: what the provider does to these tools, and what it refuses;
- `calls(response)` and `messages(results)`: tool calls in, results out;
- `rules()`: the provider's rules, with source and confidence (`rules(fmt)` adds those for every provider).

A module is imported when it is first asked for, by its name alone; what it builds on is imported the other way
round.  `opened` is how a schema comes in, whoever wrote it.  To add a provider: write such a module, name it in
`FORMATS` and in `SchemaFormat`, and run `docs/generate_providers.py`.
"""

from __future__ import annotations

import sys

from toolschema_runtime.dialects._rewriting import DEEPEST, Document, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final, Protocol

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime.dialects._rewriting import Change, Confidence, Schema

    class Dialect(Protocol):
        """A module of this package."""

        def rules(self) -> tuple[Rule, ...]: ...

        def tool(self, record: dict[str, Any], /) -> dict[str, Any]: ...

        def tools(self, records: Sequence[dict[str, Any]], /) -> list[Any]: ...

        def schema(self, schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]: ...

        def check(self, records: Sequence[dict[str, Any]], /) -> list[Change]: ...

        def calls(self, response: object, /) -> list[ToolCall] | None: ...

        def messages(self, results: Sequence[ToolResult], /) -> list[Any]: ...


FORMATS = (
    "openai",
    "openai_responses",
    "anthropic",
    "gemini",
    "mcp",
    "bedrock",
    "mistral",
    "cohere",
    "ollama",
)


def rules(fmt: str) -> tuple[Rule, ...]:
    """Return every rule of a format: its own, and those for schemas of other drafts and origins.

    Raises:
        ValueError: If there is no such format.
    """
    from toolschema_runtime.dialects._foreign import FOREIGN_RULES

    return (*dialect(fmt).rules(), *FOREIGN_RULES)


def parameters_at(schema: Schema, pointer: str) -> list[str]:
    """Return the parameters that a `Change` at *pointer* is about; none when it is about the whole tool."""
    from toolschema_runtime.dialects import _pointers

    return _pointers.parameters_at(schema, pointer)


def dialect(fmt: str) -> Dialect:
    """Return the module of a provider's dialect.

    Args:
        fmt: A `SchemaFormat` or its string, e.g. `"anthropic"`.

    Raises:
        ValueError: If there is no such format; the text names those there are.
    """
    if fmt not in FORMATS:
        known = ", ".join(FORMATS)
        raise ValueError(f"There is no format {str(fmt)!r}; there are: {known}")
    name = f"{__name__}.{FORMATS[FORMATS.index(fmt)]}"
    # importlib would be one more module to load.
    __import__(name)
    module: Any = sys.modules[name]
    return module  # type: ignore[no-any-return]


def root_rule(id: str, confidence: Confidence, source: str) -> Rule:
    """Return the rule of a provider that takes nothing but a plain object at the root."""
    return Rule(
        id,
        "any",
        "rewrite",
        "root that is no plain object: `anyOf`, `oneOf`, `allOf`, `enum`, `not`, `$ref` or no `type`",
        "one object with the keys of every form, and the description says what is meant",
        confidence,
        source,
    )


def opened(schema: Schema, rule: Rule) -> Document:
    """Return the document of a tool's input schema, in canonical form as far as references and drafts go.

    *rule* is the dialect's, for a root that is no plain object.
    """
    is_canonical, has_bare = _scanned(schema)
    if is_canonical and schema.get("type") == "object" and _ROOT_COMPOSITION.isdisjoint(schema):
        return Document(schema, has_bare=has_bare)
    # Schemas of strangers alone need them.
    from toolschema_runtime.dialects._foreign import canonical
    from toolschema_runtime.dialects._roots import object_root

    return object_root(canonical(schema), rule)


def opened_verbatim(schema: Schema) -> Document:
    """As `opened`, but whatever the root is, it stays."""
    is_canonical, _ = _scanned(schema)
    if is_canonical:
        return Document(schema)
    # Schemas of strangers alone need it.
    from toolschema_runtime.dialects._foreign import canonical

    return canonical(schema)


# Where schemas stand by name or in a list; `true` or `false` there is brought into our form.
_NAMED: Final = frozenset(("$defs", "dependentSchemas", "patternProperties", "properties"))
_SEVERAL: Final = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
# What a canonical schema never holds (or only in a form that has to be looked at): other drafts,
# references to other places, conjunction.
_FOREIGN: Final = frozenset(
    (
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
        "$id",
        "$recursiveRef",
        "$schema",
        "additionalItems",
        "allOf",
        "definitions",
        "dependencies",
    )
)
_ROOT_COMPOSITION: Final = frozenset(("$ref", "allOf", "anyOf", "const", "enum", "not", "oneOf"))


def _scanned(schema: Schema) -> tuple[bool, bool]:
    """Look quickly at a whole schema, by key: a property of a keyword's name costs time, and nothing else.

    Returns:
        Whether no part needs to be brought into our form, and whether there may be an object without
        `properties` or an array without `items`.
    """
    names: set[str] = set()
    references: list[object] = []
    is_canonical = True
    has_bare = False
    level = [schema]
    depth = 0
    while level and depth <= DEEPEST:
        inner: list[Schema] = []
        for node in level:
            names.update(node)
            for key, value in node.items():
                kind = type(value)
                if kind is str:
                    if key == "type":
                        if (value == "object" and "properties" not in node) or (
                            value == "array" and "items" not in node
                        ):
                            has_bare = True
                    elif key == "$ref":
                        references.append(value)
                elif kind is dict:
                    inner.append(value)
                    if key in _NAMED and bool in map(type, value.values()):
                        is_canonical = False
                elif kind is list:
                    if key == "items":
                        is_canonical = False
                    elif key == "type":
                        has_bare = True
                    for item in value:
                        if type(item) is dict:
                            inner.append(item)
                        elif type(item) is bool and key in _SEVERAL:
                            is_canonical = False
                elif kind is bool and (
                    key[:9] == "exclusive" or (key == "items" and "prefixItems" not in node)
                ):
                    is_canonical = False
        level = inner
        depth += 1
    return (
        is_canonical
        and not level
        and _FOREIGN.isdisjoint(names)
        and (not references or _have_targets(references, schema))
    ), has_bare


def _have_targets(references: list[object], schema: Schema) -> bool:
    definitions = schema.get("$defs", {})
    return all(
        type(reference) is str
        and reference.startswith("#/$defs/")
        and reference.removeprefix("#/$defs/") in definitions
        for reference in references
    )
