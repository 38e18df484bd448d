"""OpenAI Responses: the schema rules of Chat Completions in a flat envelope."""

from __future__ import annotations

from toolschema_runtime.dialects._rewriting import Rule, fitted
from toolschema_runtime.dialects.openai import RULES as CHAT_RULES
from toolschema_runtime.dialects.openai import check, schema

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall, ToolResult

__all__ = ["RULES", "check", "schema", "tool", "tools"]

# fmt: off
STRICT_FLAG: Final = Rule(
    "OA25", "any", "rewrite", "the `strict` flag", "is always sent: left out it does not mean false",
    "A", "https://github.com/openai/openai-openapi",
)
# fmt: on
RULES: Final = (*CHAT_RULES, STRICT_FLAG)


def tool(record: dict[str, Any], /) -> dict[str, Any]:
    """Return the envelope of one tool.

    Args:
        record: A tool as side-files have it.
    """
    parameters, is_strict = fitted(record["parameters"], strict=record["strict"], rewrite=schema)
    envelope: dict[str, Any] = {"type": "function", "name": record["name"]}
    if record["description"]:
        envelope["description"] = record["description"]
    return {**envelope, "parameters": parameters, "strict": is_strict}


def tools(records: Sequence[dict[str, Any]], /) -> list[Any]:
    """Return what `responses.create(tools=…)` takes."""
    return [tool(record) for record in records]
