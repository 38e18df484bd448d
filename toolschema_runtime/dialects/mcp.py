"""MCP: the tools of a `tools/list` result, for each protocol version.

Schemas stay as they are, but for two things that the protocol demands: the arguments are an object, and up to
2025-11-25 so is the result, which is then wrapped as `{"result": …}`.  So is, in later versions too, a result that
may be null: the SDKs take null for no structured content, and a client refuses that where it was promised.  A tool
that returns nothing (`{"type": "null"}`) has no `outputSchema`: there is no structured content to promise.
"""

from __future__ import annotations

import re

from toolschema_runtime.dialects import opened_verbatim
from toolschema_runtime.dialects._rewriting import Rule, admits, walk, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Final

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime.dialects._rewriting import Change, Document, Schema

LATEST: Final = "2026-07-28"
# The last version whose results are objects.
_LAST_WITH_OBJECTS: Final = "2025-11-25"
# References in a circle lead nowhere.
_DEEPEST: Final = 20

_SPEC: Final = "https://modelcontextprotocol.io/specification"
_TOOLS: Final = f"{_SPEC}/2025-11-25/server/tools"
# A table of rules reads best as a table.
# fmt: off
ROOT: Final = Rule(
    "MC01", "any", "rewrite", "root without `type: object`", "gets it", "A", f"{_SPEC}/2026-07-28/server/tools",
)
RESULT: Final = Rule(
    "MC02", "any", "rewrite", "result that is no object, up to version 2025-11-25; in any version, one that may be null",
    'is wrapped as `{"result": …}`, in `outputSchema` and in `structuredContent`', "A", _TOOLS,
)
NO_RESULT: Final = Rule(
    "MC03", "any", "drop", "result that is always null", "has no `outputSchema` and no `structuredContent`",
    "A", _TOOLS,
)
NAME: Final = Rule(
    "MC04", "any", "warn", "tool name other than `[A-Za-z0-9_.-]{1,128}`", "is sent; hosts may warn",
    "A", "https://github.com/modelcontextprotocol/modelcontextprotocol/issues/986",
)
NARROW_NAME: Final = Rule(
    "MC05", "any", "warn", "tool name other than `[a-zA-Z0-9_-]{1,64}`",
    "is sent; a host that passes it on to OpenAI, Anthropic or Bedrock is refused",
    "A", "https://github.com/modelcontextprotocol/modelcontextprotocol/issues/986",
)
CLIENTS: Final = Rule(
    "MC07", "any", "warn", "composition at the root, object without `properties`, array without `items`",
    "is sent; a host that passes it on to OpenAI as it is gets an error",
    "A", "https://github.com/bnb-chain/bnbchain-mcp/issues/68",
)
# fmt: on


def rules() -> tuple[Rule, ...]:
    """Return every rule of MCP for tools and their schemas."""
    return (ROOT, RESULT, NO_RESULT, NAME, NARROW_NAME, CLIENTS)


def schema(schema: Schema, /, *, strict: bool) -> tuple[Schema, list[Change]]:
    """Return an input schema as MCP takes it, and what was changed.

    Args:
        schema: JSON Schema 2020-12 of the arguments; it is not changed.
        strict: Makes no difference: MCP has no strict tools.
    """
    document = _opened(schema)
    walk(document.root, _warned, document)
    return document.root, document.changes


def _opened(schema: Schema) -> Document:
    document = opened_verbatim(schema)
    if document.root.get("type") != "object":
        # Schemas of strangers alone need it.
        from toolschema_runtime.dialects._roots import object_typed

        document.note("", ROOT)
        document.root = object_typed(document.root, document)
    return document


def _warned(node: Schema, at: str, document: Document) -> Schema:
    is_bare = (
        "properties" not in node and "additionalProperties" not in node and admits(node, "object")
    )
    is_composed = at == "" and not node.keys().isdisjoint(
        ("anyOf", "oneOf", "allOf", "enum", "not")
    )
    if (
        is_bare
        or is_composed
        or (admits(node, "array") and node.keys().isdisjoint(("items", "prefixItems")))
    ):
        document.note(at, CLIENTS)
    return node


def has_structured_content(returns: Schema | None) -> bool:
    """Whether a result of this schema is sent as structured content: not when it is unknown or always null."""
    return returns is not None and returns.get("type") != "null"


def wraps_result(returns: Schema | None, *, version: str = LATEST) -> bool:
    """Whether a result of this schema is sent as `{"result": …}` in a protocol version."""
    if returns is None or not has_structured_content(returns) or _is_object(returns):
        return False
    return version <= _LAST_WITH_OBJECTS or _may_be_null(returns, returns.get("$defs", {}), 0)


def _is_object(returns: Schema) -> bool:
    return returns.get("type") == "object" and "$ref" not in returns


