"""Builds the side-files of the modules that this run checks."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Mapping

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile
from mypy.options import Options
from mypy.plugin import FunctionContext, MethodContext

from toolschema_mypy.analysis.modules import without_path
from toolschema_mypy.analysis.places import is_typeshed
from toolschema_mypy.analysis.source import SourceStore
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.hooks.daemon import WordsWatch
from toolschema_mypy.hooks.freshness import Freshness
from toolschema_mypy.hooks.module_build import NOTHING, BuiltModule, ModuleBuilder
from toolschema_mypy.hooks.ownership import ignores_errors, is_source, shows_errors
from toolschema_mypy.hooks.reporter import report
from toolschema_mypy.hooks.seen import SeenModule
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.settings import Settings


class Building:
    """What one process has met of tools, module by module."""

    def __init__(
        self, options: Options, settings: Settings, stamp: str, freshness: Freshness
    ) -> None:
        self.options = options
        self.freshness = freshness
        self._sources = SourceStore(options, freshness.paths)
        self._seen: dict[str, SeenModule] = {}
        # Modules with tools that are done; in some modes mypy writes its cache only then.
        self._done: set[str] = set()
        self._builder = ModuleBuilder(settings, stamp, freshness.states, self._sources)
        self._words = WordsWatch(self._sources, freshness.words_at_start)

    @property
    def _is_fine_grained(self) -> bool:
        return self.options.fine_grained_incremental or self.options.cache_fine_grained

    def watch(self, contributions: Iterable[tuple[str, tuple[str, ...]]]) -> None:
        """Remember whose words matter, from what earlier runs have read."""
        for module, names in contributions:
            self._words.watch(module, names)

    def has_tools(self, module: str) -> bool:
        """Whether a module of this run uses `tool` where tools can be made."""
        seen = self._seen.get(module)
        return module in self._done if seen is None else seen.has_tools

    def note(self, ctx: FunctionContext | MethodContext, modules: Mapping[str, MypyFile]) -> None:
        """Note a use of `tool`: an error reported now would count as "no match" for an overload."""
        checker = _checker(ctx)
        seen = self._seen.get(checker.tree.fullname)
        if seen is None or not seen.is_of(checker.tree):
            seen = self._seen[checker.tree.fullname] = SeenModule(checker)
            if self.options.fine_grained_incremental:
                seen.epilogue.mark_end()
        seen.meet(checker)
        is_update = self.options.fine_grained_incremental
        if is_update and checker.scope.current_function() is not None:
            # The daemon keeps errors by function, and may check this one again alone.
            seen.has_nested = True
            if is_source(checker.tree.path):
                nested = without_path(ctx.context, checker.tree)
                self._report(seen.unreported([nested]), seen)
        elif ctx.arg_types and ctx.arg_types[0]:
            is_news = seen.give(ctx.context, ctx.arg_types[0][0])
            if is_update and is_news and seen.built is not None:
                # After the top level the daemon asks nothing more.
                self._build_update(seen, modules)

    def note_end(self, ctx: MethodContext, modules: Mapping[str, MypyFile]) -> None:
        """Note that the daemon has checked the top level of a module that has tools, or had some."""
        checker = _checker(ctx)
        seen = self._seen.get(checker.tree.fullname)
        if seen is not None and seen.epilogue.is_end(ctx.context):
            seen.meet(checker)
            seen.end()
            self._build_update(seen, modules)

    def _build_update(self, seen: SeenModule, modules: Mapping[str, MypyFile]) -> None:
        file = seen.checker.tree
        # mypy may have yet to see that the module's file is gone.
        if is_source(file.path):
            self._build(file, seen, modules)

    def finish(self, file: MypyFile, modules: Mapping[str, MypyFile]) -> set[str] | None:
        """Build a module that is done, unless that has happened.

        Returns:
            The modules that its tools were made from, or `None` when it has no tools.
        """
        if self._is_fine_grained:
            self._sources.begin()
            self._words.mark_all(file, modules)
        seen = self._seen.get(file.fullname)
        if not self.options.fine_grained_incremental:
            # The daemon may check parts of the module again, and asks nothing when it has.
            self._seen.pop(file.fullname, None)
        if seen is None or not seen.is_of(file):
            return None
        built = seen.built if seen.built is not None else self._build(file, seen, modules)
        if built is None:
            return set()
        return {
            module
            for module in built.reads.definitions
            if module != file.fullname
            and module in modules
            and not is_typeshed(modules[module].path)
        }

    def _build(
        self, file: MypyFile, seen: SeenModule, modules: Mapping[str, MypyFile]
    ) -> BuiltModule | None:
        try:
            return self._build_and_write(file, seen, modules)
        except Exception as error:  # noqa: BLE001 - a bug of ours must not end the user's run
            if self.options.show_traceback:
                traceback.print_exc()
            fields = {"error": f"{type(error).__name__}: {error}"}
            self._report([Diagnostic(messages.INTERNAL, SourceLocation(1, 0), fields)], seen)
            return None

    def _build_and_write(
        self, file: MypyFile, seen: SeenModule, modules: Mapping[str, MypyFile]
    ) -> BuiltModule:
        built = NOTHING
        is_ignored = seen.checker.options.ignore_errors and ignores_errors(
            file.path, file.fullname, self.options
        )
        if seen.is_used and not is_ignored:
            built = self._builder.build(file, modules, seen.given)
        seen.built = built
        self._report(seen.unreported(built.diagnostics), seen)
        has_tools = seen.has_tools
        (self._done.add if has_tools else self._done.discard)(file.fullname)
        if not self.options.shadow_file and (is_ignored or self._shows(seen)):
            self._report(self._builder.write(file, built, modules, has_tools=has_tools), seen)
            self.freshness.sweep_beside(file.path, file.fullname)
        else:
            self.freshness.leave(file.fullname, file.path, has_tools=has_tools)
        if self._is_fine_grained:
            seen.epilogue.depend(built.reads)
            for module, names in built.reads.definitions.items():
                if module == file.fullname:
                    continue  # an edit of it is followed anyway
                self._words.watch(module, names)
                if module in modules and not is_typeshed(modules[module].path):
                    self._words.mark_new(modules[module], modules)
        return built

    def _report(self, diagnostics: Iterable[Diagnostic], seen: SeenModule) -> None:
        # mypy is in no state to take an error of a module whose errors it hides: it skips parts of it.
        if self._shows(seen):
            report(diagnostics, seen.checker)

    def _shows(self, seen: SeenModule) -> bool:
        file, errors = seen.checker.tree, seen.checker.errors
        return bool(shows_errors(file.path, file.fullname, self.options, errors))


def _checker(ctx: FunctionContext | MethodContext) -> TypeChecker:
    checker = ctx.api
    assert isinstance(checker, TypeChecker), "mypy passes its checker as the plugin interface"
    return checker
