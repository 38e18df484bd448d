"""Whether a module that mypy would take from its cache must be checked again.

mypy compares what `report_config_data` gives now with what it gave when the module was cached.
Stored is a constant, so that nothing cascades to importers; a stale module answers otherwise.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from toolschema_mypy.emit.files import remove, write
from toolschema_mypy.emit.paths import SUFFIX, side_file_path
from toolschema_mypy.hooks.state import Contributor, FileState, ModuleState, States
from toolschema_mypy.model.settings import Settings

# What mypy's cache keeps for a module with tools.
HAS_TOOLS: Final = {"toolschema": 1}
_STALE: Final = {"toolschema": 1, "stale": True}


class Freshness:
    """Answers mypy's question for one run."""

    def __init__(self, states: States, stamp: str, settings: Settings) -> None:
        self.states = states
        self.stamp = stamp
        self.settings = settings
        self._listed: dict[str, frozenset[str]] = {}
        self._known: frozenset[str] | None = None

    def begin(self) -> None:
        """A build has loaded its modules: for another one folders are listed anew."""
        self._listed.clear()
        self._known = None

    def contributions(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The definitions that remembered schemas were made from, by module."""
        for module in self.states.modules():
            state = self.states.load(module)
            for each in () if state is None else state.contributors:
                yield each.module, tuple(each.words)

    def answer(self, module: str, path: str, *, is_source: bool) -> object:
        """What to compare with the cached answer of a module at *path*."""
        if self._known is None:
            self._known = frozenset(self.states.modules())
        state = self.states.load(module) if module in self._known else None
        if state is None:
            # A side-file that nobody remembers: checking the module again says whose it is.
            return _STALE if is_source and self._has_side_file(module, path) else None
        if not self._is_fresh(module, path, state):
            return _STALE
        return HAS_TOOLS

    def _has_side_file(self, module: str, path: str) -> bool:
        expected = side_file_path(Path(path), module, self.settings.output)
        folder, name = os.path.split(expected)
        if folder not in self._listed:
            try:
                names = os.listdir(folder or ".")
            except OSError:
                names = []
            self._listed[folder] = frozenset(n for n in names if n.endswith(SUFFIX))
        return name in self._listed[folder]

    def _is_fresh(self, module: str, path: str, state: ModuleState) -> bool:
        if state.stamp != self.stamp or state.is_foreign:
            return False
        expected = side_file_path(Path(path), module, self.settings.output)
        if state.side_file_path != os.path.abspath(expected):
            return False
        if state.side_file is None and self._has_side_file(module, path):
            return False
        contributors = [_current(each) for each in state.contributors]
        if any(each is None for each in contributors):
            return False
        current = tuple(each for each in contributors if each is not None)
        if current != state.contributors:
            # The times have moved but not the words: look no closer next time.
            self.states.refresh(module, state._replace(contributors=current))
        return self._is_restored(module, state)

    def _is_restored(self, module: str, state: ModuleState) -> bool:
        """Whether the side-file stands as it was written, put back from the copy if need be."""
        if state.side_file is None or state.side_file.is_same():
            return True
        content = self.states.copy_of(module, state.side_file.digest)
        if content is None:
            return False
        try:
            write(Path(state.side_file.path), content)
        except OSError:
            # Checking the module again will say why.
            return False
        side_file = FileState.of(state.side_file.path, content)
        self.states.refresh(module, state._replace(side_file=side_file))
        return True

    def restore_all(self) -> None:
        """Put back every side-file that was deleted or edited, where nothing else has changed.

        A daemon with nothing to check asks no plugin anything, but makes one for each run.
        """
        for module in self.states.modules():
            state = self.states.load(module)
            if state is not None and os.path.exists(state.source):
                self._is_fresh(module, state.source, state)

    def clear(self, module: str, path: str) -> None:
        """Remove the side-file of a module that has no tools (any more)."""
        with suppress(OSError):
            remove(side_file_path(Path(path), module, self.settings.output))
        self.states.forget(module)

    def sweep(self) -> None:
        """Remove side-files whose source is gone."""
        for module in self.states.modules():
            state = self.states.load(module)
            if state is None or os.path.exists(state.source):
                continue
            if state.side_file is not None and state.side_file.is_same():
                remove(Path(state.side_file.path))
            self.states.forget(module)


def _current(contributor: Contributor) -> Contributor | None:
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

        source = parse_source(file.path)
        if source is None:
            return None
        if any(source.words(name) != digest for name, digest in contributor.words.items()):
            return None
    return contributor._replace(file=now)
