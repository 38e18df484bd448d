"""Definitions: which named schemas stay, what they are called, and which are written in place."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from typing_extensions import assert_never

from toolschema_mypy.model.record import with_changes
from toolschema_mypy.model.schema import (
    NO_WORDS,
    DefinitionSpec,
    MapSchema,
    ReferenceSchema,
    SchemaSpec,
    Words,
)
from toolschema_mypy.model.settings import Refs
from toolschema_mypy.model.tool import ParameterSpec, ToolSpec
from toolschema_mypy.model.traversal import children, rewrite, walk
from toolschema_mypy.transform.cycles import cyclic, fewest_in_every_cycle


def name_definitions(tool: ToolSpec) -> ToolSpec:
    """Drop the definitions that nothing reaches, and give the others the names to publish.

    A name is the label where no other definition of the tool (parameters and result together) has
    it, else it is qualified by the module.  Names are letters, digits and `_`, never clash, and do
    not depend on the order of definitions; definitions come out sorted by them.

    Args:
        tool: A tool whose definitions have canonical names.

    Returns:
        The tool with published names in definitions and references.
    """
    if not tool.definitions and not tool.return_definitions:
        return tool
    parameters = _reached(tool.definitions, _parameter_schemas(tool))
    results = _reached(tool.return_definitions, _result_schemas(tool))
    names = _names({each.name: each.label for each in (*parameters, *results)})

    def rename(schema: SchemaSpec) -> SchemaSpec:
        if isinstance(schema, ReferenceSchema):
            return with_changes(schema, name=names[schema.name])
        return schema

    def renamed(definitions: Iterable[DefinitionSpec]) -> tuple[DefinitionSpec, ...]:
        return _sorted(
            with_changes(each, name=names[each.name], schema=rewrite(each.schema, rename))
            for each in definitions
        )

    return with_changes(
        tool,
        parameters=tuple(
            _with_schema(each, lambda schema: rewrite(schema, rename)) for each in tool.parameters
        ),
        returns=None if tool.returns is None else rewrite(tool.returns, rename),
        definitions=renamed(parameters),
        return_definitions=renamed(results),
    )


def inline_definitions(tool: ToolSpec, refs: Refs) -> ToolSpec:
    """Put definitions where they are referred to, as far as the setting `refs` says.

    The words beside a reference win over those of the definition.  The object of an unpacked
    parameter is always put in place, since its keys stand at the top; so is the schema of a map's
    keys, since it is said of their text.

    Args:
        tool: A tool with named definitions.
        refs: `"auto"` keeps a definition that is in a cycle or used more than once, `"inline"` as
            few as recursion needs, `"defs"` every one.

    Returns:
        The tool; its definitions are those that are still referred to.
    """
    if not tool.definitions and not tool.return_definitions:
        return tool
    unpacked = _with_parts_in_place(tool) if _has_parts_to_place(tool) else tool
    parameters = _inliner(unpacked.definitions, _parameter_schemas(unpacked), refs)
    results = _inliner(unpacked.return_definitions, _result_schemas(unpacked), refs)
    return with_changes(
        unpacked,
        parameters=tuple(map(parameters.of_parameter, unpacked.parameters)),
        definitions=parameters.definitions(),
        returns=None if unpacked.returns is None else results.of(unpacked.returns),
        return_definitions=results.definitions(),
    )


def inlined(
    definitions: Iterable[DefinitionSpec], schemas: Iterable[SchemaSpec], refs: Refs
) -> frozenset[str]:
    """The names of the definitions that are written in place.

    Args:
        definitions: Those that *schemas* reach, and perhaps others.
        schemas: What is rendered, outside of definitions.
        refs: The setting, see `inline_definitions`.

    Returns:
        Names out of *definitions*.
    """
    edges = {each.name: _references(each.schema) for each in definitions}
    match refs:
        case "defs":
            return frozenset()
        case "inline":
            return frozenset(edges) - fewest_in_every_cycle(edges)
        case "auto":
            uses = Counter(name for names in edges.values() for name in names)
            uses.update(name for schema in schemas for name in _references(schema))
            return frozenset(name for name in edges if uses[name] <= 1) - cyclic(edges)
        case _:
            assert_never(refs)


class _Inliner:
    """Replaces references by what they stand for; each definition is expanded once."""

    def __init__(self, definitions: tuple[DefinitionSpec, ...], in_place: frozenset[str]) -> None:
        self._definitions = definitions
        self._bodies = {each.name: each.schema for each in definitions}
        self._in_place = in_place
        self._expanded: dict[str, SchemaSpec] = {}

    def of(self, schema: SchemaSpec) -> SchemaSpec:
        return rewrite(schema, self._resolve)

    def of_parameter(self, parameter: ParameterSpec) -> ParameterSpec:
        return _with_schema(parameter, self.of)

    def definitions(self) -> tuple[DefinitionSpec, ...]:
        """Those that stay, with everything inside them put in place."""
        return tuple(
            with_changes(each, schema=self.of(each.schema))
            for each in self._definitions
            if each.name not in self._in_place
        )

    def _resolve(self, schema: SchemaSpec) -> SchemaSpec:
        if not isinstance(schema, ReferenceSchema) or schema.name not in self._in_place:
            return schema
        if schema.name not in self._expanded:
            self._expanded[schema.name] = self.of(self._bodies[schema.name])
        return _reworded(self._expanded[schema.name], schema.words)


def _inliner(
    definitions: tuple[DefinitionSpec, ...], schemas: tuple[SchemaSpec, ...], refs: Refs
) -> _Inliner:
    reached = _reached(definitions, schemas)
    return _Inliner(reached, inlined(reached, schemas, refs))


def _has_parts_to_place(tool: ToolSpec) -> bool:
    """Whether something is referred to where no reference can stand."""
    named = (each.schema for each in (*tool.definitions, *tool.return_definitions))
    return any(each.is_unpacked for each in tool.parameters) or any(
        isinstance(part, MapSchema) and isinstance(part.key, ReferenceSchema)
        for schema in (*_parameter_schemas(tool), *_result_schemas(tool), *named)
        for _, part in walk(schema)
    )


def _with_parts_in_place(tool: ToolSpec) -> ToolSpec:
    """*tool* without references where none can stand."""
    sent = {each.name: each.schema for each in tool.definitions}
    returned = {each.name: each.schema for each in tool.return_definitions}

    def keys_in_place(schema: SchemaSpec, bodies: Mapping[str, SchemaSpec]) -> SchemaSpec:
        def change(each: SchemaSpec) -> SchemaSpec:
            if isinstance(each, MapSchema):
                return with_changes(each, key=_in_place(each.key, bodies))
            return each

        return rewrite(schema, change)

    def of_parameter(parameter: ParameterSpec) -> ParameterSpec:
        def change(schema: SchemaSpec) -> SchemaSpec:
            return keys_in_place(_in_place(schema, sent) if parameter.is_unpacked else schema, sent)

        return _with_schema(parameter, change)

    return with_changes(
        tool,
        parameters=tuple(map(of_parameter, tool.parameters)),
        definitions=tuple(
            with_changes(each, schema=keys_in_place(each.schema, sent)) for each in tool.definitions
        ),
        returns=None if tool.returns is None else keys_in_place(tool.returns, returned),
        return_definitions=tuple(
            with_changes(each, schema=keys_in_place(each.schema, returned))
            for each in tool.return_definitions
        ),
    )


def _with_schema(
    parameter: ParameterSpec, change: Callable[[SchemaSpec], SchemaSpec]
) -> ParameterSpec:
    """*parameter* with its schema changed; itself when there is nothing to change."""
    if parameter.schema is None:
        return parameter
    changed = change(parameter.schema)
    return parameter if changed is parameter.schema else with_changes(parameter, schema=changed)


def _in_place(schema: SchemaSpec, bodies: Mapping[str, SchemaSpec]) -> SchemaSpec:
    while isinstance(schema, ReferenceSchema):
        schema = _reworded(bodies[schema.name], schema.words)
    return schema


def _reworded(schema: SchemaSpec, words: Words) -> SchemaSpec:
    return schema if words == NO_WORDS else with_changes(schema, words=words.over(schema.words))


def _parameter_schemas(tool: ToolSpec) -> tuple[SchemaSpec, ...]:
    return tuple(each.schema for each in tool.parameters if each.schema is not None)


def _result_schemas(tool: ToolSpec) -> tuple[SchemaSpec, ...]:
    return () if tool.returns is None else (tool.returns,)


def _references(schema: SchemaSpec) -> list[str]:
    found: list[str] = []
    waiting = [schema]
    while waiting:
        each = waiting.pop()
        if isinstance(each, ReferenceSchema):
            found.append(each.name)
        else:
            waiting += [child for _, child in children(each)]
    return found


def _reached(
    definitions: tuple[DefinitionSpec, ...], schemas: tuple[SchemaSpec, ...]
) -> tuple[DefinitionSpec, ...]:
    bodies = {each.name: each.schema for each in definitions}
    waiting = [name for schema in schemas for name in _references(schema)]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(_references(bodies[name]))
    return tuple(each for each in definitions if each.name in reached)


def _names(labels: Mapping[str, str]) -> dict[str, str]:
    """A published name for each canonical name, by rules that know no order."""
    wanted = {name: _legal(label) for name, label in labels.items()}
    names = _lone(wanted)
    qualified = {name: _legal(name) for name in labels if name not in names}
    taken = set(names.values())
    names |= {name: full for name, full in _lone(qualified).items() if full not in taken}
    taken = set(names.values())
    for name in sorted(labels.keys() - names.keys()):
        number = 2
        while f"{qualified[name]}_{number}" in taken:
            number += 1
        names[name] = f"{qualified[name]}_{number}"
        taken.add(names[name])
    return names


def _lone(names: Mapping[str, str]) -> dict[str, str]:
    """The entries whose value no other entry has."""
    count = Counter(names.values())
    return {key: value for key, value in names.items() if count[value] == 1}


def _legal(text: str) -> str:
    """*text* in letters, digits and `_`; one that is already so stays as it is."""
    if re.fullmatch(r"[A-Za-z0-9_]+", text):
        return text
    return re.sub(r"[^A-Za-z0-9_]+", "_", text).strip("_") or "_"


def _sorted(definitions: Iterable[DefinitionSpec]) -> tuple[DefinitionSpec, ...]:
    return tuple(sorted(definitions, key=lambda each: each.name))
