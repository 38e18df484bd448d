"""What the declared providers would do to a tool, said while types are checked.

The dialects that encode at run time say what they change and why; here their word becomes a
diagnostic at the parameter.  Rules of confidence D and U never reject, so neither do we.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.emit.side_file import JsonObject, tool_record
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import ToolSpec
from toolschema_runtime.dialects import dialect


def fitness(tool: ToolSpec, module: str, settings: Settings) -> tuple[Diagnostic, ...]:
    """What the formats of *tool*, and those that every tool must fit, refuse or lose.

    Args:
        tool: A tool after the transforms.
        module: Its module.
        settings: `targets` are read.

    Returns:
        An error for each construct that a provider refuses, a note for each that it loses.
    """
    formats = dict.fromkeys((*(tool.formats or ()), *settings.targets))
    if not formats:
        return ()
    record = tool_record(tool, module, settings)
    found = (each for name in formats for each in _said_by(name, record, tool))
    return tuple(dict.fromkeys(found))


def _said_by(name: str, record: JsonObject, tool: ToolSpec) -> Iterator[Diagnostic]:
    for pointer, rule in dialect(name).check([record]):
        if rule.action not in ("reject", "lower"):
            continue
        path, location = _place(pointer, tool)
        yield Diagnostic(
            messages.FORMAT_REFUSED if rule.action == "reject" else messages.FORMAT_LOSSY,
            location,
            {
                "tool": tool.name,
                "path": path,
                "format": name,
                "construct": rule.construct.replace("`", ""),
                "effect": rule.effect.replace("`", ""),
                "rule": rule.id,
            },
        )


def _place(pointer: str, tool: ToolSpec) -> tuple[str, SourceLocation]:
    """The path of a JSON pointer into the first record, and the parameter that it leads to."""
    steps = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[2:]]
    if len(steps) < 3 or steps[:2] != ["parameters", "properties"]:
        return tool.name, tool.location
    known = {each.key: each.location for each in tool.parameters}
    return _path(steps[2:]), known.get(steps[2], tool.location)


def _path(steps: list[str]) -> str:
    """`items/items/properties/raw` as a user reads it: `items[].raw`."""
    path, rest = steps[0], steps[1:]
    while rest:
        match rest:
            case ["properties", name, *rest]:
                path += f".{name}"
            case ["items", *rest]:
                path += "[]"
            case ["prefixItems", index, *rest]:
                path += f"[{index}]"
            case ["additionalProperties", *rest]:
                path += "{}"
            case _:
                rest = rest[1:]
    return path
