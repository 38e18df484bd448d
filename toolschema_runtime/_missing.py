"""Why there may be no side-file: a checklist that rules out what it can."""

from __future__ import annotations

import os

_CONFIGURATIONS = ("mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg")
_PLUGIN = "toolschema_mypy"


def checklist(module: str, path: str | None) -> str:
    """What to look at when *module* has no side-file at *path*."""
    if path is None:
        return f'"{module}" has no source file of its own, so it has no side-file'
    lines = [f'no side-file for "{module}": {path} does not exist']
    if "site-packages" in path or "dist-packages" in path or ".zip" in path:
        lines.append("- is it shipped? the wheel must hold *.toolschema.json as package data")
    else:
        configuration = _configuration_above(os.path.dirname(path))
        if configuration is None:
            lines.append(f'- is the plugin on? mypy\'s settings need plugins = ["{_PLUGIN}"]')
        lines.append("- was mypy run over this module, and does it have a @tool?")
        if configuration is not None:
            lines.append(f"- {configuration} names the plugin; if it sets output, give directory=")
    return "\n".join(lines)


def _configuration_above(folder: str) -> str | None:
    while True:
        for name in _CONFIGURATIONS:
            path = os.path.join(folder, name)
            try:
                with open(path, encoding="utf-8", errors="replace") as file:
                    if _PLUGIN in file.read():
                        return path
            except OSError:
                continue
        parent = os.path.dirname(folder)
        if parent == folder:
            return None
        folder = parent
