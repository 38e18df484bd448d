"""The plugin: which hooks mypy gets, and what each of them does.

Order in mypy 2.4, for a module that is checked: `get_function_hook`'s callbacks at each use of
`tool`, `report_config_data` when its cache is written, `get_additional_indirect_deps` when it is
done.  A module taken from the cache meets only `report_config_data` with `is_check`.

Every run of mypy loads this module, most without checking a tool: what builds side-files is loaded
when the first tool is met (`hooks.building`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.errors import Errors
from mypy.nodes import MypyFile
from mypy.options import Options
from mypy.plugin import (
    AnalyzeTypeContext,
    FunctionContext,
    MethodContext,
    Plugin,
    ReportConfigContext,
)
from mypy.semanal import SemanticAnalyzer
from mypy.typeanal import TypeAnalyser
from mypy.types import Type
from typing_extensions import override

import toolschema_mypy

# Imported for its effect: mypy must know our codes before it reads its options about codes.
import toolschema_mypy.hooks.error_codes  # pyright: ignore[reportUnusedImport]
from toolschema_mypy.analysis.fullnames import (
    END_OF_TOP_LEVEL,
    RUNTIME,
    SEES,
    TOOL,
    TOOL_DECORATOR_CALL,
)
from toolschema_mypy.analysis.places import is_library, is_typeshed
from toolschema_mypy.emit import rehearsal
from toolschema_mypy.hooks.freshness import HAS_TOOLS, Freshness
from toolschema_mypy.hooks.options import read_settings
from toolschema_mypy.hooks.ownership import (
    is_source,
    misses_runtime,
    shows_errors,
    skips_runtime,
)
from toolschema_mypy.hooks.stamp import make_stamp
from toolschema_mypy.hooks.state import StateFolder, StateMemory, States

if TYPE_CHECKING:
    from toolschema_mypy.hooks.building import Building

# The plugin at work in this process, when it is dmypy's server; the last counts.
_working: Final[list[ToolSchemaPlugin]] = []


class ToolSchemaPlugin(Plugin):
    """Reads tools when their module has been checked, and writes its side-file."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._settings, complaints = read_settings(options.config_file)
        self._stamp = make_stamp(options, self._settings)
        folder = _state_folder(options)
        self._memory = StateMemory(folder) if options.fine_grained_incremental else None
        self._states: States = folder if self._memory is None else self._memory
        self._freshness = Freshness(self._states, self._stamp, self._settings, options)
        self._building: Building | None = None
        self._errors: Errors | None = None
        self._finished: set[str] = set()
        rehearsal_folder = rehearsal.folder()
        if rehearsal_folder is not None:
            rehearsal.sign(rehearsal_folder, self._settings.output, options.config_file)
        if not _is_worker():
            for line in complaints:
                print(line, file=sys.stderr)  # noqa: T201 - as mypy says its own
        if options.fine_grained_incremental:
            _working.append(self)
        elif _is_daemon():
            # For each `dmypy run` the daemon makes a plugin that is never asked anything, only to
            # see whether its configuration has changed.  It tells the one at work that a run begins.
            self._freshness.sweep()
            for plugin in _working[-1:]:
                if plugin._stamp == self._stamp:
                    plugin._begin_update()
                else:
                    # What the one at work has checked was for other settings.  The daemon gives way
                    # to a new one where the version of a plugin is not what it was.
                    toolschema_mypy.__version__ = self._stamp

    def _begin_update(self) -> None:
        """A run of the daemon begins: what others did to side-files since the last is undone."""
        self._freshness.sweep()
        if self._memory is not None and not self.options.shadow_file:
            self._freshness.restore_all(self._memory, self._modules or {})

    @override
    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        """A build begins: side-files of modules that are gone go."""
        super().set_modules(modules)
        self._freshness.begin()
        if not _is_worker():
            self._freshness.sweep()
        if self.options.fine_grained_incremental or self.options.cache_fine_grained:
            self._start_building().watch(self._freshness.contributions())

    def _start_building(self) -> Building:
        if self._building is None:
            from toolschema_mypy.hooks.building import Building

            self._building = Building(self.options, self._settings, self._stamp, self._freshness)
        return self._building

    # -- while a module is checked -------------------------------------------------------------------

    @override
    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """See each `@tool`, `x = tool(...)` and `@sees`."""
        return self._note_call if fullname in (TOOL, SEES) else None

    @override
    def get_method_hook(self, fullname: str) -> Callable[[MethodContext], Type] | None:
        """See each `@tool(...)` with keywords, where it is given its function; in the daemon, a module's end."""
        if fullname == END_OF_TOP_LEVEL and self.options.fine_grained_incremental:
            return self._note_end
        return self._note if fullname == TOOL_DECORATOR_CALL else None

    @override
    def get_type_analyze_hook(self, fullname: str) -> Callable[[AnalyzeTypeContext], Type] | None:
        """Get hold of the errors of this build, at the first type that mypy analyses."""
        return self._note_errors if self._errors is None else None

    def _note_errors(self, ctx: AnalyzeTypeContext) -> Type:
        # No hook for a module without tools is given the errors, and they alone know whose are hidden.
        analyser = ctx.api
        assert isinstance(analyser, TypeAnalyser), "mypy passes its analyser as the interface"
        assert isinstance(analyser.api, SemanticAnalyzer | TypeChecker), "both keep the errors"
        self._errors = analyser.api.errors
        # As if there were no hook, for now there is none.
        return analyser.analyze_type(ctx.type)

    def _note_call(self, ctx: FunctionContext) -> Type:
        # `tool(name=...)` alone is given nothing yet.
        if ctx.callee_arg_names[:1] != ["name"]:
            self._note(ctx)
        return ctx.default_return_type

    def _note(self, ctx: FunctionContext | MethodContext) -> Type:
        self._start_building().note(ctx, self._modules_now())
        return ctx.default_return_type

    def _note_end(self, ctx: MethodContext) -> Type:
        if self._building is not None:
            self._building.note_end(ctx, self._modules_now())
        return ctx.default_return_type

    # -- a module is done ----------------------------------------------------------------------------

    @override
    def report_config_data(self, ctx: ReportConfigContext) -> object:
        """Tell mypy's cache whether a module has tools, and whether what it holds is fresh."""
        source = is_source(ctx.path)
        if ctx.is_check:
            # A stub hides the source beside it.
            is_own = source or (ctx.path.endswith(".pyi") and not is_library(ctx.path))
            return self._freshness.answer(ctx.id, ctx.path, is_own=is_own)
        self._freshness.suspend(ctx.id)
        has_tools = self._building is not None and self._building.has_tools(ctx.id)
        return HAS_TOOLS if source and has_tools else None

    @override
    def get_additional_indirect_deps(self, file: MypyFile) -> set[str]:
        """A module is done: build and write its side-file, and name what it was made from."""
        self._freshness.note_parsed(file.fullname)
        if is_typeshed(file.path):
            return set()
        if self.options.fine_grained_incremental:
            self._note_update(file.fullname)
        if not is_source(file.path):
            if file.is_stub:
                # It hides a source beside it, which may have had tools.
                self._clear(file)
            return set()
        contributors = (
            None if self._building is None else self._building.finish(file, self._modules_now())
        )
        if contributors is None:
            self._clear(file)
        return contributors or set()

    def _note_update(self, module: str) -> None:
        # `dmypy check` tells nobody that an update begins; a module that is met again does.
        if module in self._finished:
            self._begin_update()
        self._finished.add(module)

    def _clear(self, file: MypyFile) -> None:
        """A module without tools has no side-file."""
        is_shown = shows_errors(file.path, file.fullname, self.options, self._errors)
        if is_shown is not False and self._misses_tool(file):
            self._freshness.leave_unseen(file.fullname, file.path)
            return
        self._freshness.clear(file.fullname, file.path, is_shown=is_shown)
        if is_shown and not self.options.shadow_file:
            self._freshness.sweep_beside(file.path, file.fullname)

    def _misses_tool(self, file: MypyFile) -> bool:
        """Whether a module may have tools that this run cannot know as such."""
        modules = self._modules_now()
        if RUNTIME in modules:
            return False
        # It may have `tool` from another module: `from shop.registry import tool`.
        is_known = skips_runtime(self.options) and self._freshness.knows(file.fullname, file.path)
        return is_known or misses_runtime(file, modules)

    def _modules_now(self) -> dict[str, MypyFile]:
        assert self._modules is not None, "mypy sets the modules before it checks any"
        return self._modules


def _is_worker() -> bool:
    """Whether this process is a worker of `mypy -n`."""
    return "mypy.build_worker.worker" in sys.modules


def _is_daemon() -> bool:
    """Whether this process is dmypy's server."""
    return "mypy.dmypy_server" in sys.modules


def _state_folder(options: Options) -> StateFolder:
    """Where states are kept: one folder for each store that mypy may keep its cache in.

    They are not the same cache: what is fresh in one may be old in another.
    """
    if options.cache_dir == os.devnull:
        return StateFolder(None)
    python = ".".join(map(str, options.python_version))
    store = "sqlite" if options.sqlite_cache else "files"
    form = "fixed" if options.fixed_format_cache else "json"
    return StateFolder(Path(options.cache_dir) / python / "toolschema" / f"{store}-{form}")
