"""Source files as `ast`: functions by line, classes and assignments by name, and their words.

*Words* are what a schema takes from a definition and mypy's cache does not keep.  Their digest
changes when a schema might, and does not when, say, the body of a method does.
"""

from __future__ import annotations

import ast
import hashlib
import os
from collections.abc import Mapping
from copy import copy
from functools import cached_property
from typing import Final, TypeAlias

from mypy.config_parser import parse_mypy_comments
from mypy.options import Options
from mypy.util import get_mypy_comments

from toolschema_mypy.analysis.places import place_of
from toolschema_mypy.analysis.reachability import cut_unreachable
from toolschema_mypy.analysis.statements import (
    FunctionNode,
    alias_statement,
    assigned_names,
    changed_names,
    functions_in,
    names_of,
    statements,
)

# How many packages up (0: none), and the dotted name from there.
ImportedName: TypeAlias = tuple[int, str]


class SourceModule:
    """A parsed source file, with its time and size from before it was read.

    It has only what mypy checks with its *options*: branches for another Python are cut.
    """

    def __init__(self, path: str, mtime_ns: int, size: int, data: bytes, options: Options) -> None:
        self.path = path
        self.mtime_ns = mtime_ns
        self.size = size
        self.digest = hashlib.sha256(data).hexdigest()
        self.tree = ast.parse(data, path)
        cut_unreachable(self.tree.body, options)
        self._data = data
        self._named: dict[str, dict[str, list[ast.stmt]]] = {}

    @cached_property
    def _functions(self) -> dict[int, FunctionNode]:
        return {node.lineno: node for node in functions_in(self.tree.body)}

    @cached_property
    def imports(self) -> dict[str, list[ImportedName]]:
        """Names bound by imports, and what each import statement binds them to."""
        found: dict[str, list[ImportedName]] = {}
        for statement in statements(self.tree.body):
            match statement:
                case ast.Import(names=names):
                    for each in names:
                        bound = each.asname or each.name.partition(".")[0]
                        found.setdefault(bound, []).append((0, each.name if each.asname else bound))
                case ast.ImportFrom(module=module, names=names, level=level):
                    for each in names:
                        dotted = f"{module}.{each.name}" if module else each.name
                        found.setdefault(each.asname or each.name, []).append((level, dotted))
                case _:
                    pass
        return found

    @property
    def star_imports(self) -> list[ImportedName]:
        """The modules that all names are imported from."""
        return [
            (level, dotted.removesuffix("*").rstrip("."))
            for level, dotted in self.imports.get("*", [])
        ]

    def defines(self, name: str) -> bool:
        """Whether the module itself binds a name."""
        return name in self.imports or bool(self._statements_of(name))

    def function_at(self, line: int) -> FunctionNode | None:
        """The function whose `def` stands on *line*."""
        return self._functions.get(line)

    @cached_property
    def _calls(self) -> dict[tuple[int, int], ast.Call]:
        found: dict[tuple[int, int], ast.Call] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and node.args:
                found.setdefault((node.lineno, node.col_offset), node)
        return found

    def call_at(self, line: int, column: int) -> ast.Call | None:
        """The call with arguments that begins there; the outermost one where there are several."""
        return self._calls.get((line, column))

    @cached_property
    def _lines(self) -> list[bytes]:
        return self._data.splitlines()

    def text_of(self, node: ast.expr) -> bytes | None:
        """What is written there; `None` where that is not plainly one piece of a line."""
        line = self._lines[node.lineno - 1]
        # Offsets count the bytes of UTF-8, which other encodings have at least for ASCII.
        if node.lineno != node.end_lineno or not line.isascii():
            return None
        return line[node.col_offset : node.end_col_offset]

    def _statements_of(self, qualname: str) -> list[ast.stmt]:
        """The statements that define or bind a name, in order."""
        outer, _, name = qualname.rpartition(".")
        if outer not in self._named:
            node = self.class_def(outer) if outer else self.tree
            named: dict[str, list[ast.stmt]] = {}
            for statement in [] if node is None else statements(node.body):
                for each in names_of(statement):
                    named.setdefault(each, []).append(statement)
            self._named[outer] = named
        return self._named[outer].get(name, [])

    def class_def(self, qualname: str) -> ast.ClassDef | None:
        """The class of that name, e.g. `Outer.Inner`; of several the first, as mypy's type is."""
        found = (s for s in self._statements_of(qualname) if isinstance(s, ast.ClassDef))
        return next(found, None)

    def function_def(self, qualname: str) -> FunctionNode | None:
        """The function of that name; of several the last, below its overloads."""
        found = [s for s in self._statements_of(qualname) if isinstance(s, FunctionNode)]
        return found[-1] if found else None

    def values_of(self, qualname: str) -> list[ast.expr]:
        """What is assigned to a module's or class's name, an alias's value included."""
        name = qualname.rpartition(".")[2]
        found: list[ast.expr] = []
        for statement in self._statements_of(qualname):
            alias = alias_statement(statement)
            if alias is not None and alias[0] == name:
                found.append(alias[1])
            found.extend(value for bound, value in assigned_names(statement) if bound == name)
        return found

    def types_of(self, qualname: str) -> list[ast.expr]:
        """What is annotated of a module's or class's name, and the classes that its value is made by."""
        made_by = [v.func for v in self.values_of(qualname) if isinstance(v, ast.Call)]
        return [*self._annotations_of(qualname), *made_by]

    def _annotations_of(self, qualname: str) -> list[ast.expr]:
        found = self._statements_of(qualname)
        return [each.annotation for each in found if isinstance(each, ast.AnnAssign)]

    @cached_property
    def _changed(self) -> frozenset[str]:
        changed = {name for each in statements(self.tree.body) for name in changed_names(each)}
        if b"global" in self._data:
            for node in ast.walk(self.tree):
                if isinstance(node, ast.Global):
                    changed.update(node.names)
        return frozenset(changed)

    def is_changed(self, qualname: str) -> bool:
        """Whether a name's value is changed otherwise than by binding it to another one."""
        outer, _, name = qualname.rpartition(".")
        node = self.class_def(outer) if outer else None
        inside = () if node is None else (changed_names(each) for each in statements(node.body))
        return qualname in self._changed or any(name in names for names in inside)

    def words(self, qualname: str) -> str:
        """A digest of what a schema may take from the definition of that name."""
        node = self.class_def(qualname)
        if node is not None:
            parts = [ast.dump(_without_bodies(node))]
        else:
            written = (*self.values_of(qualname), *self._annotations_of(qualname))
            parts = [ast.dump(each) for each in written]
            if parts and self.is_changed(qualname):
                parts.append("changed")
            function = self.function_def(qualname)
            if function is not None:
                parts.append(ast.dump(_header(function)))
            imported = self.imports.get(qualname, [] if parts else self.star_imports)
            parts += [f"import {level} {dotted}" for level, dotted in imported]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def _header(function: FunctionNode) -> ast.stmt:
    """A function with nothing but its docstring for a body."""
    body: list[ast.stmt] = [ast.Pass()]
    docstring = ast.get_docstring(function, clean=False)
    if docstring is not None:
        body = [ast.Expr(ast.Constant(docstring))]
    header = copy(function)
    header.body = body
    return header


