"""JSON data for a value whose type was not declared, by what it is at run time."""

from __future__ import annotations

import json
import sys

from toolschema_runtime._decode.faults import render
from toolschema_runtime._decode.limits import DEFAULT_LIMITS
from toolschema_runtime._encode_text import encode_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from toolschema_runtime._decode.faults import Path

_TOO_LARGE: int = 10**DEFAULT_LIMITS.digits
_LARGEST: float = sys.float_info.max


class Misfit(ValueError):
    """The value at *at* is not what the declared type says."""

    def __init__(self, at: Path, expected: str, value: object) -> None:
        self.at = at
        where = render(at)
        place = f"the result at {where}" if where else "the result"
        super().__init__(f"{place}: expected {expected}, got a value of {type(value).__name__}")

    def __reduce__(self) -> tuple[Any, ...]:
        # The value itself stays where it is: it has no JSON form, and perhaps none for a pickle either.
        return _stored, (type(self), self.at, str(self))


def _stored(cls: type[Misfit], at: Path, text: str) -> Misfit:
    misfit = cls.__new__(cls, text)
    misfit.at = at
    return misfit


def encode_untyped(value: Any, at: Path) -> Any:
    """JSON data for *value*; what pydantic knows is written by pydantic.

    Raises:
        Misfit: When it has no JSON form.
    """
    from enum import Enum

    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Enum):
        return encode_untyped(value.value, at)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, int) and has_text(value):
        return int(value)
    if isinstance(value, float) and is_double(value):
        return float(value)
    if isinstance(value, dict):
        return {_key(key, at): encode_untyped(item, (*at, str(key))) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [encode_untyped(item, (*at, index)) for index, item in enumerate(value)]
    if isinstance(value, (set, frozenset)):
        return in_order([encode_untyped(item, at) for item in value])
    text = encode_text(None, value)
    if text is not None:
        return text
    if hasattr(type(value), "__pydantic_serializer__"):
        return encode_untyped(_dumped(value, at), at)
    parts = _parts(value)
    if parts is None:
        raise Misfit(at, "something that has a JSON form", value)
    return {name: encode_untyped(part, (*at, name)) for name, part in parts.items()}


def has_text(value: int) -> bool:
    """Whether Python writes an integer: not when it has more digits than arguments may have either."""
    return -_TOO_LARGE < value < _TOO_LARGE


def is_double(value: float) -> bool:
    """Whether a number is a finite one as a double; a large integer would be an OverflowError to `math.isfinite`."""
    return -_LARGEST <= value <= _LARGEST


def in_order(items: list[Any]) -> list[Any]:
    """The items of a set, the same way each time: by value where they have an order, else by text."""
    kinds = {type(item) for item in items}
    if kinds <= {str} or kinds <= {int, float}:
        return sorted(items)
    return sorted(items, key=lambda item: json.dumps(item, sort_keys=True))


def _key(key: Any, at: Path) -> str:
    plain = encode_untyped(key, at)
    if isinstance(plain, (list, dict)):
        raise Misfit(at, "keys that are text", key)
    return plain if type(plain) is str else json.dumps(plain)


def _dumped(value: Any, at: Path) -> Any:
    """What pydantic writes: its serializers, aliases, computed and excluded fields hold."""
    try:
        if hasattr(value, "model_dump"):
            return value.model_dump(mode="json", by_alias=True)
        # A dataclass of pydantic's.
        return type(value).__pydantic_serializer__.to_python(value, mode="json", by_alias=True)
    except Exception as error:
        raise Misfit(at, "something that pydantic can write", value) from error


def writes_itself(cls: Any, hidden: frozenset[str]) -> bool:
    """Whether pydantic writes *cls* by code, or leaves out fields other than *hidden*.

    mypy has seen to it that a declared class does not; its subclass may, or code newer than the
    side-file.
    """
    said = getattr(cls, "__pydantic_decorators__", None)
    if said is None:
        return False
    if said.field_serializers or said.model_serializers:
        return True
    fields = getattr(cls, "__pydantic_fields__", {})
    return any(field.exclude and name not in hidden for name, field in fields.items())


def _parts(value: Any) -> dict[str, Any] | None:
    cls = type(value)
    if hasattr(cls, "__struct_fields__"):
        return _of_struct(value)
    if hasattr(cls, "__dataclass_fields__"):
        from dataclasses import fields

        # Without the pseudo-fields InitVar and ClassVar.
        names = [field.name for field in fields(cls)]
    elif hasattr(cls, "__attrs_attrs__"):
        names = [attribute.name for attribute in cls.__attrs_attrs__]
    else:
        return None
    return {name: getattr(value, name) for name in names if hasattr(value, name)}


def _of_struct(value: Any) -> dict[str, Any]:
    """As msgspec writes it: with its tag, under the keys that it is renamed to."""
    cls = type(value)
    tag = cls.__struct_config__.tag
    parts = {} if tag is None else {cls.__struct_config__.tag_field: tag}
    for key, name in zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True):
        part = getattr(value, name)
        if not is_unset(part):
            parts[key] = part
    return parts


def is_unset(value: Any) -> bool:
    """Whether it is msgspec's `UNSET`: the key was not sent, and is not sent on."""
    cls = type(value)
    return cls.__name__ == "UnsetType" and cls.__module__ == "msgspec"
