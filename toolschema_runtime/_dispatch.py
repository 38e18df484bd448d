"""From a call's name and arguments to the value of the tool.

`prepare` decides whether a call is acceptable and runs nothing of the tool; `fast_call` does all in one
for tools that are called often.
"""

from __future__ import annotations

from toolschema_runtime._arguments import Decoded, check_handler, decode
from toolschema_runtime._errors import ApprovalRequired, AsyncToolError, UnboundToolError
from toolschema_runtime._injection import values_for
from toolschema_runtime._running import (
    Prepared,
    afail,
    arun,
    fail,
    require_offered,
    run,
    timeout_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from toolschema_runtime._calls import ToolCall
    from toolschema_runtime._definition import ToolDefinition
    from toolschema_runtime._injection import Injection
    from toolschema_runtime._registry import ToolRegistry


def prepare(registry: ToolRegistry, call: ToolCall, *, inject: Injection = None) -> Prepared:
    """Decides whether *call* is acceptable; nothing of the tool runs.

    Args:
        registry: Where its tool is.
        call: The call; `arguments` may be an object or its JSON text.
        inject: Values for what is not bound, or a function from the call to them.

    Raises:
        ToolUsageError: When the host made a mistake.
        ToolCallError: When the model did.
    """
    definition, given = _found(registry, call, inject)
    providers = providers_of(definition, inject)
    if not providers:
        return _prepared(definition, call, values_for(definition, given))
    check_handler(definition)
    decoded = decode(definition, call.arguments, call.id)
    provided_first: dict[str, Any] = {}
    for provider in providers:
        provided = provider(call)
        if hasattr(provided, "__await__"):
            getattr(provided, "close", lambda: None)()
            raise AsyncToolError("the provider of injected values is async: use acall")
        provided_first = {**registry._takers.resolve(provided), **provided_first}
    return _bound(definition, call, decoded, values_for(definition, {**given, **provided_first}))


async def aprepare(registry: ToolRegistry, call: ToolCall, *, inject: Injection = None) -> Prepared:
    """As `prepare`, for providers of either kind."""
    definition, given = _found(registry, call, inject)
    providers = providers_of(definition, inject)
    if not providers:
        return _prepared(definition, call, values_for(definition, given))
    check_handler(definition)
    decoded = decode(definition, call.arguments, call.id)
    provided_first: dict[str, Any] = {}
    for provider in providers:
        provided = provider(call)
        if hasattr(provided, "__await__"):
            provided = await provided
        provided_first = {**registry._takers.resolve(provided), **provided_first}
    return _bound(definition, call, decoded, values_for(definition, {**given, **provided_first}))


def _found(
    registry: ToolRegistry, call: ToolCall, inject: Injection
) -> tuple[ToolDefinition, dict[str, Any]]:
    definition = registry._find(call.name, call.id)
    given = {} if inject is None or callable(inject) else registry._takers.resolve(inject)
    try:
        require_offered(definition)
    except BaseException as error:  # noqa: BLE001  # whatever the property of the user's raised
        fail(error, definition.name, call.id)
    if not definition.is_bound:
        raise UnboundToolError(
            f'tool "{definition.name}" is a method: list it with ToolRegistry.for_instance(object)'
        )
    return definition, given


def _capture(*positional: Any, **keywords: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return positional, keywords


def _prepared(definition: ToolDefinition, call: ToolCall, injected: dict[str, Any]) -> Prepared:
    handler = definition.handler
    if not definition._rules.is_lenient and definition._rules.limits is None:
        make = definition._source.make_for(handler)
        passed = None if make is None else make(_capture, injected, _raise, _no)(call.arguments)
        if passed is not None:
            positional, keywords = passed
            return Prepared(definition, call, handler, positional, keywords, ())
    return _bound(definition, call, decode(definition, call.arguments, call.id), injected)


def _raise(error: BaseException) -> NoReturn:
    raise error


def _no(arguments: object) -> None:
    return None


def fast_call(definition: ToolDefinition) -> Callable[[Any], Any] | None:
    """From arguments to the value of a tool, or to its awaitable: the compiled decoder and nothing else.

    None while the tool is not called often, and for tools that need more than their arguments.
    """
    rules = definition._rules
    source = definition._source
    if (
        definition.approval
        or rules.is_lenient
        or rules.limits is not None
        or rules.providers
        or source.signature.is_generator
        or timeout_of(definition) is not None
        or any(definition.injected.values())
        or definition._record.get("when") is not None
    ):
        return None
    handler = definition.handler
    make = source.made_for(handler)
    if make is None:
        return None
    name = definition.name
    injected = values_for(definition, {})

    def failed(error: BaseException) -> NoReturn:
        fail(error, name, None)

    def refused(arguments: object) -> Any:
        decoded = decode(definition, arguments, None)
        prepared = _bound(definition, _tool_call(name, arguments), decoded, injected)
        return arun(prepared) if definition.is_async else run(prepared)

    async def awaited(*positional: Any, **keywords: Any) -> Any:
        try:
            return await handler(*positional, **keywords)
        except BaseException as error:  # noqa: BLE001  # whatever the tool raised
            afail(error, name, None)

    return make(awaited if definition.is_async else handler, injected, failed, refused)


def providers_of(definition: ToolDefinition, inject: Injection) -> tuple[Callable[..., Any], ...]:
    """What gives values for this call, what was bound first."""
    return (*definition._rules.providers, *([inject] if callable(inject) else []))


def _bound(
    definition: ToolDefinition, call: ToolCall, decoded: Decoded, injected: dict[str, Any]
) -> Prepared:
    handler = definition.handler
    positional, keywords = definition._source.bind(decoded.values, injected, handler)
    return Prepared(definition, call, handler, positional, keywords, decoded.repairs)


def call(
    registry: ToolRegistry,
    name: str,
    arguments: object,
    *,
    inject: Injection,
    approved: bool,
    timeout: float | None,
) -> Any:
    """One call from start to end; see `ToolRegistry.call`."""
    if timeout is not None:
        from toolschema_runtime._checks import check_timeout

        check_timeout(timeout)
    made = _tool_call(name, arguments)
    prepared = prepare(registry, made, inject=inject)
    if prepared.definition.approval and not approved:
        raise ApprovalRequired([made])
    return run(prepared, timeout=timeout)


async def acall(
    registry: ToolRegistry,
    name: str,
    arguments: object,
    *,
    inject: Injection,
    approved: bool,
    timeout: float | None,
) -> Any:
    """One call from start to end; see `ToolRegistry.acall`."""
    if timeout is not None:
        from toolschema_runtime._checks import check_timeout

        check_timeout(timeout)
    made = _tool_call(name, arguments)
    prepared = await aprepare(registry, made, inject=inject)
    if prepared.definition.approval and not approved:
        raise ApprovalRequired([made])
    return await arun(prepared, timeout=timeout)


def _tool_call(name: str, arguments: Any) -> ToolCall:
    from toolschema_runtime._calls import ToolCall

    return ToolCall(name, arguments)
