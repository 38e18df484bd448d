"""The mypy plugin that turns `@tool` functions into side-files: `plugins = ["toolschema_mypy"]`."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy.plugin import Plugin

# mypy drops its cache when this changes; raise it with anything that changes a side-file.
__version__ = "0.1.0"

__all__ = ["plugin"]

# Imported with the first tool and the first docstring that want them, where mypy takes it for a crash.
_WANTED_LATER: Final = ("attrs", "docstring_parser")


def plugin(version: str) -> type[Plugin]:
    """The entry point that mypy calls with its own version.

    Raises:
        SystemExit: mypy is older than 2.4, which does not tell a plugin when a module is done, or
            a package of the extra `mypy` is missing.
    """
    release = version.partition("+")[0]
    numbers = tuple(int(part) for part in release.split(".")[:2] if part.isdigit())
    if numbers < (2, 4):
        raise SystemExit(f"toolschema_mypy needs mypy 2.4 or newer, but this is mypy {version}")
    try:
        from toolschema_mypy.hooks.entry import ToolSchemaPlugin
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] == __name__:
            raise
        raise SystemExit(_needs(error.name)) from error
    for package in _WANTED_LATER:
        if find_spec(package) is None:
            raise SystemExit(_needs(package))
    return ToolSchemaPlugin


def _needs(package: str | None) -> str:
    return f'toolschema_mypy needs the package "{package}": pip install "toolschema-mypy[mypy]"'
