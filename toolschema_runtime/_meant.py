"""What was probably meant where something that was given is no tool."""

from __future__ import annotations

from types import ModuleType

from toolschema_runtime._errors import ToolUsageError
from toolschema_runtime._handlers import is_given

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def no_tool(item: Any) -> ToolUsageError | None:
    """The error for something that other methods take; None when it may be a tool."""
    if isinstance(item, str):
        is_name = all(part.isidentifier() for part in item.split("."))
        way = f': use ToolRegistry.load("{item}") for the tools of a module' if is_name else ""
        return ToolUsageError(f'the text "{item[:100]}" is no tool{way}')
    if isinstance(item, ModuleType):
        name = item.__name__
        return ToolUsageError(f"the module {name} is no tool: use ToolRegistry.load({name})")
    cls = item if isinstance(item, type) else type(item)
    if not any(is_given(each) for base in cls.__mro__ for each in vars(base).values()):
        return None
    name = cls.__qualname__ if cls is item else f"a {cls.__qualname__}"
    return ToolUsageError(f"{name} has tools but is none itself: use ToolRegistry.for_instance(…)")


def not_given(function: Any) -> ToolUsageError:
    """The error for a callable that nobody gave to `tool`."""
    name = getattr(function, "__qualname__", None) or repr(function)
    way = f"write {name} = tool(…) in a module"
    if hasattr(getattr(function, "__func__", function), "__code__"):
        way = "put @tool above it"
    return ToolUsageError(f"{name} was not given to tool: {way} and run mypy")


def no_list(items: object) -> ToolUsageError:
    """The error for one thing where a list of tools is taken."""
    return no_tool(items) or ToolUsageError(
        f"ToolRegistry takes a list of tools, not one {type(items).__name__}: write ToolRegistry([…])"
    )


def no_module(given: object) -> ToolUsageError:
    """The error for something else where a module is taken."""
    return ToolUsageError(
        "load and discover take modules, each by its name or as the object, "
        f"not one {type(given).__name__}: tools go into ToolRegistry([…]), objects into "
        "ToolRegistry.for_instance(…)"
    )
