"""What the hooks have seen of a module while mypy checks it."""

from __future__ import annotations

from functools import cached_property

from mypy.checker import TypeChecker
from mypy.nodes import Context, MypyFile
from mypy.types import Type

from toolschema_mypy.analysis.sites import (
    CalledSite,
    DecoratedSite,
    StateSite,
    find_sites,
    location_of,
)
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.hooks.daemon import Witnesses
from toolschema_mypy.hooks.module_build import BuiltModule


class SeenModule:
    """A module in which mypy has met `tool`: its checker, and what `tool` was given."""

    def __init__(self, checker: TypeChecker) -> None:
        self.checker = checker
        self.given: dict[Context, Type] = {}
        # Of the pass over the module's top level that is under way, or was the last.
        self.built: BuiltModule | None = None
        self._reported: set[Diagnostic] = set()
        self.witnesses = Witnesses(checker.tree)
        self._imports = checker.tree.imports

    @cached_property
    def _order(self) -> list[Context]:
        """Where `tool` stands at the top level, in the order in which mypy checks."""
        found: list[Context] = []
        for site in find_sites(self.checker.tree):
            match site:
                case DecoratedSite() | StateSite():
                    found.append(site.decorator)
                case CalledSite():
                    found.append(site.call)
                case _:
                    pass
        return found

    @property
    def has_tools(self) -> bool:
        """Whether `tool` stands where tools can be made, and not only inside functions."""
        return bool(self._order)

    def is_of(self, file: MypyFile) -> bool:
        """Whether it is of the file as it is now: one that is parsed again has another list of imports."""
        return self._imports is file.imports

    def meet(self, checker: TypeChecker) -> None:
        """A use of `tool` is met; a checker that is new begins a pass, and mypy has dropped old errors."""
        if self.checker is not checker:
            self.checker = checker
            self._reported.clear()

    def is_due(self, context: Context, *, is_inside: bool) -> bool:
        """Whether the daemon builds the module at this use of `tool`, which may be the last it meets.

        What *is_inside* a function is met after the top level, and also without it.
        """
        if is_inside:
            return self.built is not None
        if not self._order:
            return True
        last = self._order[-1]
        if context is not last and context.line <= last.line:
            self.built = None
            return False
        return True

    def unreported(self, built: BuiltModule, inside: Context | None) -> list[Diagnostic]:
        """What is to be reported now: of a use of `tool` *inside* a function only what is its own.

        mypy keeps errors by function, and whatever else it says would stay until that is checked again.
        """
        place = None if inside is None else location_of(inside)
        new = [
            each
            for each in built.diagnostics
            if each not in self._reported and place in {None, each.at}
        ]
        self._reported.update(new)
        return new
