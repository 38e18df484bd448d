"""The plugin: which hooks mypy gets, and what each of them does.

Order in mypy 2.4, for a module that is checked: `get_function_hook`'s callbacks at each use of
`tool`, `report_config_data` when its cache is written, `get_additional_indirect_deps` when it is
done.  A module taken from the cache meets only `report_config_data` with `is_check`.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile
from mypy.options import Options
from mypy.plugin import FunctionContext, MethodContext, Plugin, ReportConfigContext
from mypy.types import Type
from typing_extensions import override

from toolschema_mypy.analysis.fullnames import TOOL, TOOL_DECORATOR_CALL
from toolschema_mypy.analysis.source import SourceStore
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.hooks.daemon import WordsWatch, depend
from toolschema_mypy.hooks.freshness import HAS_TOOLS, Freshness
from toolschema_mypy.hooks.module_build import BuiltModule, ModuleBuilder, is_typeshed
from toolschema_mypy.hooks.options import read_settings
from toolschema_mypy.hooks.ownership import is_source, shows_errors
from toolschema_mypy.hooks.reporter import report
from toolschema_mypy.hooks.seen import SeenModule
from toolschema_mypy.hooks.stamp import make_stamp
from toolschema_mypy.hooks.state import StateFolder, StateMemory, States
from toolschema_mypy.model.location import SourceLocation

# The freshness of the plugin at work in this process, when it is dmypy's server; the last counts.
_working: Final[list[Freshness]] = []


class ToolSchemaPlugin(Plugin):
    """Reads tools when their module has been checked, and writes its side-file."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._settings, complaints = read_settings(options.config_file)
        stamp = make_stamp(options, self._settings)
        states = _states(options)
        self._sources = SourceStore()
        self._builder = ModuleBuilder(self._settings, stamp, states, self._sources)
        self._freshness = Freshness(states, stamp, self._settings)
        self._words = WordsWatch(self._sources)
        self._seen: dict[str, SeenModule] = {}
        self._is_fine_grained = options.fine_grained_incremental or options.cache_fine_grained
        if not _is_worker():
            for line in complaints:
                print(line, file=sys.stderr)  # noqa: T201 - as mypy says its own
        if options.fine_grained_incremental:
            _working.append(self._freshness)
        elif _is_daemon() and _working:
            # For each `dmypy run` the daemon makes a plugin that is never asked anything, only to
            # see whether its configuration has changed.  It tells the one at work that a run begins.
            _working[-1].sweep()
            _working[-1].restore_all()

    @override
    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        """A build begins: side-files of modules that are gone go."""
        super().set_modules(modules)
        self._freshness.begin()
        if not _is_worker() and not self.options.shadow_file:
            self._freshness.sweep()
        if self._is_fine_grained:
            for module, names in self._freshness.contributions():
                self._words.watch(module, names)

    # -- while a module is checked -------------------------------------------------------------------

    @override
    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """See each `@tool` and `x = tool(...)`."""
        return self._note_call if fullname == TOOL else None

    @override
    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """See each `@tool(...)` with keywords, where it is given its function."""
        return self._note if fullname == TOOL_DECORATOR_CALL else None

    def _note_call(self, ctx: FunctionContext) -> Type:
        # `tool(name=...)` alone is given nothing yet.
        if ctx.callee_arg_names[:1] != ["name"]:
            self._note(ctx)
        return ctx.default_return_type

    def _note(self, ctx: FunctionContext | MethodContext) -> Type:
        # Only noted: an error reported here would count as "no match" for an overload of `tool`.
        checker = ctx.api
        assert isinstance(checker, TypeChecker), "mypy passes its checker as the plugin interface"
        seen = self._seen.get(checker.tree.fullname)
        if seen is None or seen.checker is not checker or seen.is_over(ctx.context):
            seen = self._seen[checker.tree.fullname] = SeenModule(checker)
        if ctx.arg_types and ctx.arg_types[0]:
            seen.given[ctx.context] = ctx.arg_types[0][0]
        if self.options.fine_grained_incremental and seen.is_last(ctx.context):
            # In an update of the daemon this may be the last word about the module.
            self._finish(checker.tree, seen)
        return ctx.default_return_type

    # -- a module is done ----------------------------------------------------------------------------

    @override
    def report_config_data(self, ctx: ReportConfigContext) -> object:
        """Tell mypy's cache whether a module has tools, and whether what it holds is fresh."""
        source = is_source(ctx.path, self.options)
        if ctx.is_check:
            return self._freshness.answer(ctx.id, ctx.path, is_source=source)
        return HAS_TOOLS if source and ctx.id in self._seen else None

    @override
    def get_additional_indirect_deps(self, file: MypyFile) -> set[str]:
        """A module is done: build and write its side-file, and name what it was made from."""
        if is_typeshed(file.path) or not is_source(file.path, self.options):
            return set()
        if self._is_fine_grained:
            self._sources.begin()
            self._words.mark_all(file, self._modules_now())
        seen = self._seen.pop(file.fullname, None)
        if seen is None or seen.is_left_over(file):
            self._clear(file)
            return set()
        built = seen.built if seen.built is not None else self._finish(file, seen)
        if built is None:
            return set()
        if self._is_fine_grained:
            depend(file, built.reads)
        modules = self._modules_now()
        return {
            module
            for module in built.reads.definitions
            if module != file.fullname
            and module in modules
            and not is_typeshed(modules[module].path)
        }

    def _finish(self, file: MypyFile, seen: SeenModule) -> BuiltModule | None:
        try:
            return self._build(file, seen)
        except Exception as error:  # noqa: BLE001 - a bug of ours must not end the user's run
            if self.options.show_traceback:
                traceback.print_exc()
            fields = {"error": f"{type(error).__name__}: {error}"}
            report([Diagnostic(messages.INTERNAL, SourceLocation(1, 0), fields)], seen.checker)
            return None

    def _build(self, file: MypyFile, seen: SeenModule) -> BuiltModule:
        modules = self._modules_now()
        built = self._builder.build(file, modules, seen.given)
        seen.built = built
        report(built.diagnostics, seen.checker)
        if shows_errors(file.path, file.fullname, self.options, seen.checker.errors):
            report(self._builder.write(file, built, modules), seen.checker)
        if self._is_fine_grained:
            for module, names in built.reads.definitions.items():
                self._words.watch(module, names)
                if module in modules and not is_typeshed(modules[module].path):
                    self._words.mark_new(modules[module], modules)
        return built

    def _clear(self, file: MypyFile) -> None:
        """A module without tools has no side-file."""
        if shows_errors(file.path, file.fullname, self.options, None):
            self._freshness.clear(file.fullname, file.path)

    def _modules_now(self) -> Mapping[str, MypyFile]:
        assert self._modules is not None, "mypy sets the modules before it checks any"
        return self._modules


def _is_worker() -> bool:
    """Whether this process is a worker of `mypy -n`."""
    return "mypy.build_worker.worker" in sys.modules


def _is_daemon() -> bool:
    """Whether this process is dmypy's server."""
    return "mypy.dmypy_server" in sys.modules


def _states(options: Options) -> States:
    if options.cache_dir == os.devnull:
        return StateMemory() if options.fine_grained_incremental else StateFolder(None)
    python = ".".join(map(str, options.python_version))
    return StateFolder(Path(options.cache_dir) / python / "toolschema")