def _without_bodies(node: ast.ClassDef) -> ast.ClassDef:
    body: list[ast.stmt] = []
    for statement in node.body:
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                body.append(_header(statement))
            case ast.ClassDef():
                body.append(_without_bodies(statement))
            case _:
                body.append(statement)
    header = copy(node)
    header.body = body
    return header


def parse_source(path: str, options: Options) -> SourceModule | None:
    """Read and parse a file as it is with the options of its module; `None` when it cannot be read or is not Python as this one knows it."""
    try:
        place = place_of(path, options)
        status = os.stat(place)
        with open(place, "rb") as file:
            data = file.read()
            own = _with_comments(options, data)
            return SourceModule(path, status.st_mtime_ns, status.st_size, data, own)
    except (OSError, SyntaxError, ValueError):
        return None


def _with_comments(options: Options, data: bytes) -> Options:
    """The options with those of comments in the module, such as `# mypy: always-true=DEBUG`."""
    if b"# mypy:" not in data:
        return options
    comments = get_mypy_comments(data.decode("utf-8-sig", errors="replace"))
    return options.apply_changes(parse_mypy_comments(comments, options)[0])


# Trees are large: a module with tools is read once, and only what many share is worth keeping.
_KEPT: Final = 16


class SourceStore:
    """Parsed files, parsed again when their time or size has changed (the daemon lives long)."""

    def __init__(self, options: Options, paths: Mapping[str, str]) -> None:
        """Read sources.

        Args:
            options: mypy's.
            paths: Where modules from mypy's cache are now; their trees may have been cached elsewhere.
        """
        self._options = options
        self._paths = paths
        # Least recently used first.
        self._parsed: dict[str, tuple[int, int, SourceModule | None]] = {}
        # Those that have been looked at since a build began.
        self._current: set[str] = set()

    def begin(self) -> None:
        """A module is about to be built: files are looked at anew."""
        self._current.clear()
        for path in list(self._parsed)[:-_KEPT]:
            del self._parsed[path]

    def load(self, path: str, module: str) -> SourceModule | None:
        """The parsed file of a module at *path*, or `None` when there is nothing to be read."""
        path = self._paths.get(module, path)
        known = self._parsed.get(path)
        if known is not None and path in self._current:
            return known[2]
        try:
            status = os.stat(place_of(path, self._options))
        except OSError:
            return None
        if known is None or known[:2] != (status.st_mtime_ns, status.st_size):
            source = parse_source(path, self._options.clone_for_module(module))
            known = (status.st_mtime_ns, status.st_size, source)
        self._parsed.pop(path, None)
        self._parsed[path] = known
        self._current.add(path)
        return known[2]
