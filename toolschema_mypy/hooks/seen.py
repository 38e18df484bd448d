"""What the hooks have seen of a module while mypy checks it."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.checker import TypeChecker
from mypy.nodes import ClassDef, Context, MypyFile
from mypy.types import Type

from toolschema_mypy.analysis.sites import (
    KeptSite,
    find_decorators,
    find_sites,
    is_in_function,
)
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.hooks.daemon import Epilogue
from toolschema_mypy.hooks.module_build import BuiltModule


class SeenModule:
    """A module in which mypy has met `tool`: its checker, and what `tool` was given."""

    def __init__(self, checker: TypeChecker) -> None:
        self.checker = checker
        self.given: dict[Context, Type] = {}
        # Of the pass over the module's top level that is under way.
        self.built: BuiltModule | None = None
        self.epilogue = Epilogue(checker.tree)
        # Whether `tool` was met inside a function.
        self.has_nested = False
        self._met: set[Context] = set()
        self._reported: set[Diagnostic] = set()
        self._imports = checker.tree.imports

    @property
    def has_tools(self) -> bool:
        """Whether `tool` stands where tools can be made, right or wrong, and not only inside functions.

        mypy's cache is told so before it has checked the functions.
        """
        file = self.checker.tree
        return (
            any(not isinstance(site, KeptSite) for site in find_sites(file))
            or any(decorator in self.given for decorator in find_decorators(file))
            or any(isinstance(c, ClassDef) and not is_in_function(c, file) for c in self.given)
        )

    @property
    def is_used(self) -> bool:
        """Whether `tool` is met in it; in the daemon it may be no more."""
        return self.has_nested or bool(self.given)

    def is_of(self, file: MypyFile) -> bool:
        """Whether it is of the file as it is now: one that is parsed again has another list of imports."""
        return self._imports is file.imports

    def meet(self, checker: TypeChecker) -> None:
        """Begin a pass where the checker is new: mypy has dropped what was reported."""
        if self.checker is not checker:
            self.checker = checker
            self.built = None
            self._met.clear()
            self._reported.clear()

    def give(self, context: Context, typ: Type) -> bool:
        """A use of `tool` is given a type; whether that is news."""
        is_news = self.given.get(context) != typ
        self.given[context] = typ
        self._met.add(context)
        return is_news

    def end(self) -> None:
        """The top level has been checked, so what this pass has not met is no use of `tool` any more."""
        for context in self.given.keys() - self._met:
            del self.given[context]

    def unreported(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """What has not been reported in this pass."""
        new = [each for each in diagnostics if each not in self._reported]
        self._reported.update(new)
        return new
