"""The stamp: whatever else than sources decides what a side-file says."""

from __future__ import annotations

import sys
from importlib.metadata import PackageNotFoundError, version

from mypy.options import Options

from toolschema_mypy import __version__
from toolschema_mypy.emit.side_file import FORMAT_VERSION
from toolschema_mypy.model.settings import Settings


def make_stamp(options: Options, settings: Settings) -> str:
    """A text that differs when the plugin, a setting, or the checked Python does."""
    python = ".".join(map(str, options.python_version))
    try:
        docstring_parser = version("docstring-parser")
    except PackageNotFoundError:
        docstring_parser = ""
    return "/".join(
        (
            str(FORMAT_VERSION),
            __version__,
            settings.digest(),
            python,
            # Which syntax our own parser knows.
            ".".join(map(str, sys.version_info[:2])),
            options.platform,
            docstring_parser,
        )
    )
