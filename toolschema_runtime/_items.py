"""What a registry can be made of: functions with a record, definitions, registries, raw tools, objects."""

from __future__ import annotations

from toolschema_runtime._annotations import modules_that_gave, prefix_of
from toolschema_runtime._definition import NO_RULES, Source, ToolDefinition
from toolschema_runtime._errors import SideFileError, ToolUsageError
from toolschema_runtime._handlers import bind_method, names_arguments
from toolschema_runtime._names import check_names
from toolschema_runtime._registry import ToolRegistry
from toolschema_runtime._side_file import import_module, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from toolschema_runtime._state import StateItem


def definitions_of(items: Iterable[object]) -> Iterator[ToolDefinition]:
    """The definitions of *items*, in order.

    Raises:
        ToolUsageError: If an item is no tool.
        SideFileError: If a function was given to `tool` but has no record.
    """
    for item in items:
        if isinstance(item, ToolDefinition):
            yield item
        elif isinstance(item, ToolRegistry):
            yield from item
        elif callable(item):
            yield _definition_of_callable(item)
        else:
            # Most registries are made of our own records alone.
            from toolschema_runtime._raw.tool import definitions_of as raw_definitions_of

            yield from raw_definitions_of(item)


def _definition_of_callable(item: Any) -> ToolDefinition:
    function = getattr(item, "__func__", item)
    modules = modules_that_gave(item)
    receiver = getattr(item, "__self__", None)
    if not modules and receiver is not None:
        method = _definition_of_method(receiver, item)
        if method is not None:
            return method
    modules = modules or modules_that_gave(function)
    if not modules:
        if getattr(item, "__mcp_input_schema__", None) is not None:
            from toolschema_runtime._raw.tool import definition_of_callable

            return definition_of_callable(item)
        name = getattr(item, "__qualname__", repr(item))
        raise ToolUsageError(f"{name} was not given to tool")
    for module in modules:
        for record in read(module).tools:
            if _belongs_to(record, module, item, function):
                return ToolDefinition(Source(module, record), record, NO_RULES)
    name = getattr(item, "__qualname__", repr(item))
    raise SideFileError(f"the side-file of {modules[0]} has no tool {name}: run mypy")


def _definition_of_method(receiver: object, method: object) -> ToolDefinition | None:
    """The tool that a bound method is in its object's class; an override counts as the method."""
    try:
        tools, _, _ = members_of(receiver, None)
    except SideFileError:
        return None
    return next((each for each in tools if bind_method(receiver, each.qualname) == method), None)


def _belongs_to(record: dict[str, Any], module: str, item: Any, function: Any) -> bool:
    if record["binding"].get("receiver") != "value":
        return bool(record["qualname"] == getattr(function, "__qualname__", None))
    found: Any = import_module(module)
    for name in record["qualname"].split("."):
        found = getattr(found, name, None)
    return found is item


def members_of(
    target: object, directory: str | None
) -> tuple[list[ToolDefinition], list[StateItem], dict[str, str]]:
    """The tools and the state of the class of *target*, or of *target* when it is a class.

    With them come the names that the side-files of its classes left out, with their modules.

    Raises:
        SideFileError: If no class of it has any.
    """
    cls = target if isinstance(target, type) else type(target)
    # By attribute: the record that is nearest to the class counts.
    tools: dict[str, ToolDefinition] = {}
    state: dict[str, StateItem] = {}
    omitted: dict[str, str] = {}
    failure: SideFileError | None = None
    for base in cls.__mro__:
        if base.__module__ == "builtins":
            continue
        try:
            file = read(base.__module__, directory)
        except SideFileError as error:
            failure = failure or error
            continue
        omitted.update(dict.fromkeys(file.omitted, file.module))
        for attribute, record in _records_of(base, file.tools):
            if attribute not in tools:
                source = Source(file.module, record)
                if record["binding"].get("is_generic") is True and names_arguments(target, base):
                    raise _unsolved(base, attribute)
                tools[attribute] = _bound_to(target, cls, source)
        for attribute, record in _records_of(base, file.state):
            if attribute not in state:
                state[attribute] = _state_of(target, cls, Source(file.module, record))
    if not tools and not state and not omitted:
        raise failure or SideFileError(f"{cls.__qualname__} has no method that was given to tool")
    return list(tools.values()), list(state.values()), omitted


def _records_of(cls: type, records: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for record in records:
        owner, _, attribute = record["qualname"].rpartition(".")
        if owner == cls.__qualname__:
            yield attribute, record


def _unsolved(base: type, attribute: str) -> ToolUsageError:
    method = f"{base.__qualname__}.{attribute}"
    return ToolUsageError(
        f"{method} is recorded for any type arguments, and here they are named: "
        f"write {attribute} = tool({method}) in a class that names them"
    )


def _bound_to(target: object, cls: type, source: Source) -> ToolDefinition:
    definition = ToolDefinition(source, source.record, NO_RULES)
    name = _name_in(cls, source.record)
    if name != definition.name:
        check_names([name])
        definition = definition._changed(name=name)
    # What a call form keeps in a class is called as it stands there: an instance would bind a function.
    if source.receiver == "value" or (source.receiver == "method" and isinstance(target, type)):
        return definition
    return definition._changed(instance=(target,))


def _state_of(target: object, cls: type, source: Source) -> StateItem:
    from toolschema_runtime._state import StateItem

    instance = None if isinstance(target, type) else (target,)
    return StateItem(_name_in(cls, source.record), source, instance)


def _name_in(cls: type, record: dict[str, Any]) -> str:
    """The name of a tool or of state in a class, which may have another prefix than where it is from."""
    name: str = record["name"]
    return prefix_of(cls) + name.removeprefix(record.get("prefix", ""))
