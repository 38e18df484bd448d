"""One round of a conversation: the calls in a response, decided, run, and answered."""

from __future__ import annotations

from toolschema_runtime._calls import CutOffCall, ToolCall, ToolResult, ToolResults
from toolschema_runtime._checks import check_format, check_round
from toolschema_runtime._dispatch import aprepare, prepare
from toolschema_runtime._encode_result import encode_result
from toolschema_runtime._errors import (
    ApprovalRequired,
    ArgumentProblem,
    AsyncToolError,
    ToolCallError,
    ToolCallRefused,
    ToolExecutionError,
    ToolSchemaError,
    ToolUsageError,
    argument_error,
)
from toolschema_runtime._log import log_refusal
from toolschema_runtime._running import Prepared, arun, run
from toolschema_runtime.dialects import FORMATS, dialect

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import Semaphore
    from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
    from concurrent.futures import Executor
    from contextvars import Context
    from typing import Any, Final, TypeAlias

    from toolschema_runtime._injection import Injection
    from toolschema_runtime._registry import ToolRegistry
    from toolschema_runtime.dialects._formats import SchemaFormat

    Decision: TypeAlias = bool | str | None
    Approvals: TypeAlias = (
        Mapping[str, bool | str] | Callable[[ToolCall], Decision | Awaitable[Decision]] | None
    )
    # A call that may run, or the result it has already.
    Step: TypeAlias = Prepared | ToolResult

# The top-level packages of SDKs -> what their objects may be.
_SDKS: Final[dict[str, tuple[str, ...]]] = {
    "ag_ui": ("openai",),
    "aisuite": ("openai",),
    "anthropic": ("anthropic",),
    "cohere": ("cohere",),
    "google": ("gemini",),
    "groq": ("openai",),
    "litellm": ("openai", "openai_responses"),
    "mcp": ("mcp",),
    "mcp_types": ("mcp",),
    "mistralai": ("mistral",),
    "ollama": ("ollama",),
    "openai": ("openai", "openai_responses"),
}


def tool_calls(response: object, format: str | SchemaFormat | None = None) -> list[ToolCall]:
    """Return the calls that a response asks for; see `ToolRegistry.execute` for what it may be.

    Raises:
        ToolUsageError: If it is no response of any provider, of which one cannot be told, or there is no such format.
        ToolArgumentError: If the provider could not read the model's call.
    """
    check_format(None if format is None else str(format))
    if response is None:
        return []
    if isinstance(response, str):
        return _of_text(response)
    if isinstance(response, ToolCall):
        response = [response]
    if isinstance(response, (list, tuple)) and all(isinstance(call, ToolCall) for call in response):
        for call in response:
            check_format(call.format)
        return list(response)
    if format is not None:
        return _read_as(response, str(format))
    found = {}
    for fmt in _candidates(response):
        calls = dialect(fmt).calls(response)
        if calls is not None:
            found[fmt] = calls
    if not found:
        raise ToolUsageError(
            f"{type(response).__name__} is not what a provider's SDK returns: give the response, its message, "
            "its content or its calls"
        )
    if len(found) > 1 and any(found.values()):
        raise ToolUsageError(f"these dicts may be of {' or '.join(found)}: give format=")
    return next(iter(found.values()))


def _of_text(text: str) -> list[ToolCall]:
    """No calls, since a message may be all text; but a response as text would lose those that it has."""
    if text.lstrip()[:1] not in ("{", "["):
        return []
    from toolschema_runtime._decode.json_text import NotAcceptable, parse
    from toolschema_runtime._decode.limits import DEFAULT_LIMITS

    try:
        parsed = parse(text, DEFAULT_LIMITS)
    except NotAcceptable:
        return []
    # A name with arguments alone is what a model may well answer in JSON.
    is_bare = type(parsed) is dict and "name" in parsed and "type" not in parsed
    if not is_bare and any(_has_calls(parsed, fmt) for fmt in FORMATS):
        raise ToolUsageError(
            "this is a response as JSON text: give the object that the SDK returned, or json.loads of the text"
        )
    return []


def _has_calls(response: object, fmt: str) -> bool:
    try:
        return bool(dialect(fmt).calls(response))
    except ToolSchemaError:  # some call that cannot be taken
        return True


