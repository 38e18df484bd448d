"""Why there may be no side-file: a checklist that rules out what it can."""

from __future__ import annotations

import os

_CONFIGURATIONS = ("mypy.ini", ".mypy.ini", "pyproject.toml", "setup.cfg")
_PLUGIN = "toolschema_mypy"


def module_meant(path: str) -> str:
    """Which module was probably meant by the path of a file or folder, as a question; `""` if none was."""
    path = path.replace("\\", "/").removeprefix("./").removesuffix("/").removesuffix(".py")
    parts = path.split("/")
    is_name = all(part.isidentifier() for step in parts for part in step.split("."))
    return f'; did you mean "{".".join(parts)}"?' if is_name else ""


def nothing_below(package: str) -> str:
    """What to look at when neither *package* nor a module in it has a side-file."""
    return (
        f'no module of "{package}" has a side-file: is the plugin on in mypy\'s settings '
        f'(plugins = ["{_PLUGIN}"]), was mypy run over them, and does one have a @tool?'
    )


def checklist(module: str, path: str | None, *, is_package: bool = False) -> str:
    """What to look at when *module* has no side-file at *path*."""
    below = f'the modules below it are found by ToolRegistry.discover("{module}")'
    if path is None:
        text = f'"{module}" has no source file of its own, so it has no side-file'
        return f"{text}; {below}" if is_package else text
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
    if is_package:
        lines.append(f"- {below}")
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
