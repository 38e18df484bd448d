"""What the daemon needs: fine-grained dependencies, also on words.

In an update dmypy calls no end-of-module hook for a module that is only *affected* by an edit; it
checks again what depends on a trigger, so the top level of a module with tools depends on the
triggers of all it was made from.  An edit of words alone (a default, a docstring) changes no symbol
and pulls no trigger; so for each definition that was read its module carries one more symbol, whose
type is the digest of the definition's words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from mypy.nodes import (
    GDEF,
    AssertStmt,
    CallExpr,
    Context,
    Expression,
    IntExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    SymbolTableNode,
    TypeInfo,
    Var,
)
from mypy.types import Instance, LiteralType

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.program import Reads
from toolschema_mypy.analysis.source import SourceStore

# mypy keeps names with an "@" where it checks a top level again (`mypy.server.aststrip`, 2.4); one that
# came and went would set off what depends on it each time, without end.
_PREFIX: Final = "__toolschema_words__@"


class WordsWatch:
    """The definitions whose words some tool was made from, by module."""

    def __init__(self, sources: SourceStore, at_start: Mapping[tuple[str, str], str]) -> None:
        self.sources = sources
        # Of modules that were taken from mypy's cache, which keeps no words, by module and name.
        self._at_start = at_start
        self._watched: dict[str, set[str]] = {}

    def watch(self, module: str, names: Iterable[str]) -> None:
        """Remember that the words of some definitions matter."""
        self._watched.setdefault(module, set()).update(names)

    def mark_new(self, file: MypyFile, modules: Mapping[str, MypyFile]) -> None:
        """Give a module the symbols that it lacks.

        Those that it has stay until it is checked again itself: they say what mypy knows of it.  An
        update that has yet to come to the module may find other words on disk already.
        """
        for name in self._watched.get(file.fullname, ()):
            if _symbol(name) not in file.names:
                words = self._at_start.get((file.fullname, name), self._words(file, name))
                _mark(file, name, words, modules)

    def mark_all(self, file: MypyFile, modules: Mapping[str, MypyFile]) -> None:
        """Bring all symbols of a module that has just been checked up to date."""
        for name in self._watched.get(file.fullname, ()):
            _mark(file, name, self._words(file, name), modules)

    def _words(self, file: MypyFile, name: str) -> str | None:
        source = self.sources.load(file.path, file.fullname)
        return None if source is None else source.words(name)


class Epilogue:
    """Statements at the end of a module with tools: mypy's daemon takes from them what it asks no plugin.

    Each is an `assert 0, ...`, which may stand where nothing can be reached, with no error in it.

    - The first calls a method of `__name__`: its hook says that the top level has been checked, also
      where it is checked again for another module's sake and `tool` is not met any more.
    - The others name what the tools were made from.  `MypyFile.plugin_deps` counts only where a
      module is processed whole; of one whose top level is checked again mypy reads the dependencies
      off its statements (`mypy.server.update.update_deps`, 2.4).
    """

    def __init__(self, file: MypyFile) -> None:
        self._file = file
        self._names: dict[str, NameExpr] = {}
        self._end: CallExpr | None = None

    def mark_end(self) -> None:
        """Have the end of the top level announced by the hook of `END_OF_TOP_LEVEL`."""
        method = MemberExpr(self._own_name(), fullnames.END_OF_TOP_LEVEL.rpartition(".")[2])
        self._end = CallExpr(method, [], [], [])
        self._add(self._end)

    def is_end(self, context: Context) -> bool:
        """Whether a call is the one that `mark_end` has added."""
        return context is self._end

    def depend(self, reads: Reads) -> None:
        """Depend on what was read, also where it was not read before."""
        for name in _dependencies(reads):
            if name not in self._names:
                self._names[name] = self._own_name()
                self._add(self._names[name])
            # An analysis since then has made it what is written there.
            self._names[name].fullname = name

    def _own_name(self) -> NameExpr:
        """`__name__`, which every module has."""
        expression = NameExpr("__name__")
        expression.kind = GDEF
        expression.node = self._file.names["__name__"].node
        return expression

    def _add(self, message: Expression) -> None:
        statement = AssertStmt(IntExpr(0), message)
        # Before the first line: `dmypy inspect` is asked about no place in it.
        statement.end_line = statement.end_column = 0
        self._file.defs.append(statement)


def _mark(file: MypyFile, name: str, words: str | None, modules: Mapping[str, MypyFile]) -> None:
    if words is None:
        return
    text = modules["builtins"].names["str"].node
    assert isinstance(text, TypeInfo), "typeshed defines builtins.str as a class"
    var = Var(_symbol(name), LiteralType(words, Instance(text, [])))
    var._fullname = f"{file.fullname}.{_symbol(name)}"
    file.names[_symbol(name)] = SymbolTableNode(GDEF, var, module_public=False, module_hidden=True)


def _dependencies(reads: Reads) -> Iterator[str]:
    for module, names in reads.definitions.items():
        for name in names:
            for symbol in (name, f"{name}[wildcard]", _symbol(name)):
                yield f"{module}.{symbol}"


def _symbol(name: str) -> str:
    # With a character that no name has: `L.B` is not `L_B`.
    return _PREFIX + name.replace(".", "-")
