"""The program being checked: mypy's modules, their sources, and what a build has read of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

from mypy.nodes import MypyFile, SymbolNode, TypeInfo

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.places import is_library
from toolschema_mypy.analysis.source import ImportedName, SourceModule, SourceStore


class Reads:
    """What the schemas of one module were made from: definitions, by module, and their modules."""

    def __init__(self) -> None:
        self.definitions: dict[str, set[str]] = {}
        # Classes whose bases have been noted.
        self.classes: set[str] = set()
        # Modules whose source cannot be read by this Python, although mypy could.
        self.unreadable: set[str] = set()

    def note(self, module: str, qualname: str) -> None:
        """Remember that a definition was read."""
        self.definitions.setdefault(module, set()).add(qualname)

    def has(self, module: str, qualname: str) -> bool:
        """Whether a definition has been noted."""
        return qualname in self.definitions.get(module, ())

    def note_module(self, module: str) -> None:
        """Remember a module that gave a type but no words."""
        self.definitions.setdefault(module, set())


class Program(NamedTuple):
    """All modules of this run, with one module's *reads*."""

    modules: Mapping[str, MypyFile]
    sources: SourceStore
    reads: Reads

    def source_of(self, module: str) -> SourceModule | None:
        """The parsed source of a module, if it has one that can be read."""
        file = self.modules.get(module)
        if file is None or not file.path:
            return None
        source = self.sources.load(file.path, module)
        if source is None and file.path.endswith((".py", ".pyi")):
            self.reads.unreadable.add(module)
        return source

    def origin_of(self, name: str) -> str:
        """Where a name that mypy could not import comes from.

        mypy knows it as the importing module's own (`shop.tools.Field`); the import statement tells
        whose it is (`pydantic.Field`).
        """
        module = name
        while module not in self.modules:
            if "." not in module:
                return name
            module = module.rpartition(".")[0]
        head, *rest = name[len(module) + 1 :].split(".")
        self.note_name(module, head)
        source = self.source_of(module)
        if source is None or head not in source.imports:
            return name
        return ".".join((self._absolute(module, source.imports[head][-1]), *rest))

    def imported_by(self, module: str) -> frozenset[str]:
        """The modules that a module's top level imports, and those that it imports names from."""
        source = self.source_of(module)
        found: set[str] = set()
        for written in () if source is None else source.imports.values():
            for origin in (self._absolute(module, each) for each in written):
                found |= {origin, origin.rpartition(".")[0]}
        return frozenset(found)

    def note_name(self, module: str, name: str) -> None:
        """Note a name of a module, and each that it is imported under on the way to its definition."""
        if self.reads.has(module, name):
            return
        pending = [(module, name)]
        while pending:
            module, name = pending.pop()
            file = self.modules.get(module)
            if file is None or self.reads.has(module, name) or is_library(file.path):
                continue
            self.reads.note(module, name)
            source = self.sources.load(file.path, module)
            for written in () if source is None else source.imports.get(name, ()):
                origin = self._absolute(module, written)
                if origin not in self.modules and "." in origin:
                    outer, _, inner = origin.rpartition(".")
                    pending.append((outer, inner))
            if source is not None and not source.defines(name):
                pending += [(self._absolute(module, each), name) for each in source.star_imports]

    def _absolute(self, module: str, written: ImportedName) -> str:
        level, dotted = written
        if not level:
            return dotted
        is_package = self.modules[module].is_package_init_file()
        package = module.split(".")[: len(module.split(".")) - level + is_package]
        return ".".join(filter(None, (*package, dotted)))

    def class_source(self, info: TypeInfo) -> ast.ClassDef | None:
        """The definition of a class as written."""
        module, qualname = info.module_name, qualname_of(info)
        self.reads.note(module, qualname)
        source = self.source_of(module)
        return None if source is None else source.class_def(qualname)

    def assigned(self, node: SymbolNode) -> tuple[str, list[ast.expr]]:
        """The module of an alias, a type variable or a NewType, and what is assigned to its name there, as noted.

        Of `typing`'s own, such as `typing.List`, that is nothing: there is no word in them.
        """
        module = module_of(node, self.modules)
        if module is None or module in fullnames.TYPING_MODULES:
            return "", []
        qualname = node.fullname[len(module) + 1 :]
        self.reads.note(module, qualname)
        source = self.source_of(module)
        return module, [] if source is None else source.values_of(qualname)


def qualname_of(info: TypeInfo) -> str:
    """The name of a class in its module, e.g. `Outer.Inner`."""
    return info.fullname[len(info.module_name) + 1 :]


def reference_to(info: TypeInfo) -> str:
    """A class as specs refer to it: `module:Outer.Inner`."""
    return f"{info.module_name}:{qualname_of(info)}"


def module_of(node: SymbolNode, modules: Mapping[str, MypyFile]) -> str | None:
    """The module that a symbol is defined in, found by its fullname."""
    name = node.fullname
    while "." in name:
        name = name.rpartition(".")[0]
        if name in modules:
            return name
    return None
