"""What the daemon needs: fine-grained dependencies, also on words.

In an update dmypy calls no end-of-module hook for a module that is only *affected* by an edit; it
checks again what depends on a trigger, so a module with tools depends on the triggers of all it was
made from.  An edit of words alone (a default, a docstring) changes no symbol and pulls no trigger;
so a contributing module carries one more symbol, whose type is the digest of the words read from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from attrs import define, field
from mypy.nodes import GDEF, MypyFile, SymbolTableNode, TypeInfo, Var
from mypy.types import Instance, LiteralType

from toolschema_mypy.analysis.program import Reads
from toolschema_mypy.analysis.source import SourceStore

_WORDS: Final = "__toolschema_words__"


@define(eq=False)
class WordsWatch:
    """The definitions whose words some tool was made from, by module."""

    sources: SourceStore
    _watched: dict[str, set[str]] = field(factory=dict)

    def watch(self, module: str, names: Iterable[str]) -> None:
        """Remember that the words of some definitions matter."""
        self._watched.setdefault(module, set()).update(names)

    def mark(self, file: MypyFile, modules: Mapping[str, MypyFile]) -> None:
        """Give a watched module the symbol whose type tells its words apart."""
        names = self._watched.get(file.fullname)
        source = None if names is None else self.sources.load(file.path)
        if names is None or source is None:
            return
        digest = "/".join(source.words(name) for name in sorted(names))
        builtins = modules["builtins"].names["str"].node
        assert isinstance(builtins, TypeInfo), "typeshed defines builtins.str as a class"
        var = Var(_WORDS, LiteralType(digest, Instance(builtins, [])))
        var._fullname = f"{file.fullname}.{_WORDS}"
        file.names[_WORDS] = SymbolTableNode(GDEF, var, module_public=False, module_hidden=True)


def depend(file: MypyFile, reads: Reads) -> None:
    """Make the top level of a module with tools depend on all that its tools were made from."""
    for module, names in reads.definitions.items():
        for name in (*names, _WORDS):
            for trigger in (f"<{module}.{name}>", f"<{module}.{name}[wildcard]>"):
                file.plugin_deps.setdefault(trigger, set()).add(file.fullname)
