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

    def is_due(self, context: Context) -> bool:
        """Whether a use of `tool` is the last that a pass of the daemon is sure to meet.

        What stands inside functions is met after it, and also without a pass over the top level.
        """
        if not any(each is context for each in self._order):
            # mypy has dropped the errors of the function that it stands in.
            place = location_of(context)
            self._reported = {each for each in self._reported if each.at != place}
            return self.built is not None or not self._order
        # A pass begins, or goes on.
        self.built = None
        self._reported.clear()
        return self._order[-1] is context

    def unreported(self, built: BuiltModule) -> list[Diagnostic]:
        """What is new about a module that is built, to be reported now."""
        new = [each for each in built.diagnostics if each not in self._reported]
        self._reported.update(new)
        return new
