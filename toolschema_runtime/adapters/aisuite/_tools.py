"""aisuite's `Tools` with a registry behind it; what of aisuite 0.2 this leans on is in its class docstring."""

from __future__ import annotations

# Not `from aisuite`: to pyright that is this package of ours, where aisuite is not installed.
from aisuite.utils.tools import Tools

from toolschema_runtime._arguments import _as_object
from toolschema_runtime._decode.faults import Faults
from toolschema_runtime._decode.limits import DEFAULT_LIMITS
from toolschema_runtime._errors import ToolCallError, ToolUsageError
from toolschema_runtime._rounds import _failed
from toolschema_runtime.adapters.aisuite._answers import answer, call_of
from toolschema_runtime.adapters.aisuite._functions import adecided, decided, function_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from toolschema_runtime._calls import ToolCall, ToolResult
    from toolschema_runtime._definition import ToolDefinition
    from toolschema_runtime._registry import ToolRegistry


class RegistryTools(Tools):  # type: ignore[misc]  # aisuite has no types
    """Tools whose calls a registry checks and runs.

    Of aisuite's own it replaces what prepares a call (`_prepare_tool_call`, which gives a dict, denied where
    there is a result already) and what runs it (`_invoke_tool_sync`, `_invoke_tool_async`), and keeps what is
    around them: policies, events, traces and messages.
    """

    def __init__(
        self,
        registry: ToolRegistry,
        functions: Sequence[Callable[..., Any]],
        approvals: Callable[[ToolCall], Any] | None,
    ) -> None:
        super().__init__()
        # A method without its object is not listed, so there is no such tool for a model.
        self._registry = registry.without(*registry.unbound)
        self._approvals = approvals
        for definition in self._registry:
            self._add_definition(definition)
        for function in functions:
            if function.__name__ in self._tools:
                raise ToolUsageError(f'two tools are named "{function.__name__}"')
            self._add_tool(function)

    def __iter__(self) -> Iterator[Callable[..., Any]]:
        # aisuite's `create` iterates over its tools, its own `Tools` included.
        return iter([tool["function"] for tool in self._tools.values()])

    def _add_definition(self, definition: ToolDefinition) -> None:
        metadata = None
        if definition.approval:
            from aisuite.agents import ToolMetadata

            metadata = ToolMetadata(name=definition.name, requires_approval=True)
        self._tools[definition.name] = {
            "function": function_of(self._registry, definition, self._approvals),
            "param_model": _AsSent,
            "spec": {
                "name": definition.name,
                "description": definition.description,
                "parameters": definition.parameters,
            },
            "metadata": metadata,
        }

    def execute(self, tool_calls: Any) -> list[Any]:
        results: list[Any] = self.execute_tool(tool_calls)[0]
        return results

    def _prepare_tool_call(
        self, tool_call: Any, tool_policy: Any, tool_policy_context: Any
    ) -> dict[str, Any]:
        call = call_of(tool_call)
        arguments: Any = call.arguments
        is_ours = call.name not in self._tools or call.name in self._registry
        if is_ours:
            try:
                # Bad arguments are refused before anybody is asked about them.
                self._registry.decode(call.name, arguments)
            except ToolCallError as error:
                return self._refused(call, _failed(call, error, self._registry))
            arguments = _plain(self._registry[call.name], arguments)
        same = {"id": call.id, "function": {"name": call.name, "arguments": arguments}}
        prepared: dict[str, Any] = super()._prepare_tool_call(
            same, tool_policy, tool_policy_context
        )
        return {**prepared, "call": call} if is_ours else prepared

    def _refused(self, call: ToolCall, result: ToolResult) -> dict[str, Any]:
        event = {
            "type": "tool_call",
            "tool_name": call.name,
            "tool_call_id": call.id,
            "arguments": call.arguments,
            "allowed": False,
            "reason": result.text,
            "metadata": {},
        }
        self.last_tool_events.append(event)
        self._emit_tool_trace_event("tool.denied", event)
        return {
            "tool_name": call.name,
            "tool_call_id": call.id,
            "tool_metadata_dict": None,
            "denied": True,
            "result": answer(result),
        }

    def _invoke_tool_sync(self, ctx: dict[str, Any]) -> Any:
        if "call" not in ctx:
            return super()._invoke_tool_sync(ctx)
        try:
            [result] = self._registry.execute(ctx["call"], approvals=decided(self._approvals))
        except Exception as error:
            self._record_tool_failure(ctx, error)
            raise
        return self._answered(ctx, result)

    async def _invoke_tool_async(self, ctx: dict[str, Any]) -> Any:
        if "call" not in ctx:
            return await super()._invoke_tool_async(ctx)
        try:
            [result] = await self._registry.aexecute(
                ctx["call"], approvals=adecided(self._approvals)
            )
        except Exception as error:
            self._record_tool_failure(ctx, error)
            raise
        return self._answered(ctx, result)

    def _answered(self, ctx: dict[str, Any], result: ToolResult) -> Any:
        if result.error is not None:
            self._record_tool_failure(ctx, result.error)
            # Else aisuite would tell of a success, too.
            ctx["denied"] = True
        return answer(result)


class _AsSent:
    """Stands where aisuite has a model of the arguments: they were checked, and go on as they were sent."""

    def __init__(self, /, **arguments: Any) -> None:
        self._arguments = arguments

    def model_dump(self) -> dict[str, Any]:
        return self._arguments


def _plain(definition: ToolDefinition, arguments: object) -> dict[str, Any]:
    """Acceptable arguments as the object that a policy looks at."""
    rules = definition._rules
    faults = Faults([] if rules.is_lenient else None)
    return _as_object(arguments, rules.limits or DEFAULT_LIMITS, faults)
