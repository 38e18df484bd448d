"""Tools as plain functions, for the lists of functions that aisuite makes `Tools` of by itself."""

from __future__ import annotations

from toolschema_runtime._calls import ToolCall
from toolschema_runtime.adapters.aisuite._answers import answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Final

    from toolschema_runtime._definition import ToolDefinition
    from toolschema_runtime._registry import ToolRegistry

_UNDECIDED: Final = "this call needs the approval of a person, and nobody decided about it"


def function_of(
    registry: ToolRegistry, definition: ToolDefinition, approvals: Callable[[ToolCall], Any] | None
) -> Callable[..., Any]:
    """A function, async where the tool is, that aisuite takes for one of an MCP server's.

    Its own check stands in front: it is made of the types in the schema, gives None for what the model
    left out, and drops keys that it does not know.
    """
    name = definition.name
    schema = readable(definition.parameters)
    required = schema.get("required", ())

    def sent(arguments: Mapping[str, Any]) -> ToolCall:
        own = {k: v for k, v in arguments.items() if v is not None or k in required}
        return ToolCall(name, own, None, "openai")

    def function(**arguments: Any) -> Any:
        [result] = registry.execute(sent(arguments), approvals=decided(approvals))
        return answer(result)

    async def async_function(**arguments: Any) -> Any:
        [result] = await registry.aexecute(sent(arguments), approvals=adecided(approvals))
        return answer(result)

    made: Any = async_function if definition.is_async else function
    made.__name__ = made.__qualname__ = name
    made.__doc__ = definition.description
    made.__mcp_input_schema__ = schema
    return made  # type: ignore[no-any-return]


def decided(approvals: Callable[[ToolCall], Any] | None) -> Callable[[ToolCall], Any] | None:
    """The same decisions; a call about which there is none is denied: aisuite's loop cannot wait for one."""
    if approvals is None:
        return None

    def decide(call: ToolCall) -> Any:
        decision = approvals(call)
        return _UNDECIDED if decision is None else decision

    return decide


def adecided(approvals: Callable[[ToolCall], Any] | None) -> Callable[[ToolCall], Any] | None:
    """As `decided`, for functions that may be async."""
    if approvals is None:
        return None

    async def decide(call: ToolCall) -> Any:
        decision = approvals(call)
        if hasattr(decision, "__await__"):
            decision = await decision
        return _UNDECIDED if decision is None else decision

    return decide


def readable(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of arguments in which aisuite finds nothing that it fails on.

    It reads the types of parameters, of items and of alternatives; a list of types, or a schema that is
    true or false, ends its reading with a TypeError.
    """
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    return {**schema, "properties": {name: _readable(each) for name, each in properties.items()}}


def _readable(schema: Any) -> dict[str, Any]:
    if not isinstance(schema, dict):
        return {} if schema else {"not": {}}
    read: dict[str, Any] = dict(schema)
    if isinstance(read.get("type"), list):
        kinds = [{"type": kind} for kind in read.pop("type")]
        if "anyOf" in read:
            read["allOf"] = [*read.get("allOf", ()), {"anyOf": kinds}]
        else:
            read["anyOf"] = kinds
    if "items" in read:
        items = read.pop("items")
        if isinstance(items, dict):
            read["items"] = _readable(items)
        elif items is False:  # a tuple ends here
            read.setdefault("maxItems", len(read.get("prefixItems", ())))
    for keyword in ("anyOf", "oneOf"):
        if isinstance(read.get(keyword), list):
            read[keyword] = [_readable(arm) for arm in read[keyword]]
    return read