def _read_as(response: object, fmt: str) -> list[ToolCall]:
    calls = dialect(fmt).calls(response)
    if calls is None:
        raise ToolUsageError(f"{type(response).__name__} is not what the SDK of {fmt} returns")
    return calls


def _candidates(response: object) -> tuple[str, ...]:
    first = response[0] if isinstance(response, (list, tuple)) and response else response
    for base in type(first).__mro__:
        formats = _SDKS.get(base.__module__.partition(".")[0])
        if formats is not None:
            return formats
    return FORMATS


def execute(
    registry: ToolRegistry,
    response: object,
    *,
    inject: Injection = None,
    approvals: Approvals = None,
    format: str | SchemaFormat | None = None,
) -> ToolResults:
    """Run the calls of a response, one after the other; see `ToolRegistry.execute`."""
    check_round(approvals)
    steps: list[Step] = []
    for call in tool_calls(response, format):
        refused = _cut_off(call)
        steps.append(refused if refused is not None else _prepared(registry, call, inject))
    for step in steps:
        if isinstance(step, Prepared) and step.definition.is_async:
            raise AsyncToolError(f'tool "{step.definition.name}" is async: use aexecute')
    decisions = []
    _require_own_ids(approvals, steps)
    for step in _undecided(steps):
        decision = _decision(approvals, step.call)
        if hasattr(decision, "__await__"):
            getattr(decision, "close", lambda: None)()
            raise AsyncToolError("the function that approves is async: use aexecute")
        decisions.append(decision)
    steps = _decided(steps, decisions)
    return ToolResults([_answered(step) if isinstance(step, Prepared) else step for step in steps])


async def aexecute(
    registry: ToolRegistry,
    response: object,
    *,
    inject: Injection = None,
    approvals: Approvals = None,
    format: str | SchemaFormat | None = None,
    limit: int | None = None,
) -> ToolResults:
    """Run the calls of a response side by side; see `ToolRegistry.aexecute`."""
    check_round(approvals, limit)
    steps: list[Step] = []
    for call in tool_calls(response, format):
        refused = _cut_off(call)
        steps.append(refused if refused is not None else await _aprepared(registry, call, inject))
    decisions = []
    _require_own_ids(approvals, steps)
    for step in _undecided(steps):
        decision = _decision(approvals, step.call)
        decisions.append(await decision if hasattr(decision, "__await__") else decision)
    steps = _decided(steps, decisions)
    results: dict[int, ToolResult] = {}
    for batch in _batches(steps):
        results.update(await _side_by_side(batch, limit))
    return ToolResults(
        [results[index] if isinstance(step, Prepared) else step for index, step in enumerate(steps)]
    )


def _cut_off(call: ToolCall) -> ToolResult | None:
    if not isinstance(call, CutOffCall):
        return None
    problem = ArgumentProblem(
        "", "value", "whole arguments; the response was cut off before its end"
    )
    error = argument_error([problem], tool=call.name, call_id=call.id)
    log_refusal(error)
    return ToolResult(call, error=error)


def _prepared(registry: ToolRegistry, call: ToolCall, inject: Injection) -> Step:
    try:
        return prepare(registry, call, inject=inject)
    except ToolCallError as error:
        return _failed(call, error, registry)


async def _aprepared(registry: ToolRegistry, call: ToolCall, inject: Injection) -> Step:
    try:
        return await aprepare(registry, call, inject=inject)
    except ToolCallError as error:
        return _failed(call, error, registry)


def _undecided(steps: Sequence[Step]) -> Iterator[Prepared]:
    return (step for step in steps if isinstance(step, Prepared) and step.definition.approval)


def _require_own_ids(approvals: Approvals, steps: Sequence[Step]) -> None:
    """Refuses a decision that counts for several calls: whoever agreed to one may never have seen the other.

    Raises:
        ToolUsageError: If there is one.
    """
    if approvals is None or callable(approvals):
        return
    seen: set[str] = set()
    for step in _undecided(steps):
        id = step.call.id
        if id in seen and approvals.get(id) is not None:
            raise ToolUsageError(
                f"several calls of this round have the id {id!r}: approve by a function"
            )
        if id is not None:
            seen.add(id)


def _decision(approvals: Approvals, call: ToolCall) -> Any:
    if approvals is None:
        return None
    if callable(approvals):
        return approvals(call)
    return None if call.id is None else approvals.get(call.id)


