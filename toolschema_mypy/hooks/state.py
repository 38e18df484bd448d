"""What freshness remembers of one module, in mypy's cache directory: one small JSON file each.

Named tuples, not attrs: this is loaded by every run of mypy, also by one without any tool.

One file a module, since with `-n` a module belongs to one worker and nobody sees them all.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from toolschema_mypy.emit.files import replace, sweep

_SUFFIX: Final = ".state.json"
# The stamp of a module that has to be checked again, whatever else is as it was.
NEVER_FRESH: Final = ""
# What no file has.
_NO_TIME: Final = -1


class FileState(NamedTuple):
    """A file as it was: its time and size to look at first, its digest to be sure."""

    path: str
    mtime_ns: int
    size: int
    digest: str

    @classmethod
    def of(cls, path: str) -> FileState | None:
        """The file as it is now; `None` when it cannot be read."""
        try:
            status = os.stat(path)
            data = Path(path).read_bytes()
        except OSError:
            return None
        digest = hashlib.sha256(data).hexdigest()
        return cls(path, status.st_mtime_ns, status.st_size, digest)

    @classmethod
    def written(cls, path: str, content: bytes) -> FileState:
        """A file that was just given *content*; where another run has changed it since, it never looks the same."""
        now = cls.of(path)
        digest = hashlib.sha256(content).hexdigest()
        if now is not None and now.digest == digest:
            return now
        return cls(path, _NO_TIME, len(content), digest)

    def looks_same(self) -> bool:
        """Whether time and size are as they were."""
        try:
            status = os.stat(self.path)
        except OSError:
            return False
        return (status.st_mtime_ns, status.st_size) == (self.mtime_ns, self.size)

    def is_same(self) -> bool:
        """Whether the content is as it was."""
        if self.looks_same():
            return True
        now = FileState.of(self.path)
        return now is not None and now.digest == self.digest


class Contributor(NamedTuple):
    """A source that a schema was made from: its definitions that were read, with their words."""

    module: str
    file: FileState
    words: Mapping[str, str]


class ModuleState(NamedTuple):
    """What the side-file of one module was made from."""

    stamp: str
    # The module itself, as it was when its tools were read.
    source: FileState
    side_file: FileState | None
    side_file_path: str
    contributors: tuple[Contributor, ...]
    # Whether mypy's cache was told that the module has tools.
    has_tools: bool = True
    # Checked by a run that only followed the module: the side-file was not its to touch.
    is_foreign: bool = False
    # Where mypy ran.  A cache may be copied, moved, or used from several folders.
    folder: str = ""

    def to_json(self) -> bytes:
        """The state as the bytes of its file."""
        return json.dumps(
            {
                "stamp": self.stamp,
                "source": _file_json(self.source),
                "side_file": None if self.side_file is None else _file_json(self.side_file),
                "side_file_path": self.side_file_path,
                "contributors": [
                    {
                        "module": each.module,
                        "file": _file_json(each.file),
                        "words": dict(each.words),
                    }
                    for each in self.contributors
                ],
                "has_tools": self.has_tools,
                "is_foreign": self.is_foreign,
                "folder": self.folder,
            }
        ).encode()

    @classmethod
    def from_json(cls, data: bytes) -> ModuleState | None:
        """Read a state file; `None` for one that is torn or of another version."""
        try:
            loaded: dict[str, Any] = json.loads(data)
            side_file = loaded["side_file"]
            return cls(
                stamp=loaded["stamp"],
                source=FileState(*loaded["source"]),
                side_file=None if side_file is None else FileState(*side_file),
                side_file_path=loaded["side_file_path"],
                contributors=tuple(
                    Contributor(each["module"], FileState(*each["file"]), dict(each["words"]))
                    for each in loaded["contributors"]
                ),
                has_tools=loaded["has_tools"],
                is_foreign=loaded["is_foreign"],
                folder=loaded["folder"],
            )
        except (ValueError, KeyError, TypeError):
            return None


def _file_json(file: FileState) -> list[str | int]:
    return [file.path, file.mtime_ns, file.size, file.digest]


class States(Protocol):
    """Where the states of modules are kept."""

    def load(self, module: str) -> ModuleState | None:
        """The state of a module, if it has one."""

    def save(self, module: str, state: ModuleState) -> None:
        """Remember a module."""

    def forget(self, module: str) -> None:
        """Remove what is remembered of a module."""

    def modules(self) -> list[str]:
        """All modules that something is remembered of."""
        ...

    def elsewhere(self, module: str) -> Iterator[ModuleState]:
        """The states of a module in the memories for other Pythons and other stores of mypy's cache."""
        ...

    def only_elsewhere(self) -> Iterator[tuple[str, ModuleState]]:
        """What those remember of modules that nothing is remembered of here."""
        ...


