"""The program being checked: mypy's modules, their sources, and what a build has read of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

from mypy.nodes import MypyFile, SymbolNode, TypeInfo

from toolschema_mypy.analysis.source import SourceModule, SourceStore


class Reads:
    """What the schemas of one module were made from: definitions, by module, and their modules."""

    def __init__(self) -> None:
        self.definitions: dict[str, set[str]] = {}
        # Modules whose source cannot be read by this Python, although mypy could.
        self.unreadable: set[str] = set()

    def note(self, module: str, qualname: str) -> None:
        """Remember that a definition was read."""
        self.definitions.setdefault(module, set()).add(qualname)

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
        source = self.sources.load(file.path)
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
        source = self.source_of(module)
        head, *rest = name[len(module) + 1 :].split(".")
        if source is None or head not in source.imports:
            return name
        level, dotted = source.imports[head]
        if level:
            is_package = self.modules[module].is_package_init_file()
            package = module.split(".")[: len(module.split(".")) - level + is_package]
            dotted = ".".join((*package, dotted))
        return ".".join((dotted, *rest))

    def class_source(self, info: TypeInfo) -> ast.ClassDef | None:
        """The definition of a class as written."""
        module, qualname = info.module_name, qualname_of(info)
        self.reads.note(module, qualname)
        source = self.source_of(module)
        return None if source is None else source.class_def(qualname)


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
