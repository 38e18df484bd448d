"""What the host gives to tools: which names are taken, and which values a call gets."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any, TypeAlias

    from toolschema_runtime._calls import ToolCall
    from toolschema_runtime._definition import ToolDefinition

    Provider: TypeAlias = Callable[[ToolCall], Any]
    Injection: TypeAlias = "Mapping[Any, Any] | Provider | None"


class Takers:
    """The names and types by which the tools of one registry take values."""

    __slots__ = ("names", "types")

    def __init__(self, definitions: Iterable[ToolDefinition]) -> None:
        from toolschema_runtime._definition import injected_records

        # Dicts as ordered sets.
        self.names: dict[str, None] = {}
        self.types: dict[str, None] = {}
        for definition in definitions:
            for parameter in injected_records(definition._record):
                self.names[parameter["name"]] = None
                kind = parameter["inject"].get("type")
                if type(kind) is str:
                    self.types[kind] = None

    def resolve(self, given: Mapping[Any, Any]) -> dict[str, Any]:
        """The given values by parameter name or dotted name of a type.

        Raises:
            UnknownInjectedValueError: If no tool takes one of them.
            ToolUsageError: If what was given, or what a function gave, is no mapping.
        """
        if not hasattr(given, "items"):
            from toolschema_runtime._errors import ToolUsageError

            raise ToolUsageError(f"injected values are a mapping, not {type(given).__name__}")
        resolved: dict[str, Any] = {}
        for key, value in given.items():
            if type(key) is str and (key in self.names or key in self.types):
                resolved[key] = value
                continue
            known = [name for name in self.types if isinstance(key, type) and _is_type(key, name)]
            if not known:
                raise _unknown(key, [*self.names, *self.types])
            resolved.update(dict.fromkeys(known, value))
        return resolved


def _is_type(cls: type, dotted: str) -> bool:
    """Whether *dotted* is a name of *cls*: its own, or one under which a loaded module has it."""
    if dotted == f"{cls.__module__}.{cls.__qualname__}":
        return True
    module, _, name = dotted.rpartition(".")
    return getattr(sys.modules.get(module), name, None) is cls


def _unknown(key: object, available: list[str]) -> Exception:
    from toolschema_runtime._decode.faults import nearest
    from toolschema_runtime._errors import UnknownInjectedValueError

    is_class = isinstance(key, type)
    name = f"{key.__module__}.{key.__qualname__}" if is_class else str(key)  # type: ignore[attr-defined]
    return UnknownInjectedValueError(name, available, nearest(name, available))


def values_for(definition: ToolDefinition, given: Mapping[str, Any]) -> dict[str, Any]:
    """The values that one tool gets, by parameter; what is bound is never replaced by what is given.

    Raises:
        MissingInjectedValueError: If the tool needs one that is neither bound nor given.
    """
    bound = definition._rules.bound
    values: dict[str, Any] = {}
    missing: list[str] = []
    for parameter in definition._source.signature.injected:
        for key in (parameter.name, parameter.inject_type):
            if key is not None and key in bound:
                values[parameter.name] = bound[key]
                break
        else:
            for key in (parameter.name, parameter.inject_type):
                if key is not None and key in given:
                    values[parameter.name] = given[key]
                    break
            else:
                if parameter.must_be_injected:
                    missing.append(parameter.name)
    if missing:
        from toolschema_runtime._errors import MissingInjectedValueError

        raise MissingInjectedValueError(definition.name, missing)
    return values


def check_bound(tools: Iterable[ToolDefinition]) -> None:
    """Whether every tool has the values that it needs, for callers that have none to give.

    Raises:
        MissingInjectedValueError: If one has not, and nothing that was bound could give them.
    """
    for definition in tools:
        missing = [name for name, is_required in definition.injected.items() if is_required]
        if missing and not definition._rules.providers:
            from toolschema_runtime._errors import MissingInjectedValueError

            raise MissingInjectedValueError(definition.name, missing)
