"""What the host gives: by name, by type, bound or at the call; never by the model."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.unit.runtime.modules import Load, parameter, record
from toolschema_runtime import (
    AsyncToolError,
    MissingInjectedValueError,
    ToolArgumentError,
    ToolRegistry,
    ToolUsageError,
    UnknownInjectedValueError,
)

ROUNDS = 6
SOURCE = """
    from toolschema_runtime import tool
    class Context: ...
    @tool
    def note(text, *, user="nobody", state=None): return text, user, state
    @tool
    def needs(text, session): return text, session
    @tool
    def typed(ctx, /, text): return ctx, text
    @tool
    def nullable(owner): return owner
    @tool
    def free(): return "free"
"""
OPTIONAL = {"required": False}


@pytest.fixture
def tools(load: Load) -> ToolRegistry:
    return load(
        SOURCE,
        record(
            "note",
            parameter("text", "str"),
            parameter("user", None, kind="keyword_only", inject=OPTIONAL),
            parameter("state", None, kind="keyword_only", inject=OPTIONAL),
        ),
        record(
            "needs", parameter("text", "str"), parameter("session", None, inject={"required": True})
        ),
        record(
            "typed",
            parameter(
                "ctx",
                None,
                kind="positional_only",
                inject={"required": True, "type": "desk.Context"},
            ),
            parameter("text", "str"),
        ),
        record("nullable", parameter("owner", None, inject=OPTIONAL)),
        record("free"),
    )


def test_values_are_given_by_name_and_passed_by_identity(tools: ToolRegistry) -> None:
    state: dict[str, Any] = {}
    for _ in range(ROUNDS):
        value = tools.call("note", {"text": "a"}, inject={"state": state})
        assert ("a", "nobody", state) == value
        assert state is value[2]
        assert "free" == tools.call("free", inject={"state": state})


def test_an_optional_one_without_default_is_none(tools: ToolRegistry) -> None:
    for _ in range(ROUNDS):
        assert None is tools.call("nullable")
        assert 1 == tools.call("nullable", inject={"owner": 1})


def test_a_required_one_is_asked_for_before_anything_runs(tools: ToolRegistry) -> None:
    for _ in range(ROUNDS):
        with pytest.raises(MissingInjectedValueError) as caught:
            tools.call("needs", {"text": "a"})
        assert ("needs", ("session",)) == (caught.value.tool, caught.value.missing)
        assert ("a", "s") == tools.call("needs", {"text": "a"}, inject={"session": "s"})


def test_a_model_cannot_set_it(tools: ToolRegistry) -> None:
    for _ in range(ROUNDS):
        with pytest.raises(ToolArgumentError) as caught:
            tools.call("needs", {"text": "a", "session": "evil"}, inject={"session": "s"})
        assert "session" not in caught.value.problems[0].expected
        assert caught.value.problems[0].suggestion is None


def test_an_unknown_name_is_the_hosts_mistake(tools: ToolRegistry) -> None:
    for give in (lambda: tools.call("free", inject={"sesion": 1}), lambda: tools.bind(sesion=1)):
        with pytest.raises(UnknownInjectedValueError) as caught:
            give()
        assert ("sesion", "session") == (caught.value.name, caught.value.suggestion)
        assert isinstance(caught.value, ToolUsageError)


def test_a_type_is_given_by_class_or_by_dotted_name(tools: ToolRegistry) -> None:
    context = tools.typed.handler.__globals__["Context"]
    for key in (context, "desk.Context", "ctx"):
        assert ("c", "a") == tools.call("typed", {"text": "a"}, inject={key: "c"})
    with pytest.raises(UnknownInjectedValueError):
        tools.call("typed", {"text": "a"}, inject={int: "c"})


def test_what_is_bound_is_never_replaced(tools: ToolRegistry) -> None:
    bound = tools.bind(session="bound", user="u1")
    for _ in range(ROUNDS):
        assert ("a", "bound") == bound.call("needs", {"text": "a"})
        assert ("a", "bound") == bound.call("needs", {"text": "a"}, inject={"session": "other"})
        assert ("a", "u1", 2) == bound.call("note", {"text": "a"}, inject={"state": 2})
        assert ("a", "u1", None) == bound.bind(user="u2").call("note", {"text": "a"})
    assert {"session": True} == tools.needs.injected
    assert {} == bound.needs.injected


def test_a_provider_is_called_with_the_call_after_the_arguments_were_checked(
    tools: ToolRegistry,
) -> None:
    seen: list[Any] = []

    def provide(call: Any) -> dict[str, Any]:
        seen.append((call.name, call.arguments))
        return {"session": len(seen)}

    registry = tools.bind(provide)
    assert ("a", 1) == registry.call("needs", {"text": "a"})
    assert ("a", 2) == tools.call("needs", {"text": "a"}, inject=provide)
    with pytest.raises(ToolArgumentError):
        registry.call("needs", {})
    assert [("needs", {"text": "a"})] * 2 == seen


def test_what_a_bound_provider_gives_is_not_replaced_either(tools: ToolRegistry) -> None:
    registry = tools.bind(lambda _: {"session": "first"}).bind(lambda _: {"session": "second"})
    for inject in (None, {"session": "call"}, lambda _: {"session": "call"}):
        assert ("a", "first") == registry.call("needs", {"text": "a"}, inject=inject)


def test_an_async_provider_is_for_acall(tools: ToolRegistry) -> None:
    async def provide(call: Any) -> dict[str, Any]:
        return {"session": "s"}

    registry = tools.bind(provide)
    assert ("a", "s") == asyncio.run(registry.acall("needs", {"text": "a"}))
    with pytest.raises(AsyncToolError):
        registry.call("needs", {"text": "a"})
