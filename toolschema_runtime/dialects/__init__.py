"""What each provider's API takes as a tool, and how it asks for calls and takes their results.

A dialect is a module of this package with the same functions for every provider:

- `tool(record)` and `tools(records)`: the provider's envelope of one tool, of a request's tools;
- `schema(schema, *, strict)`: a JSON Schema as the provider takes it, and what was changed;
- `check(records)`: what the provider does to these tools, and what it refuses;
- `calls(response)` and `messages(results)`: tool calls in, results out;
- `RULES`: every rule the above follow, with source and confidence.

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
        def RULES(self) -> tuple[Rule, ...]: ...

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
