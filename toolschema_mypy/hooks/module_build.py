"""One checked module: analyse, transform, write, remember."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from attrs import evolve
from mypy.nodes import Context, MypyFile
from mypy.types import Type

from toolschema_mypy.analysis.modules import analyse_module
from toolschema_mypy.analysis.places import is_typeshed
from toolschema_mypy.analysis.program import Program, Reads
from toolschema_mypy.analysis.source import SourceModule, SourceStore
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.emit.files import remove, write
from toolschema_mypy.emit.paths import is_side_file, side_file_path, takes_place_of
from toolschema_mypy.emit.side_file import render
from toolschema_mypy.hooks.state import (
    NEVER_FRESH,
    Contributor,
    FileState,
    ModuleState,
    States,
)
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import ModuleSpec, ToolSpec
from toolschema_mypy.transform.definitions import inline_definitions, name_definitions


class BuiltModule(NamedTuple):
    """A module's spec after the transforms, its diagnostics, and what both were made from."""

    spec: ModuleSpec | None
    diagnostics: tuple[Diagnostic, ...]
    reads: Reads


NOTHING: Final = BuiltModule(None, (), Reads())


class ModuleBuilder(NamedTuple):
    """Builds the side-files of one project."""

    settings: Settings
    stamp: str
    states: States
    sources: SourceStore

    def build(
        self, file: MypyFile, modules: Mapping[str, MypyFile], given: Mapping[Context, Type]
    ) -> BuiltModule:
        """Analyse and transform a checked module; nothing is written."""
        reads = Reads()
        self.sources.begin()
        program = Program(modules, self.sources, reads)
        analysis = analyse_module(file, program, self.settings, given)
        if analysis.spec is None:
            return BuiltModule(None, analysis.diagnostics, reads)
        diagnostics = list(analysis.diagnostics)
        tools: list[ToolSpec] = []
        state = [self._with_definitions(each) for each in analysis.spec.state]
        omitted = list(analysis.spec.omitted)
        for tool in analysis.spec.tools:
            transformed, said = self._transform(tool, file.fullname)
            diagnostics += said
            if any(each.is_error for each in said):
                omitted.append(tool.name)
            else:
                tools.append(transformed)
        spec = evolve(
            analysis.spec,
            tools=tuple(tools),
            state=tuple(state),
            omitted=tuple(sorted(omitted)),
        )
        return BuiltModule(spec, tuple(diagnostics), reads)

    def _transform(self, tool: ToolSpec, module: str) -> tuple[ToolSpec, tuple[Diagnostic, ...]]:
        said: tuple[Diagnostic, ...] = ()
        if tool.is_strict:
            # Most runs meet no strict tool and no format, and need not load what they ask for.
            from toolschema_mypy.transform.strict import strict

            tool, said = strict(tool)
        tool = self._with_definitions(tool)
        if not said and (tool.formats or self.settings.targets):
            from toolschema_mypy.emit.fitness import fitness

            said = fitness(tool, module, self.settings)
        return tool, said

    def _with_definitions(self, tool: ToolSpec) -> ToolSpec:
        return inline_definitions(name_definitions(tool), self.settings.refs)

    def write(
        self,
        file: MypyFile,
        built: BuiltModule,
        modules: Mapping[str, MypyFile],
        *,
        has_tools: bool,
    ) -> tuple[Diagnostic, ...]:
        """Write or remove the side-file of a module and remember what it was made from.

        A file that cannot be written is a diagnostic, and the next run tries again.

        Args:
            file: The module.
            built: What was made from it.
            modules: All modules of this run.
            has_tools: What mypy's cache is told about it.
        """
        path = Path(side_file_path(file.path, file.fullname, self.settings.output))
        absolute = os.path.abspath(path)
        previous = self.states.load(file.fullname)
        stamp, side_file = self.stamp, None
        said: tuple[Diagnostic, ...] = ()
        try:
            if previous is not None and takes_place_of(file.path, previous.source.path):
                if previous.side_file_path != absolute:
                    # The setting `output` has changed, or a package hides a module.
                    remove(Path(previous.side_file_path))
            if self.settings.output is not None:
                _remove_beside(file, self.settings.output)
            if built.spec is None:
                remove(path)
            else:
                content = render(built.spec, self.settings)
                write(path, content)
                side_file = FileState.written(absolute, content)
        except OSError as error:
            fields = {"path": str(path), "reason": error.strerror or str(error)}
            said = (Diagnostic(messages.SIDE_FILE_UNWRITABLE, SourceLocation(1, 0), fields),)
            stamp, side_file = NEVER_FRESH, None if previous is None else previous.side_file
        source = self._source_state(file)
        if source is not None:
            contributors = self._contributors(file.fullname, built.reads, modules)
            state = ModuleState(
                stamp, source, side_file, absolute, contributors, has_tools, folder=os.getcwd()
            )
            self.states.save(file.fullname, state)
        return said

    def _source_state(self, file: MypyFile) -> FileState | None:
        """The module itself as it was when it was read; `None` when it is gone again."""
        source = self.sources.load(file.path, file.fullname)
        if source is None:
            return FileState.of(os.path.abspath(file.path))
        return _file_state(source)

    def _contributors(
        self, own: str, reads: Reads, modules: Mapping[str, MypyFile]
    ) -> tuple[Contributor, ...]:
        """The files that a module's schemas were made from, in a fixed order."""
        found = []
        for module, names in sorted(reads.definitions.items()):
            file = modules.get(module)
            if file is None or module == own or is_typeshed(file.path):
                continue
            source = self.sources.load(file.path, module)
            if source is not None:
                words = {name: source.words(name) for name in sorted(names)}
                found.append(Contributor(module, _file_state(source), words))
                continue
            # Nothing that it comes to say is what was read.
            now = FileState.of(os.path.abspath(file.path))
            if now is not None:
                found.append(Contributor(module, now, dict.fromkeys(["", *sorted(names)], "")))
        return tuple(found)


def _remove_beside(file: MypyFile, output: Path) -> None:
    """Remove the side-file that a module had before there was an *output*, also where nobody remembers it."""
    beside = Path(os.path.abspath(side_file_path(file.path, file.fullname, None)))
    # A folder with sources may be the one for side-files too.
    if beside.parent != Path(os.path.abspath(output)) and is_side_file(beside):
        remove(beside)


def _file_state(source: SourceModule) -> FileState:
    # As it was when it was read: a later edit must not pass for it.
    return FileState(os.path.abspath(source.path), source.mtime_ns, source.size, source.digest)
