"""Reads the project's settings from the configuration file that mypy uses, without mypy."""

from __future__ import annotations

import configparser
import json
import re
import sys
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, TypeVar, get_args

from toolschema_mypy.model.settings import (
    DEFAULT_SETTINGS,
    DocstringChecks,
    EnumStyle,
    Format,
    NaiveDatetime,
    Nullable,
    Refs,
    Settings,
)

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_T = TypeVar("_T")
# Names of sections that were meant for us, whatever stands between their parts.
_MISTAKEN: Final = frozenset(
    prefix + name
    for prefix in ("", "tool_")
    for name in ("toolschema", "tool_schema", "toolschema_mypy", "toolschema_runtime")
)


def read_settings(config_file: str | None) -> tuple[Settings, tuple[str, ...]]:
    """Read the settings beside mypy's own.

    Args:
        config_file: The path that mypy read its options from, if it found one.

    Returns:
        The settings, and a line for each entry that is unknown or has a wrong value, in the manner
        of mypy's own lines; for these the default holds.
    """
    if config_file is None:
        return DEFAULT_SETTINGS, ()
    path = Path(config_file)
    accepted: dict[str, Any] = {}
    is_toml = path.suffix == ".toml"
    own = "tool.toolschema" if is_toml else "toolschema"
    sections = _toml_sections(path) if is_toml else _ini_sections(path)
    complaints = [
        f'{config_file}: [{name}]: Unrecognized section (did you mean "[{own}]"?)'
        for name in sections
        if name != own and re.sub(r"\W", "_", name.lower()) in _MISTAKEN
    ]
    prefix = f"{config_file}: [{own}]: "
    entries = sections.get(own, {})
    if not isinstance(entries, Mapping):
        return DEFAULT_SETTINGS, (*complaints, f"{prefix}Not a table: {entries}")
    for key, value in entries.items():
        try:
            accepted[key] = _read(key, value, path.parent)
        except _WrongSettingError as wrong:
            complaints.append(f"{prefix}{wrong}")
    return Settings(**accepted), tuple(complaints)


class _WrongSettingError(Exception):
    """Raised when an entry cannot be used; the text goes behind the section's name."""


class _IniText(str):
    """A value of an ini file, which has no quotes."""

    __slots__ = ()


def _ini_sections(path: Path) -> Mapping[str, object]:
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, configparser.Error):
        # mypy has read the same file and has said what is wrong with it.
        return {}
    return {
        name: {key: _IniText(value) for key, value in section.items()}
        for name, section in parser.items()
    }


def _toml_sections(path: Path) -> Mapping[str, object]:
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError):
        # As above.
        return {}
    tools = document.get("tool")
    inner = tools.items() if isinstance(tools, dict) else ()
    return {**document, **{f"tool.{name}": section for name, section in inner}}


def _read(key: str, value: object, folder: Path) -> object:
    if key not in _READERS:
        shown = value if isinstance(value, _IniText) else json.dumps(value, default=str)
        raise _WrongSettingError(f"Unrecognized option: {key} = {shown}{_nearest(key, _READERS)}")
    try:
        read = _READERS[key](value)
    except _WrongSettingError as wrong:
        raise _WrongSettingError(f"{key}: {wrong}") from None
    return folder / read if isinstance(read, Path) else read


def _folder(value: object) -> Path:
    if not isinstance(value, str) or not value.strip():
        raise _WrongSettingError("Not the path of a folder")
    if isinstance(value, _IniText) and value[0] in "\"'":
        raise _WrongSettingError(f"Not the path of a folder: {value} (without quotes here)")
    return Path(value.strip()).expanduser()


def _truth(value: object) -> bool:
    if isinstance(value, bool):
        return value
    stated = configparser.RawConfigParser.BOOLEAN_STATES.get(str(value).lower())
    if stated is None:
        raise _WrongSettingError(f"Not a boolean: {value}")
    return stated


def _choice(choices: tuple[str, ...]) -> Callable[[object], str]:
    def read(value: object) -> str:
        if value in choices:
            return str(value)
        listed = ", ".join(f'"{choice}"' for choice in choices)
        raise _WrongSettingError(
            f'invalid choice "{value}" (choose from {listed}){_nearest(str(value), choices)}'
        )

    return read


def _each(read: Callable[[object], _T]) -> Callable[[object], tuple[_T, ...]]:
    def read_all(value: object) -> tuple[_T, ...]:
        match value:
            case str():
                # As mypy does: by commas or, in an ini file, by lines.
                parts = [part.strip() for part in value.replace("\n", ",").split(",")]
                return tuple(read(part) for part in parts if part)
            case list():
                return tuple(read(part) for part in value)
            case _:
                raise _WrongSettingError(f"Not a list: {value}")

    return read_all


def _dotted_name(value: object) -> str:
    if isinstance(value, str) and all(part.isidentifier() for part in value.split(".")):
        return value
    raise _WrongSettingError(f'Not a dotted name: "{value}"')


def _nearest(text: str, known: Mapping[str, object] | tuple[str, ...]) -> str:
    nearest = get_close_matches(text.replace("-", "_").lower(), list(known), n=1)
    return f' (did you mean "{nearest[0]}"?)' if nearest else ""


_READERS: Final[Mapping[str, Callable[[object], object]]] = {
    "output": _folder,
    "nullable": _choice(get_args(Nullable)),
    "enum": _choice(get_args(EnumStyle)),
    "refs": _choice(get_args(Refs)),
    "omit_null": _truth,
    "inject_types": _each(_dotted_name),
    "docstrings": _choice(get_args(DocstringChecks)),
    "naive_datetime": _choice(get_args(NaiveDatetime)),
    "targets": _each(_choice(get_args(Format))),
}
