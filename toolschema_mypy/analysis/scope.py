"""Names in source expressions, resolved through mypy's symbol tables."""

from __future__ import annotations

import ast
from typing import NamedTuple

from mypy.nodes import MypyFile, SymbolNode, SymbolTable, TypeAlias, TypeInfo, Var
from mypy.types import AnyType, get_proper_type

from toolschema_mypy.analysis.places import is_library
from toolschema_mypy.analysis.program import Program, qualname_of


class Resolved(NamedTuple):
    """What a name stands for.  *node* is absent where mypy did not follow the import."""

    fullname: str
    node: SymbolNode | None = None


class Scope(NamedTuple):
    """Where an expression stands: a module, and the classes around it, outermost first."""

    program: Program
    module: str
    classes: tuple[TypeInfo, ...] = ()

    def within(self, info: TypeInfo) -> Scope:
        """The scope of a class body: its module, the classes that hold it, and itself."""
        chain = [info]
        prefix = info.fullname.rpartition(".")[0]
        while prefix != info.module_name:
            outer = self._outer_class(info.module_name, prefix)
            if outer is None:
                break
            chain.append(outer)
            prefix = prefix.rpartition(".")[0]
        return Scope(self.program, info.module_name, tuple(reversed(chain)))

    def at_module(self, module: str) -> Scope:
        """The top level of another module."""
        return Scope(self.program, module)

    def resolve(self, expression: ast.expr) -> Resolved | None:
        """What a name or dotted name stands for; `None` when there is no such name."""
        match expression:
            case ast.Name(id=name):
                return self._name(name)
            case ast.Attribute(value=value, attr=attribute):
                base = self.resolve(value)
                return None if base is None else self._attribute(base, attribute)
            case _:
                return None

    def _outer_class(self, module: str, fullname: str) -> TypeInfo | None:
        found = Scope(self.program, module)
        resolved: Resolved | None = None
        for part in fullname[len(module) + 1 :].split("."):
            resolved = found._name(part) if resolved is None else found._attribute(resolved, part)
            if resolved is None:
                return None
        node = None if resolved is None else resolved.node
        return node if isinstance(node, TypeInfo) else None

    def _name(self, name: str) -> Resolved | None:
        for info in reversed(self.classes):
            found = self._in_table(info.names, name)
            if found is not None:
                return found
        self.program.note_name(self.module, name)
        for module in (self.module, "builtins"):
            file = self.program.modules.get(module)
            found = None if file is None else self._in_table(file.names, name)
            if found is not None:
                return found
        return None

    def _attribute(self, base: Resolved, attribute: str) -> Resolved | None:
        match base.node:
            case MypyFile(names=names, fullname=fullname):
                self.program.note_name(fullname, attribute)
                found = self._in_table(names, attribute)
                submodule = f"{fullname}.{attribute}"
                if found is None and submodule in self.program.modules:
                    return Resolved(submodule, self.program.modules[submodule])
                return found
            case TypeInfo() as info:
                note_bases(info, self.program, attribute)
                symbol = info.get(attribute)
                return None if symbol is None else self._resolved(symbol.node)
            case TypeAlias(target=target):
                # `alias = SomeClass`: attributes are the class's.
                info_type = getattr(get_proper_type(target), "type", None)
                if isinstance(info_type, TypeInfo):
                    return self._attribute(Resolved(info_type.fullname, info_type), attribute)
                return None
            case None | Var():
                # A package that mypy does not follow, or an object: all we know is the name.
                return Resolved(f"{base.fullname}.{attribute}")
            case _:
                return None

    def _in_table(self, names: SymbolTable, name: str) -> Resolved | None:
        symbol = names.get(name)
        return None if symbol is None else self._resolved(symbol.node)

    def _resolved(self, node: SymbolNode | None) -> Resolved | None:
        if node is None:
            return None
        if isinstance(node, Var) and node.type is not None:
            # `from pydantic import Field` where mypy cannot follow pydantic: a Var of unimported Any.
            typ = get_proper_type(node.type)
            if isinstance(typ, AnyType) and typ.missing_import_name:
                return Resolved(self.program.origin_of(typ.missing_import_name))
        return Resolved(node.fullname, node)


def note_bases(info: TypeInfo, program: Program, attribute: str | None = None) -> None:
    """Note a class with its bases, up to the one that has an *attribute*, and how each names its own."""
    for each in info.mro:
        _note_class(each, program)
        if attribute in each.names:
            break


def _note_class(info: TypeInfo, program: Program) -> None:
    module, qualname = info.module_name, qualname_of(info)
    file = program.modules.get(module)
    if file is None or info.fullname in program.reads.classes or is_library(file.path):
        return
    program.reads.classes.add(info.fullname)
    program.reads.note(module, qualname)
    source = program.sources.load(file.path, module)
    node = None if source is None else source.class_def(qualname)
    scope = Scope(program, module)
    for base in [] if node is None else node.bases:
        scope.resolve(base.value if isinstance(base, ast.Subscript) else base)
