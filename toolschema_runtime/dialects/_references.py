"""What definitions lead to: themselves, and the parameters that use them."""

from __future__ import annotations

from toolschema_runtime.dialects._rewriting import references, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from toolschema_runtime.dialects._rewriting import Schema


def on_cycles(uses: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """Return the names that lead back to themselves, in time linear in *uses*.

    This is Tarjan's algorithm with a stack of its own: schemas of strangers may have long chains.
    """
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    waiting: dict[str, None] = {}
    found: set[str] = set()
    for start in uses:
        path: list[tuple[str, Iterator[str]]] = []
        pending = None if start in order else start
        while pending is not None or path:
            if pending is not None:
                order[pending] = lowest[pending] = len(order)
                waiting[pending] = None
                path.append((pending, iter(uses[pending])))
            name, rest = path[-1]
            pending = None
            for used in rest:
                if used not in order:
                    pending = used
                    break
                if used in waiting:
                    lowest[name] = min(lowest[name], order[used])
            if pending is not None:
                continue
            path.pop()
            if path:
                above = path[-1][0]
                lowest[above] = min(lowest[above], lowest[name])
            if lowest[name] == order[name]:
                cycle: list[str] = []
                while not cycle or cycle[-1] != name:
                    cycle.append(waiting.popitem()[0])
                if len(cycle) > 1 or name in uses[name]:
                    found.update(cycle)
    return frozenset(found)


def size(schema: Any) -> int:
    """How many objects and arrays a schema has."""
    count = 0
    pending = [schema]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            count += 1
            pending += value.values()
        elif isinstance(value, list):
            count += 1
            pending += value
    return count


def parameters_at(schema: Schema, pointer: str) -> list[str]:
    """Return the parameters that a change is about: none when it is about the tool as a whole.

    Args:
        schema: The input schema that was rewritten.
        pointer: The change's pointer; one into a definition is about every parameter that uses it.
    """
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:3]]
    properties = schema.get("properties", {})
    match parts:
        case ["properties", name]:
            return [name]
        case ["$defs", name]:
            definitions = schema.get("$defs", {})
            return [
                parameter
                for parameter, child in properties.items()
                if f"#/$defs/{name}" in _reached(child, definitions)
            ]
        case _:
            return []


def _reached(schema: Schema, definitions: Mapping[str, Schema]) -> set[str]:
    reached: set[str] = set()
    pending = references(schema)
    while pending:
        reference = pending.pop()
        if reference not in reached:
            reached.add(reference)
            pending |= references(definitions[reference.removeprefix("#/$defs/")])
    return reached


def used_definitions(schema: Schema) -> Schema:
    """Return the schema with the definitions that it still refers to."""
    if "$defs" not in schema:
        return schema
    definitions = schema["$defs"]
    used: set[str] = set()
    pending = references(without(schema, "$defs"))
    while pending:
        name = pending.pop().removeprefix("#/$defs/")
        if name not in used:
            used.add(name)
            pending |= references(definitions[name])
    rest = without(schema, "$defs")
    kept = {name: value for name, value in definitions.items() if name in used}
    return {**rest, "$defs": kept} if kept else rest
