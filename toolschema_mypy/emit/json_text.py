"""JSON text with two-space indent, as `json.dumps(indent=2, ensure_ascii=False)` writes it.

The standard library's own indenting encoder is pure Python and takes a third of the time of a whole
tool; this one only knows what a side-file holds.
"""

from __future__ import annotations

import math
from json.encoder import encode_basestring

from toolschema_mypy.model.schema import Json


def json_text(value: Json) -> str:
    """The text of *value*.

    Raises:
        ValueError: A number in it is NaN or infinite, which JSON cannot say.
    """
    parts: list[str] = []
    _write(value, "\n", parts)
    return "".join(parts)


def _write(value: Json, newline: str, parts: list[str]) -> None:
    if isinstance(value, str):
        parts.append(encode_basestring(value))
    elif value is None:
        parts.append("null")
    elif value is True:
        parts.append("true")
    elif value is False:
        parts.append("false")
    elif isinstance(value, int):
        parts.append(int.__repr__(value))
    elif isinstance(value, float):
        if not math.isfinite(value):
            message = f"{value} is not JSON compliant"
            raise ValueError(message)
        parts.append(float.__repr__(value))
    elif isinstance(value, dict):
        _write_object(value, newline, parts)
    else:
        _write_array(value, newline, parts)


def _write_object(value: dict[str, Json], newline: str, parts: list[str]) -> None:
    if not value:
        parts.append("{}")
        return
    inner = f"{newline}  "
    separator = f"{{{inner}"
    for key, item in value.items():
        # Most values are texts and objects: asking here saves a call for each.
        if isinstance(item, str):
            parts.append(f"{separator}{encode_basestring(key)}: {encode_basestring(item)}")
        elif isinstance(item, dict):
            parts.append(f"{separator}{encode_basestring(key)}: ")
            _write_object(item, inner, parts)
        else:
            parts.append(f"{separator}{encode_basestring(key)}: ")
            _write(item, inner, parts)
        separator = f",{inner}"
    parts.append(f"{newline}}}")


def _write_array(value: list[Json], newline: str, parts: list[str]) -> None:
    if not value:
        parts.append("[]")
        return
    inner = f"{newline}  "
    separator = f"[{inner}"
    for item in value:
        parts.append(separator)
        _write(item, inner, parts)
        separator = f",{inner}"
    parts.append(f"{newline}]")