def _decided(steps: Sequence[Step], decisions: Sequence[Decision]) -> list[Step]:
    """Replace what was denied by its result.

    Raises:
        ApprovalRequired: If there is no decision for a call.
    """
    waiting = list(_undecided(steps))
    open_calls = [
        step.call for step, decision in zip(waiting, decisions, strict=True) if decision is None
    ]
    if open_calls:
        raise ApprovalRequired(open_calls)
    denied = {
        id(step): _denied(step.call, decision)
        for step, decision in zip(waiting, decisions, strict=True)
        if decision is not True
    }
    return [denied.get(id(step), step) for step in steps]


def _denied(call: ToolCall, decision: Decision) -> ToolResult:
    text = decision if isinstance(decision, str) else "this call was not approved"
    error = ToolCallRefused(text, tool=call.name, call_id=call.id)
    log_refusal(error)
    return ToolResult(call, error=error)


def _answered(prepared: Prepared) -> ToolResult:
    """Run a sync tool and make the result of its value or error."""
    try:
        return _made(prepared, run(prepared))
    except ToolCallError as error:
        return _failed(prepared.call, error, prepared)


def _answered_in(context: Context, prepared: Prepared) -> ToolResult:
    return context.run(_answered, prepared)


async def _aanswered(prepared: Prepared) -> ToolResult:
    try:
        return _made(prepared, await arun(prepared))
    except ToolCallError as error:
        return _failed(prepared.call, error, prepared)


def _made(prepared: Prepared, value: Any) -> ToolResult:
    data = encode_result(prepared.definition, value, prepared.call.id)
    return ToolResult(prepared.call, value=value, data=data, repairs=prepared.repairs)


def _failed(call: ToolCall, error: ToolCallError, source: ToolRegistry | Prepared) -> ToolResult:
    """Make the result of an error, by the tool's rule for crashes."""
    repairs = source.repairs if isinstance(source, Prepared) else ()
    if not isinstance(error, ToolExecutionError):
        return ToolResult(call, error=error, repairs=repairs)
    definition = source.definition if isinstance(source, Prepared) else source[call.name]
    on_error = definition._rules.on_error
    if on_error == "raise":
        raise error
    # Without words of the host's the model hears those of the error.
    text = (str(on_error(error)) or None) if callable(on_error) else None
    return ToolResult(call, error=error, text=text, repairs=repairs)


def _batches(steps: Sequence[Step]) -> Iterator[dict[int, Prepared]]:
    """What may run side by side, by place in the round; a tool that runs alone is a batch of its own."""
    batch: dict[int, Prepared] = {}
    for index, step in enumerate(steps):
        if not isinstance(step, Prepared):
            continue
        if step.definition._record.get("parallel", True):
            batch[index] = step
            continue
        yield batch
        yield {index: step}
        batch = {}
    yield batch


async def _side_by_side(batch: Mapping[int, Prepared], limit: int | None) -> dict[int, ToolResult]:
    """Run async tools concurrently, and meanwhile sync ones in turn in one worker thread."""
    if not batch:
        return {}
    import asyncio
    from concurrent.futures import ThreadPoolExecutor

    gate = asyncio.Semaphore(limit or len(batch))
    in_turn = {index: step for index, step in batch.items() if not step.definition.is_async}
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="toolschema")
    tasks = [
        asyncio.ensure_future(_gated(gate, index, step))
        for index, step in batch.items()
        if index not in in_turn
    ]
    tasks.append(asyncio.ensure_future(_in_turn(worker, in_turn)))
    try:
        done = await asyncio.gather(*tasks)
    except BaseException:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        raise
    finally:
        worker.shutdown(wait=False)
    return {index: result for results in done for index, result in results.items()}


async def _gated(gate: Semaphore, index: int, step: Prepared) -> dict[int, ToolResult]:
    async with gate:
        return {index: await _aanswered(step)}


async def _in_turn(worker: Executor, steps: Mapping[int, Prepared]) -> dict[int, ToolResult]:
    import asyncio
    from contextvars import copy_context

    loop = asyncio.get_running_loop()
    results = {}
    for index, step in steps.items():
        if step.definition._record.get("thread", True):
            result = loop.run_in_executor(worker, _answered_in, copy_context(), step)
            results[index] = await result
        else:
            results[index] = await _aanswered(step)
    return results
