"""What a registry can be made of: functions with a record, definitions, registries, raw tools, objects."""

from __future__ import annotations

from toolschema_runtime._annotations import modules_that_gave
from toolschema_runtime._definition import NO_RULES, Source, ToolDefinition
from toolschema_runtime._errors import SideFileError, ToolUsageError
from toolschema_runtime._registry import ToolRegistry
from toolschema_runtime._side_file import import_module, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


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
    modules = modules_that_gave(item) or modules_that_gave(function)
    if not modules:
        if getattr(item, "__mcp_input_schema__", None) is not None:
            from toolschema_runtime._raw.tool import definition_of_callable

            return definition_of_callable(item)
        name = getattr(item, "__qualname__", repr(item))
        raise ToolUsageError(f"{name} was not given to tool")
    for module in modules:
        for record in read(module).tools:
            if _belongs_to(record, module, item, function):
                definition = ToolDefinition(Source(module, record), record, NO_RULES)
                receiver = getattr(item, "__self__", None)
                is_method = record["binding"].get("receiver") == "method" and receiver is not None
                return definition._changed(instance=(receiver,)) if is_method else definition
    name = getattr(item, "__qualname__", repr(item))
    raise SideFileError(f"the side-file of {modules[0]} has no tool {name}: run mypy")


def _belongs_to(record: dict[str, Any], module: str, item: Any, function: Any) -> bool:
    if record["binding"].get("receiver") != "value":
        return bool(record["qualname"] == getattr(function, "__qualname__", None))
    found: Any = import_module(module)
    for name in record["qualname"].split("."):
        found = getattr(found, name, None)
    return found is item


def definitions_of_instance(target: object, directory: str | None) -> list[ToolDefinition]:
    """The tools of the class of *target*, or of *target* when it is a class: the nearest by attribute."""
    cls = target if isinstance(target, type) else type(target)
    found: dict[str, ToolDefinition] = {}
    failure: SideFileError | None = None
    for base in cls.__mro__:
        if base.__module__ == "builtins":
            continue
        try:
            records = read(base.__module__, directory).tools
        except SideFileError as error:
            failure = failure or error
            continue
        for record in records:
            owner, _, attribute = record["qualname"].rpartition(".")
            if owner == base.__qualname__ and attribute not in found:
                found[attribute] = _bound_to(target, base.__module__, record)
    if not found:
        raise failure or SideFileError(f"{cls.__qualname__} has no method that was given to tool")
    return list(found.values())


def _bound_to(target: object, module: str, record: dict[str, Any]) -> ToolDefinition:
    definition = ToolDefinition(Source(module, record), record, NO_RULES)
    is_method = record["binding"].get("receiver") == "method"
    if is_method and isinstance(target, type):
        return definition
    return definition._changed(instance=(target,))
