"""What a registry can be made of: functions with a record, definitions, registries, raw tools, objects."""

from __future__ import annotations

# As in _definition, whose base class it is.
from _collections_abc import Mapping

from toolschema_runtime._annotations import modules_that_gave, prefix_of
from toolschema_runtime._definition import NO_RULES, Source, ToolDefinition
from toolschema_runtime._errors import SideFileError, ToolUsageError
from toolschema_runtime._handlers import (
    attribute_name,
    bind_method,
    is_given,
    layers,
    names_arguments,
)
from toolschema_runtime._names import check_names, why_left_out
from toolschema_runtime._registry import ToolRegistry
from toolschema_runtime._side_file import import_module, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from toolschema_runtime._side_file import SideFile
    from toolschema_runtime._state import StateItem


def listed(items: Iterable[object]) -> list[object]:
    """*items* as a list.

    Raises:
        ToolUsageError: If they are one thing, be it one that could be gone through.
    """
    if isinstance(items, (str, Mapping)) or not hasattr(items, "__iter__"):
        from toolschema_runtime._meant import no_list

        raise no_list(items)
    return list(items)


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
            yield from _definitions_of_raw(item)


def _definitions_of_raw(item: object) -> list[ToolDefinition]:
    # Most registries are made of our own records alone.
    from toolschema_runtime._raw.tool import definitions_of as raw_definitions_of

    try:
        return raw_definitions_of(item)
    except ToolUsageError as error:
        from toolschema_runtime._meant import no_tool

        raise no_tool(item) or error from None


def _definition_of_callable(item: Any) -> ToolDefinition:
    receiver = getattr(item, "__self__", None)
    if receiver is not None and not modules_that_gave(item):
        method = _definition_of_method(receiver, item)
        if method is not None:
            return method
    given = _given_layer(item, "__func__")
    if given is None and getattr(item, "__mcp_input_schema__", None) is not None:
        from toolschema_runtime._raw.tool import definition_of_callable

        return definition_of_callable(item)
    is_wrapped = given is None
    if given is None:
        given = _given_layer(item, "__func__", "__wrapped__")
    if given is None:
        from toolschema_runtime._meant import no_tool, not_given

        raise no_tool(item) or not_given(item)
    for module in modules_that_gave(given):
        for record in read(module).tools:
            if _belongs_to(record, module, given):
                # What stands around a tool is called, whether or not its module has it under that name.
                return ToolDefinition(
                    Source(module, record, item if is_wrapped else None), record, NO_RULES
                )
    raise _without_record(given, receiver)


def _given_layer(item: Any, *names: str) -> Any:
    """*item*, or the first of what it has under these *names*, that was given to `tool`; None if none was."""
    return next((layer for layer in layers(item, *names) if modules_that_gave(layer)), None)


def _without_record(given: Any, receiver: object) -> SideFileError:
    module = modules_that_gave(given)[0]
    name = getattr(given, "__name__", repr(given))
    cls = receiver if isinstance(receiver, type) else type(receiver)
    if {name, prefix_of(cls) + name}.isdisjoint(read(module).omitted):
        return SideFileError(f"the side-file of {module} has no tool {name}: run mypy")
    return SideFileError(f'there is no tool "{name}" ({why_left_out(name, module)})')


def _definition_of_method(receiver: object, method: object) -> ToolDefinition | None:
    """The tool that a bound method is in its object's class; an override counts as the method."""
    try:
        tools, _, _ = members_of(receiver, None)
    except SideFileError:
        return None
    return next((each for each in tools if bind_method(receiver, each.qualname) == method), None)


def _belongs_to(record: dict[str, Any], module: str, given: Any) -> bool:
    if record["binding"].get("receiver") != "value":
        return bool(record["qualname"] == getattr(given, "__qualname__", None))
    found: Any = import_module(module)
    for name in record["qualname"].split("."):
        found = getattr(found, name, None)
    return found is given


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
        if file.omitted:
            omitted.update(dict.fromkeys(_omitted_of(base, file), file.module))
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


def _omitted_of(cls: type, file: SideFile) -> list[str]:
    """The tools and the state of one class that its side-file left out."""
    recorded = {attribute_name(cls, attribute) for attribute, _ in _records_of(cls, file.tools)}
    lacking = [
        prefix_of(cls) + attribute
        for attribute, value in vars(cls).items()
        if attribute not in recorded and is_given(value)
    ]
    if not set(lacking) <= set(file.omitted):
        return file.omitted  # a tool with a name of its own: which of them it is cannot be told
    return [*lacking, *(name for name in file.omitted if name.startswith(f"{cls.__qualname__}."))]


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
