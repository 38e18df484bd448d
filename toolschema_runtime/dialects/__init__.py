"""What each provider's API takes as a tool, and how it asks for calls and takes their results.

A dialect is a module of this package with the same functions for every provider:

- `tool(record)` and `tools(records)`: the provider's envelope of one tool, of a request's tools;
- `schema(schema, *, strict)`: a JSON Schema as the provider takes it, and what was changed;
- `check(records)`: what the provider does to these tools, and what it refuses;
- `calls(response)` and `messages(results)`: tool calls in, results out;
- `RULES`: the provider's rules, with source and confidence (`rules(fmt)` adds those for every provider).

A module is imported when it is first asked for.  To add a provider: write such a module, name it in
`FORMATS` and in `SchemaFormat`, and run `docs/generate_providers.py`.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Protocol

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime.dialects._rewriting import Change, Rule, Schema

    class Dialect(Protocol):
        """A module of this package."""

        @property
        def RULES(self) -> tuple[Rule, ...]: ...  # noqa: N802  # a constant of each module

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

    return (*dialect(fmt).RULES, *FOREIGN_RULES)


def parameters_at(schema: Schema, pointer: str) -> list[str]:
    """Return the parameters that a `Change` at *pointer* is about; none when it is about the whole tool."""
    from toolschema_runtime.dialects import _references

    return _references.parameters_at(schema, pointer)


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
