"""The mypy plugin that turns `@tool` functions into side-files: `plugins = ["toolschema_mypy"]`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy.plugin import Plugin

# mypy drops its cache when this changes; raise it with anything that changes a side-file.
__version__ = "0.1.0"

__all__ = ["plugin"]


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
        wanted = f'toolschema_mypy needs the package "{error.name}"'
        raise SystemExit(f'{wanted}: pip install "toolschema-mypy[mypy]"') from error
    return ToolSchemaPlugin