def _may_be_null(schema: Any, definitions: Schema, depth: int) -> bool:
    """Whether null is not ruled out by what a schema says first of all."""
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return schema is not False
    if "type" in schema and not admits(schema, "null"):
        return False
    if "enum" in schema or "const" in schema:
        return None in schema.get("enum", [schema.get("const")])
    if "$ref" in schema:
        target = definitions.get(str(schema["$ref"]).removeprefix("#/$defs/"), True)
        return _may_be_null(target, definitions, depth + 1)
    arms = schema.get("anyOf", schema.get("oneOf"))
    return not isinstance(arms, list) or any(
        _may_be_null(arm, definitions, depth + 1) for arm in arms
    )


def output_schema(returns: Schema | None, *, version: str = LATEST) -> Schema | None:
    """Return what `outputSchema` says for a result, or None where it is not sent.

    Args:
        returns: JSON Schema of the result, or None when there is none.
        version: A protocol version, e.g. `"2025-06-18"`.
    """
    if returns is None or not has_structured_content(returns) or version < "2025-06-18":
        return None
    root = opened_verbatim(returns).root
    if not wraps_result(returns, version=version):
        return root
    wrapper: Schema = {
        "type": "object",
        "properties": {"result": without(root, "$defs")},
        "required": ["result"],
        "additionalProperties": False,
    }
    return {**wrapper, "$defs": root["$defs"]} if "$defs" in root else wrapper


def tool(record: dict[str, Any], /, *, version: str = LATEST) -> dict[str, Any]:
    """Return the entry of one tool in a `tools/list` result.

    Args:
        record: A tool as side-files have it.
        version: The protocol version that was negotiated.
    """
    entry: dict[str, Any] = {"name": record["name"]}
    if "title" in record and version >= "2025-06-18":
        entry["title"] = record["title"]
    if record["description"]:
        entry["description"] = record["description"]
    entry["inputSchema"] = _opened(record["parameters"]).root
    returns = output_schema(record.get("returns"), version=version)
    if returns is not None:
        entry["outputSchema"] = returns
    if record.get("annotations") and version >= "2025-03-26":
        entry["annotations"] = dict(record["annotations"])
    return entry


def tools(records: Sequence[dict[str, Any]], /, *, version: str = LATEST) -> list[Any]:
    """Return the `tools` of a `tools/list` result.

    Args:
        records: Tools as side-files have them.
        version: The protocol version that was negotiated.
    """
    return [tool(record, version=version) for record in records]


def check(records: Sequence[dict[str, Any]], /) -> list[Change]:
    """Return what MCP or its hosts refuse of these tools and what is changed, pointing like `/0/parameters/…`.

    Args:
        records: All tools of one server, as side-files have them.
    """
    # Encoding checks nothing.
    from toolschema_runtime.dialects._checking import checked

    document = checked(records, schema, name=(r"[A-Za-z0-9_.-]{1,128}", NAME))
    for index, record in enumerate(records):
        if not re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", record["name"]):
            document.note(f"/{index}/name", NARROW_NAME)
        returns = record.get("returns")
        if wraps_result(returns, version=_LAST_WITH_OBJECTS):
            document.note(f"/{index}/returns", RESULT)
        elif returns is not None and not has_structured_content(returns):
            document.note(f"/{index}/returns", NO_RESULT)
    return document.changes


def calls(response: object, /) -> list[ToolCall] | None:
    """Return the call in a `tools/call` request, or None when it is something else.

    Args:
        response: A request or its parameters, as SDK objects or dicts.
    """
    # Encoding reads no calls.
    from toolschema_runtime.dialects._reading import field, has, made

    id = None
    parameters: Any = response
    if field(response, "method") is not None:
        if field(response, "method") != "tools/call":
            return None
        id = field(response, "id")
        parameters = field(response, "params")
    name, arguments = field(parameters, "name"), field(parameters, "arguments")
    if not isinstance(name, str) or not has(parameters, "arguments") or has(parameters, "type"):
        return None
    return made("mcp", [(name, arguments, None if id is None else str(id))])


def messages(results: Sequence[ToolResult], /) -> list[Any]:
    """Return the `tools/call` results, one each, in the latest protocol version."""
    return [result_of(result) for result in results]


def result_of(
    result: ToolResult, *, returns: Schema | None = None, version: str = LATEST
) -> dict[str, Any]:
    """Return the `tools/call` result for one call.

    Args:
        result: What came of it.
        returns: JSON Schema of the tool's result, when `outputSchema` was made from it.
        version: The protocol version that was negotiated.
    """
    answer: dict[str, Any] = {"content": [{"type": "text", "text": result.text}]}
    if not result.is_error and version >= "2025-06-18":
        if wraps_result(returns, version=version):
            answer["structuredContent"] = {"result": result.data}
        elif has_structured_content(returns) or (
            returns is None and _is_structured(result, version)
        ):
            answer["structuredContent"] = result.data
    answer["isError"] = result.is_error
    if version > _LAST_WITH_OBJECTS:
        answer["resultType"] = "complete"
    return answer


def _is_structured(result: ToolResult, version: str) -> bool:
    """Whether data of a type that nobody declared may be sent as structured content."""
    return isinstance(result.data, dict) or (
        version > _LAST_WITH_OBJECTS and isinstance(result.data, list)
    )
