"""Parameters that the host gives and the model never sees."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from mypy.types import (
    AnyType,
    Instance,
    NoneType,
    ProperType,
    Type,
    UnionType,
    get_proper_type,
)

from toolschema_mypy.analysis.fullnames import INJECT
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Resolved, Scope
from toolschema_mypy.analysis.values import Call, Named, Value


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
        proper = get_proper_type(typ)
        match proper:
            case UnionType(items=items):
                others = [item for item in items if not isinstance(get_proper_type(item), NoneType)]
                return self.match(others[0], annotation, scope) if len(others) == 1 else None
            case Instance(type=info):
                found = (self._settings.get(base.fullname) for base in info.mro)
                return next((name for name in found if name is not None), None)
            case AnyType(missing_import_name=str(name)):
                known = self._settings.get(self._program.origin_of(name))
                return known or self._written(annotation, scope)
            case _:
                return None

    def nearest(self, typ: Type) -> tuple[str, str] | None:
        """A name of the setting that may be meant for *typ*, and the name that this has."""
        fullname = self._fullname(get_proper_type(typ)) if self._settings else None
        if fullname is None:
            return None
        # Loaded where something is wrong.
        from difflib import get_close_matches

        short = {name.rpartition(".")[2]: name for name in self._settings.values()}
        near = get_close_matches(fullname.rpartition(".")[2], short, n=1, cutoff=0.8)
        return (short[near[0]], fullname) if near else None

    def _fullname(self, typ: ProperType) -> str | None:
        match typ:
            case UnionType(items=[item, other]):
                is_optional = isinstance(get_proper_type(other), NoneType)
                return self._fullname(get_proper_type(item)) if is_optional else None
            case Instance(type=info):
                return info.fullname
            case AnyType(missing_import_name=str(name)):
                return self._program.origin_of(name)
            case _:
                return None

    def _written(self, annotation: ast.expr | None, scope: Scope) -> str | None:
        """`mcp.Context`, of which mypy keeps only that `mcp` is unknown."""
        for node in ast.walk(annotation) if annotation is not None else ():
            resolved = scope.resolve(node) if isinstance(node, ast.Attribute) else None
            if resolved is not None and resolved.fullname in self._settings:
                return self._settings[resolved.fullname]
        return None
