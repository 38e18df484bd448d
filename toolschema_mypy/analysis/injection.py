"""Parameters that the host gives and the model never sees."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    ProperType,
    TupleType,
    Type,
    TypedDictType,
    UnionType,
    get_proper_type,
)

from toolschema_mypy.analysis.fullnames import INJECT
from toolschema_mypy.analysis.metadata import Problem
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Resolved, Scope
from toolschema_mypy.analysis.values import Call, Named, Value
from toolschema_mypy.diagnostics import messages

# What frameworks hand to their tools, by fullname, and the name by which it is imported.  Some would
# pass for data: a model without fields, a dict of which every key may be left out.
_CONTEXTS: Final = {
    "agents.run_context.RunContextWrapper": "agents.RunContextWrapper",
    "fastmcp.server.context.Context": "fastmcp.Context",
    "google.adk.agents.context.Context": "google.adk.agents.context.Context",
    "google.adk.agents.invocation_context.InvocationContext": "google.adk.agents.InvocationContext",
    "google.adk.tools.tool_context.ToolContext": "google.adk.tools.ToolContext",
    "langchain_core.runnables.config.RunnableConfig": "langchain_core.runnables.RunnableConfig",
    "langgraph.prebuilt.tool_node.ToolRuntime": "langgraph.prebuilt.ToolRuntime",
    "langgraph.runtime.Runtime": "langgraph.runtime.Runtime",
    "mcp.server.fastmcp.server.Context": "mcp.server.fastmcp.Context",
    "mcp.server.mcpserver.context.Context": "mcp.server.mcpserver.Context",
    "pydantic_ai._run_context.RunContext": "pydantic_ai.RunContext",
}
_IMPORTED: Final = frozenset(_CONTEXTS.values())


def is_inject(value: Value) -> bool:
    """Whether a value is `Inject()`, or `Inject` itself."""
    match value:
        case Call(fullname=name) | Named(resolved=Resolved(fullname=name)):
            return name == INJECT
        case _:
            return False


class InjectTypes:
    """The types of the setting `inject_types`, by every fullname under which they may be met."""

    def __init__(self, settings: Mapping[str, str], program: Program) -> None:
        self._settings = settings
        self._program = program

    @classmethod
    def of(cls, names: tuple[str, ...], program: Program, user: str) -> InjectTypes:
        """Look the dotted *names* up; one that is imported from elsewhere has two fullnames.

        Only what is loaded wherever *user*, the module with tools, is checked can be asked: a module
        that it imports, and the packages around a class.
        """
        known: dict[str, str] = {}
        imported = program.imported_by(user) if names else frozenset()
        for name in names:
            known[name] = name
            module, _, attribute = name.rpartition(".")
            file = program.modules.get(module)
            symbol = None if file is None else file.names.get(attribute)
            if symbol is None or symbol.node is None:
                continue
            fullname = symbol.node.fullname
            if module in imported or fullname.startswith(f"{module}."):
                program.note_name(module, attribute)
                known[fullname] = name
        return cls(known, program)

    def match(self, typ: Type, annotation: ast.expr | None, scope: Scope) -> str | None:
        """The setting's name for the type of a parameter, also as `Context | None`.

        The *annotation* in its *scope* is asked where mypy could not import the type.
        """
        if not self._settings:
            return None
        match _without_none(typ):
            case AnyType(missing_import_name=str(name)):
                known = self._settings.get(self._program.origin_of(name))
                return known or self._written(annotation, scope)
            case _:
                return _first_named(typ, self._settings)

    def refused(self, typ: Type) -> Problem | None:
        """What is wrong with a parameter that is published, if *typ* is a context of a framework.

        Also where the framework is not installed, as in an environment of pre-commit.
        """
        fullname = self._fullname(typ)
        setting = fullname if fullname in _IMPORTED else _first_named(typ, _CONTEXTS)
        if fullname is None or setting is None:
            return None
        own = fullname.rpartition(".")[2]
        return messages.TYPE_CONTEXT, {"type": own, "setting": setting}

    def misspelt(self, typ: Type) -> Problem | None:
        """A word about a name of the setting that may be meant for *typ*, which has no JSON form."""
        fullname = self._fullname(typ) if self._settings else None
        if fullname is None:
            return None
        # Loaded where something is wrong.
        from difflib import get_close_matches

        short = {name.rpartition(".")[2]: name for name in self._settings.values()}
        near = get_close_matches(fullname.rpartition(".")[2], short, n=1, cutoff=0.8)
        if not near:
            return None
        return messages.TYPE_SETTING, {"setting": short[near[0]], "type": fullname}

    def _fullname(self, typ: Type) -> str | None:
        match _without_none(typ):
            case AnyType(missing_import_name=str(name)):
                return self._program.origin_of(name)
            case proper:
                return next(iter(_names_of(proper)), None)

    def _written(self, annotation: ast.expr | None, scope: Scope) -> str | None:
        """`mcp.Context`, of which mypy keeps only that `mcp` is unknown."""
        for node in ast.walk(annotation) if annotation is not None else ():
            resolved = scope.resolve(node) if isinstance(node, ast.Attribute) else None
            if resolved is not None and resolved.fullname in self._settings:
                return self._settings[resolved.fullname]
        return None


def _without_none(typ: Type) -> ProperType:
    """`Context` of `Context | None`."""
    proper = get_proper_type(typ)
    if isinstance(proper, UnionType):
        others = [item for item in proper.items if not isinstance(get_proper_type(item), NoneType)]
        return _without_none(others[0]) if len(others) == 1 else proper
    return proper


def _first_named(typ: Type, named: Mapping[str, str]) -> str | None:
    """What is *named* for the class of a type, or for the first of its bases that is."""
    found = (named.get(fullname) for fullname in _names_of(_without_none(typ)))
    return next((name for name in found if name is not None), None)


def _names_of(typ: ProperType) -> list[str]:
    """The fullnames of a class and its bases, in order."""
    match typ:
        case Instance(type=info):
            return [base.fullname for base in info.mro]
        case TypedDictType(fallback=own) | TupleType(partial_fallback=own):
            return _names_of(own)
        case _:
            return []
