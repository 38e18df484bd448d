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

from mypy.checker import TypeChecker
from mypy.nodes import MypyFile
from mypy.options import Options
from mypy.plugin import FunctionContext, Plugin, ReportConfigContext
from mypy.types import AnyType, Type, TypeOfAny
from typing_extensions import override

from toolschema_mypy.analysis.fullnames import TOOL
from toolschema_mypy.analysis.source import SourceStore
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.hooks.freshness import HAS_TOOLS, Freshness
from toolschema_mypy.hooks.module_build import (
    BuiltModule,
    SeenModule,
    build_module,
    is_typeshed,
    write_module,
)
from toolschema_mypy.hooks.options import read_settings
from toolschema_mypy.hooks.ownership import is_source, shows_errors
from toolschema_mypy.hooks.reporter import report
from toolschema_mypy.hooks.stamp import make_stamp
from toolschema_mypy.hooks.state import StateFolder
from toolschema_mypy.model.location import SourceLocation


class ToolSchemaPlugin(Plugin):
    """Reads tools when their module has been checked, and writes its side-file."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self._settings, complaints = read_settings(options.config_file)
        if not _is_worker():
            for line in complaints:
                print(line, file=sys.stderr)
        self._stamp = make_stamp(options, self._settings)
        self._folder = StateFolder(_state_folder(options))
        self._sources = SourceStore()
        self._seen: dict[str, SeenModule] = {}
        self._freshness = Freshness(self._folder, self._stamp, self._settings)

    @override
    def set_modules(self, modules: dict[str, MypyFile]) -> None:
        """A build begins: side-files of modules that are gone go."""
        super().set_modules(modules)
        self._freshness = Freshness(self._folder, self._stamp, self._settings)
        if not _is_worker() and not self.options.shadow_file:
            self._freshness.sweep()

    @override
    def get_function_hook(self, fullname: str) -> Callable[[FunctionContext], Type] | None:
        """See each use of `tool`."""
        return self._note if fullname == TOOL else None

    def _note(self, ctx: FunctionContext) -> Type:
        # Only noted: an error reported here would count as "no match" for an overload of `tool`.
        checker = ctx.api
        assert isinstance(checker, TypeChecker), "mypy passes its checker as the plugin interface"
        seen = self._seen.setdefault(checker.tree.fullname, SeenModule(checker))
        seen.checker = checker
        given = ctx.arg_types[0] if ctx.arg_types else []
        if given or ctx.context not in seen.given:
            seen.given[ctx.context] = given[0] if given else AnyType(TypeOfAny.special_form)
        return ctx.default_return_type

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
        seen = self._seen.pop(file.fullname, None)
        if is_typeshed(file.path) or not is_source(file.path, self.options):
            return set()
        if seen is None:
            self._clear(file)
            return set()
        try:
            built = self._build(file, seen)
        except Exception as error:  # noqa: BLE001 - a bug of ours must not end the user's run
            if self.options.show_traceback:
                traceback.print_exc()
            fields = {"error": f"{type(error).__name__}: {error}"}
            report([Diagnostic(messages.INTERNAL, SourceLocation(1, 0), fields)], seen.checker)
            return set()
        return {
            module
            for module in built.reads.definitions
            if module != file.fullname
            and module in self._modules_now()
            and not is_typeshed(self._modules_now()[module].path)
        }

    def _build(self, file: MypyFile, seen: SeenModule) -> BuiltModule:
        modules = self._modules_now()
        built = build_module(file, modules, self._sources, self._settings, seen.given)
        report(built.diagnostics, seen.checker)
        errors = seen.checker.errors
        if shows_errors(file.path, file.fullname, self.options, errors):
            failures = write_module(
                file, built, self._settings, self._folder, self._stamp, modules, self._sources
            )
            report(failures, seen.checker)
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


def _state_folder(options: Options) -> Path | None:
    if options.cache_dir == os.devnull:
        return None
    python = ".".join(map(str, options.python_version))
    return Path(options.cache_dir) / python / "toolschema"
