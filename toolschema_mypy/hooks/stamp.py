"""The stamp: whatever else than sources decides what a side-file says."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from mypy.options import Options

from toolschema_mypy import __version__
from toolschema_mypy.emit.files import FORMAT_VERSION
from toolschema_mypy.model.settings import Settings


def make_stamp(options: Options, settings: Settings) -> str:
    """A text that differs when the plugin, a setting, or the checked Python does."""
    return "/".join(
        (
            str(FORMAT_VERSION),
            __version__,
            settings.digest(),
            ".".join(map(str, options.python_version)),
            # Which syntax our own parser knows.
            ".".join(map(str, sys.version_info[:2])),
            options.platform,
            *_reachability(options),
            _installed("docstring_parser"),
        )
    )


def _reachability(options: Options) -> Iterator[str]:
    """What single modules take for true or false: mypy checks those again, but not who reads their words."""
    for pattern, changes in sorted(options.per_module_options.items()):
        for option in ("always_true", "always_false"):
            if option in changes:
                yield f"{pattern}:{option}={changes[option]}"


def _installed(package: str) -> str:
    """When a package was installed; `importlib.metadata` would take 10 ms to say its version."""
    spec = find_spec(package)
    origin = None if spec is None else spec.origin
    return "" if origin is None else str(os.stat(origin).st_mtime_ns)
