"""Whether a module that mypy would take from its cache must be checked again.

mypy compares what `report_config_data` gives now with what it gave when the module was cached.
Stored is a constant, so that nothing cascades to importers; a stale module answers otherwise.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from mypy.nodes import MypyFile
from mypy.options import Options

from toolschema_mypy.analysis.places import place_of
from toolschema_mypy.emit.files import remove, sweep, write
from toolschema_mypy.emit.paths import SUFFIX, is_orphan, side_file_path, takes_place_of
from toolschema_mypy.emit.rehearsal import UNSEEN
from toolschema_mypy.hooks.ownership import ignores_errors
from toolschema_mypy.hooks.state import (
    NEVER_FRESH,
    Contributor,
    FileState,
    ModuleState,
    StateMemory,
    States,
)
from toolschema_mypy.model.settings import Settings

# What mypy's cache keeps for a module with tools.
HAS_TOOLS: Final = {"toolschema": 1}
_STALE: Final = {"toolschema": 1, "stale": True}


class Freshness:
    """Answers mypy's question for one run, and removes what no module stands for any more."""

    def __init__(self, states: States, stamp: str, settings: Settings, options: Options) -> None:
        self.states = states
        self.stamp = stamp
        self.settings = settings
        self._options = options
        self._listed: dict[str, frozenset[str]] = {}
        self._swept: set[str] = set()
        self._known: frozenset[str] | None = None
        self._has_said_unseen = False
        # The modules that each source was.
        self._names: dict[str, set[str]] | None = None
        # Where the modules from mypy's cache are now.
        self.paths: dict[str, str] = {}
        # In the daemon: the words that modules taken from the cache were made from.
        self.words_at_start: dict[tuple[str, str], str] = {}
        # In the daemon: modules that it found without tools, and their sources then, by side-file.
        self._without_tools: dict[str, tuple[str, FileState]] = {}

    def begin(self) -> None:
        """A build has loaded its modules: for another one folders are listed anew."""
        self._listed.clear()
        self._swept.clear()
        self._known = None
        self._names = None
        self._has_said_unseen = False

    def contributions(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The definitions that remembered schemas were made from, by module."""
        for module in self.states.modules():
            state = self.states.load(module)
            for each in () if state is None else state.contributors:
                yield each.module, tuple(each.words)

    # -- modules in mypy's cache ---------------------------------------------------------------------

    def answer(self, module: str, path: str, *, is_own: bool) -> object:
        """What to compare with the cached answer of a module at *path*, the user's own or a library's."""
        self.paths[module] = path
        state = self._remembered(module)
        if state is None:
            # A side-file that nobody remembers: checking the module again says whose it is.
            return _STALE if is_own and self._has_side_file(module, path) else None
        if not state.is_foreign and self._reads_shadow(state):
            return _STALE
        # A module whose errors were hidden is checked again by mypy itself when they are shown.
        if not state.is_foreign and not self._is_fresh(module, path, state):
            return _STALE
        if self._options.fine_grained_incremental:
            for each in state.contributors:
                for name, words in each.words.items():
                    self.words_at_start[each.module, name] = words
        return HAS_TOOLS if state.has_tools else None

    def note_parsed(self, module: str) -> None:
        """A module's tree is not from mypy's cache any more, so it knows its own path: the daemon may have moved it."""
        self.paths.pop(module, None)

    def _reads_shadow(self, state: ModuleState) -> bool:
        """Whether the text of another file stands for one that the module was made from."""
        if not self._options.shadow_file:
            return False
        files = (state.source, *(each.file for each in state.contributors))
        return any(place_of(each.path, self._options) != each.path for each in files)

    def suspend(self, module: str) -> None:
        """A module is about to enter mypy's cache, and its side-file is not written yet.

        A run that ends between the two must not leave the word of a run that only followed it.
        """
        state = self._remembered(module)
        if state is not None and state.is_foreign:
            self.states.save(module, state._replace(stamp=NEVER_FRESH, is_foreign=False))

    def _remembered(self, module: str) -> ModuleState | None:
        """What an earlier run has left: of most modules nothing, so the folder is listed once."""
        if self._known is None:
            self._known = frozenset(self.states.modules())
        return self.states.load(module) if module in self._known else None

    def knows(self, module: str, path: str) -> bool:
        """Whether a module has a side-file, or an earlier run has left something of it."""
        return self.states.load(module) is not None or self._has_side_file(module, path)

    def _has_side_file(self, module: str, path: str) -> bool:
        expected = side_file_path(path, module, self.settings.output)
        folder, name = os.path.split(expected)
        if folder not in self._listed:
            names = _list(folder)
            self._listed[folder] = frozenset(n for n in names if n.endswith(SUFFIX))
        return name in self._listed[folder]

    def _is_fresh(self, module: str, path: str, state: ModuleState) -> bool:
        if not self._is_made_from_what_stands(module, path, state):
            return False
        if state.side_file is None:
            return not self._has_side_file(module, path)
        return state.side_file.is_same()

    def _is_made_from_what_stands(self, module: str, path: str, state: ModuleState) -> bool:
        """Whether the settings and all sources say what they said, whatever the side-file does."""
        expected = side_file_path(path, module, self.settings.output)
        if state.stamp != self.stamp or state.side_file_path != os.path.abspath(expected):
            return False
        if state.source.path != os.path.abspath(path) or not state.source.is_same():
            return False
        contributors = [_current(each, self._options) for each in state.contributors]
        if any(each is None for each in contributors):
            return False
        current = tuple(each for each in contributors if each is not None)
        if current != state.contributors:
            # The times have moved but not the words: look no closer next time.
            self.states.save(module, state._replace(contributors=current))
        return True

    def restore_all(self, memory: StateMemory, modules: Mapping[str, MypyFile]) -> None:
        """Undo what others did to side-files in the meantime, where nothing else has changed.

        A daemon with nothing to check asks no plugin anything, but makes one for each run.

        Args:
            memory: What the daemon remembers.
            modules: All modules that it knows, where they are now.
        """
        self._remove_all_without_tools()
        for module in memory.modules():
            state = memory.load(module)
            if state is not None and not state.is_foreign and os.path.exists(state.source.path):
                contributors = tuple(_followed(each, modules) for each in state.contributors)
                self._restore(module, state._replace(contributors=contributors), memory)

    def _restore(self, module: str, state: ModuleState, memory: StateMemory) -> None:
        path = state.source.path
        if state.side_file is None:
            is_left = os.path.lexists(state.side_file_path)
            if is_left and self._is_made_from_what_stands(module, path, state):
                _remove(state.side_file_path)
        elif not state.side_file.is_same():
            content = memory.copy_of(module, state.side_file.digest)
            if content is not None and self._is_made_from_what_stands(module, path, state):
                try:
                    write(Path(state.side_file.path), content)
                except OSError as error:
                    _complain(f"restore {state.side_file.path}", error)

    def _remove_all_without_tools(self) -> None:
        """Another run may have written them for code that was taken back since."""
        for folder in {os.path.dirname(path) for path in self._without_tools}:
            for path in [os.path.join(folder, name) for name in _list(folder)]:
                module, source = self._without_tools.get(path, ("", None))
                if source is None or not source.is_same():
                    continue
                state = self.states.load(module)
                if state is None or not self._is_made_from_what_stands(module, source.path, state):
                    _remove(path)

    # -- modules without tools, and modules that are gone --------------------------------------------

    def clear(self, module: str, path: str, *, is_shown: bool | None) -> None:
        """A module has no tools (any more), so it has no side-file.

        Args:
            module: Its dotted name.
            path: Its file; a stub hides the source beside it.
            is_shown: Whether this run shows the module's errors, so that the side-file is its to
                remove.  Where that cannot be told, one goes that an earlier run has written here.
        """
        state = self.states.load(module)
        expected = side_file_path(path, module, self.settings.output)
        if is_shown and self._options.fine_grained_incremental:
            source = FileState.of(os.path.abspath(path))
            if source is not None:
                self._without_tools[os.path.abspath(expected)] = (module, source)
        if state is None and not os.path.lexists(expected):
            return  # as most modules
        is_written_here = is_shown is None and state is not None and not state.is_foreign
        is_ours = is_shown or is_written_here or ignores_errors(path, module, self._options)
        if is_ours and not self._options.shadow_file:
            paths = {os.path.abspath(expected)}
            # Another file of the same dotted name may have been checked before.
            if state is not None and takes_place_of(path.removesuffix("i"), state.source.path):
                paths.add(state.side_file_path)
            left = [each for each in sorted(paths) if not _remove(each)]
            if not left:
                self.states.forget(module)
        elif state is not None or self._has_side_file(module, path):
            self.leave(module, path, has_tools=False)

    def leave(self, module: str, path: str, *, has_tools: bool, is_unseen: bool = False) -> None:
        """Remember that the side-file of a module was not this run's to touch.

        Under `--shadow-file`, and where its tools are unseen, mypy itself has no reason to check the
        module again in the next run.
        """
        state = self.states.load(module)
        if state is None:
            source = FileState.of(os.path.abspath(path))
            if source is None:
                return
            expected = side_file_path(path, module, self.settings.output)
            path = os.path.abspath(expected)
            state = ModuleState(self.stamp, source, None, path, (), folder=os.getcwd())
        left = state._replace(has_tools=has_tools, is_foreign=True)
        if self._options.shadow_file or is_unseen:
            left = left._replace(stamp=NEVER_FRESH, is_foreign=False)
        self.states.save(module, left)

    def leave_unseen(self, module: str, path: str) -> None:
        """A module may have tools that this run does not know as such: its side-file stays, and each run asks again."""
        self.leave(module, path, has_tools=False, is_unseen=True)
        if not self._has_said_unseen:
            self._has_said_unseen = True
            sys.stderr.write(
                f"toolschema_mypy: no tool of {module} is seen, since {UNSEEN}: "
                "side-files stay as they are\n"
            )

    def sweep(self) -> None:
        """Remove side-files that were written for sources which are gone.

        What a run in another folder has written is its own to remove: this may be a copy of it.
        """
        if self._options.shadow_file:
            return
        for module in self.states.modules():
            state = self.states.load(module)
            if state is None or not _is_gone(state):
                continue
            left = state.side_file
            if left is None or self._stands_for_another(module, left) or _remove(left.path):
                self.states.forget(module)
        for module, state in self.states.only_elsewhere():
            left = state.side_file
            if left is not None and _is_gone(state) and left.is_same():
                if not self._stands_for_another(module, left):
                    _remove(left.path)

    def _stands_for_another(self, module: str, side_file: FileState) -> bool:
        """Whether the side-file is that of a source elsewhere by now: in the folder `output` a module may move."""
        return any(
            other.side_file_path == side_file.path and os.path.exists(other.source.path)
            for other in self.states.elsewhere(module)
        )

    def sweep_beside(self, path: str, module: str) -> None:
        """Remove what is left over where the side-file of a *module* at *path* goes.

        Those are side-files without a source, remembered or not, what killed runs were writing, and
        what the same source had under another dotted name.
        """
        output = self.settings.output
        if output is not None:
            self._remove_other_names(path, module)
        folder = os.path.dirname(path) if output is None else str(output)
        if folder in self._swept:
            return
        self._swept.add(folder)
        names = _list(folder)
        sweep(folder, names, SUFFIX)
        for name in names if output is None else ():
            candidate = Path(folder, name)
            if name.endswith(SUFFIX) and is_orphan(candidate):
                _remove(str(candidate))

    def _remove_other_names(self, path: str, module: str) -> None:
        source = os.path.abspath(path)
        if self._names is None:
            self._names = {}
            for name in self.states.modules():
                state = self.states.load(name)
                if state is not None:
                    self._names.setdefault(state.source.path, set()).add(name)
        for name in self._names.get(source, set()) - {module}:
            state = self.states.load(name)
            if state is None or state.source.path != source or state.side_file is None:
                continue
            if _remove(state.side_file.path):
                self.states.forget(name)
        self._names[source] = {module}


def _is_gone(state: ModuleState) -> bool:
    """Whether a module was checked from this folder and its source is there no more."""
    return state.folder == os.getcwd() and not os.path.exists(state.source.path)


def _list(folder: str) -> list[str]:
    try:
        return os.listdir(folder or ".")
    except OSError:
        return []


def _remove(path: str) -> bool:
    """Remove a side-file, or say why not."""
    try:
        remove(Path(path))
    except OSError as error:
        _complain(f"remove {path}", error)
        return False
    return True


def _complain(what: str, error: OSError) -> None:
    # There is no place in a source to report it at.
    sys.stderr.write(f"toolschema_mypy: cannot {what}: {error.strerror or error}\n")


def _followed(contributor: Contributor, modules: Mapping[str, MypyFile]) -> Contributor:
    """The contributor where it is now: of a module that moves, say into a package, the words may stay."""
    file = modules.get(contributor.module)
    if file is None or os.path.exists(contributor.file.path):
        return contributor
    return contributor._replace(file=contributor.file._replace(path=os.path.abspath(file.path)))


def _current(contributor: Contributor, options: Options) -> Contributor | None:
    """The contributor as it is now, or `None` when its words have changed."""
    file = contributor.file
    if file.looks_same():
        return contributor
    now = FileState.of(file.path)
    if now is None:
        return None
    if now.digest != file.digest:
        # Only a contributor that has changed is parsed; most runs need no parser.
        from toolschema_mypy.analysis.source import parse_source

        source = parse_source(file.path, options.clone_for_module(contributor.module))
        if source is None:
            return None
        if any(source.words(name) != digest for name, digest in contributor.words.items()):
            return None
    return contributor._replace(file=now)
