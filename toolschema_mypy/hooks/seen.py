"""What the hooks have seen of a module while mypy checks it."""

from __future__ import annotations

from functools import cached_property

from mypy.checker import TypeChecker
from mypy.nodes import Context, MypyFile
from mypy.types import Type

from toolschema_mypy.analysis.sites import CalledSite, DecoratedSite, StateSite, find_sites
from toolschema_mypy.hooks.module_build import BuiltModule


class SeenModule:
    """A module in which mypy has met `tool`: its checker, and what `tool` was given."""

    def __init__(self, checker: TypeChecker) -> None:
        self.checker = checker
        self.given: dict[Context, Type] = {}
        # In the daemon a module is built when its last tool has been met.
        self.built: BuiltModule | None = None

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

    def is_last(self, context: Context) -> bool:
        """Whether a use of `tool` is the last one of the module."""
        return bool(self._order) and self._order[-1] is context

    def is_left_over(self, file: MypyFile) -> bool:
        """Whether it is from an earlier update, and the module has lost its last tool since."""
        return self.built is not None and next(find_sites(file), None) is None

    def is_over(self, context: Context) -> bool:
        """Whether the module has been built and is now met again from its beginning."""
        return self.built is not None and any(each is context for each in self._order)