class StateFolder:
    """The folder of state files; without one (`--cache-dir=/dev/null`) nothing is remembered."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        # A run asks twice: whether the source still stands, and whether the module is fresh.
        self._read: dict[str, ModuleState] = {}

    def load(self, module: str) -> ModuleState | None:
        """The state of a module, if it has one."""
        if self.path is None:
            return None
        state = self._read.get(module)
        if state is None:
            try:
                # As `Path.read_bytes` in half the time: every run reads all of them.
                with open(f"{self.path}{os.sep}{module}{_SUFFIX}", "rb", buffering=0) as file:
                    state = ModuleState.from_json(file.read())
            except OSError:
                return None
            if state is not None:
                self._read[module] = state
        return state

    def save(self, module: str, state: ModuleState) -> None:
        """Remember a module; a folder that cannot be written only costs a check next time."""
        self._read.pop(module, None)
        if self.path is not None:
            with suppress(OSError):
                replace(self._file(self.path, module), state.to_json())

    def forget(self, module: str) -> None:
        """Remove what is remembered of a module."""
        self._read.pop(module, None)
        if self.path is not None:
            with suppress(OSError):
                self._file(self.path, module).unlink()

    def modules(self) -> list[str]:
        """All modules that something is remembered of."""
        if self.path is None:
            return []
        try:
            names = os.listdir(self.path)
        except OSError:
            return []
        sweep(self.path, names, _SUFFIX)
        return sorted(n.removesuffix(_SUFFIX) for n in names if n.endswith(_SUFFIX))

    def elsewhere(self, module: str) -> Iterator[ModuleState]:
        """The states of a module in the memories for other Pythons and other stores of mypy's cache."""
        for folder in self._others():
            state = folder.load(module)
            if state is not None:
                yield state

    def only_elsewhere(self) -> Iterator[tuple[str, ModuleState]]:
        """What those remember of modules that nothing is remembered of here."""
        own = frozenset(self.modules())
        for folder in self._others():
            for module in folder.modules():
                state = None if module in own else folder.load(module)
                if state is not None:
                    yield module, state

    def _others(self) -> Iterator[StateFolder]:
        if self.path is not None:
            for folder in self.path.parents[2].glob(f"*/{self.path.parent.name}/*"):
                if folder != self.path:
                    yield StateFolder(folder)

    @staticmethod
    def _file(folder: Path, module: str) -> Path:
        return folder / f"{module}{_SUFFIX}"


class StateMemory:
    """What a daemon remembers, with a copy of each side-file, over what batch runs have left.

    It never writes into their folder: a state there speaks of what mypy's own cache holds, and the
    daemon does not write that.
    """

    def __init__(self, folder: StateFolder) -> None:
        self._folder = folder
        self._states: dict[str, ModuleState | None] = {}
        self._copies: dict[str, bytes] = {}

    def load(self, module: str) -> ModuleState | None:
        """The state of a module, if it has one."""
        if module not in self._states:
            state = self._folder.load(module)
            if state is not None:
                self.save(module, state)
            return state
        return self._states[module]

    def save(self, module: str, state: ModuleState) -> None:
        """Remember a module, with a copy of its side-file where that stands as it was written."""
        self._states[module] = state
        if state.side_file is not None:
            with suppress(OSError):
                content = Path(state.side_file.path).read_bytes()
                if hashlib.sha256(content).hexdigest() == state.side_file.digest:
                    self._copies[module] = content

    def copy_of(self, module: str, digest: str) -> bytes | None:
        """The side-file as it was written, if the copy is still the one with that digest."""
        content = self._copies.get(module)
        matches = content is not None and hashlib.sha256(content).hexdigest() == digest
        return content if matches else None

    def forget(self, module: str) -> None:
        """Remove what is remembered of a module."""
        self._states[module] = None
        self._copies.pop(module, None)

    def elsewhere(self, module: str) -> Iterator[ModuleState]:
        """The states of a module in the memories for other Pythons and other stores of mypy's cache."""
        return self._folder.elsewhere(module)

    def only_elsewhere(self) -> Iterator[tuple[str, ModuleState]]:
        """What those remember of modules that nothing is remembered of here."""
        for module, state in self._folder.only_elsewhere():
            if self.load(module) is None:
                yield module, state

    def modules(self) -> list[str]:
        """All modules that something is remembered of."""
        known = {*self._folder.modules(), *self._states}
        return sorted(module for module in known if self.load(module) is not None)
