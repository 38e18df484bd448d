"""What `@sees` marks: state of an object that an agent may read, by the records of a side-file."""

from __future__ import annotations

from toolschema_runtime._annotations import is_seen
from toolschema_runtime._definition import packed, unpacked
from toolschema_runtime._encode_result import encode_by
from toolschema_runtime._errors import SideFileError, UnboundToolError
from toolschema_runtime._handlers import attribute_name, layers, static_attribute

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from toolschema_runtime._definition import Source

_REFERENCE = "#/$defs/"


class StateItem:
    """One property or method whose value an agent may read.

    Attributes:
        name: The key in the state.
    """

    __slots__ = ("_instance", "_source", "name")

    def __init__(self, name: str, source: Source, instance: tuple[object] | None) -> None:
        self.name = name
        self._source = source
        # The object, as `(object,)`; None where only its class is known.
        self._instance = instance

    @property
    def qualname(self) -> str:
        """Where it is in its module."""
        return str(self._source.record["qualname"])

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON Schema of the value, with its own `$defs`; a fresh copy."""
        schema: dict[str, Any] = unpacked(packed(self._source.record["returns"]))
        return schema

    def named(self, name: str) -> StateItem:
        """The same under another key."""
        return StateItem(name, self._source, self._instance)

    def read(self) -> Any:
        """The value now, as JSON data by its declared type.

        Raises:
            UnboundToolError: If only the class is known.
            SideFileError: If it is not what was recorded.
            ToolExecutionError: If the value does not fit its declared type.
        """
        if self._instance is None:
            raise UnboundToolError(
                f'state "{self.name}" is read from an object: use ToolRegistry.for_instance(object)'
            )
        target = self._instance[0]
        owner, _, attribute = self.qualname.rpartition(".")
        base = next(
            (
                cls
                for cls in type(target).__mro__
                if cls.__qualname__ == owner and cls.__module__ == self._source.module
            ),
            None,
        )
        attribute = attribute_name(base, attribute)
        if base is None or not _is_marked(static_attribute(base, attribute)):
            raise SideFileError(f'"{self.qualname}" is not marked with @sees; run mypy again')
        value = getattr(target, attribute)
        if self._source.receiver == "method":
            value = value()
        return encode_by(self._source, self.name, value)


def state_schema(items: Iterable[StateItem]) -> dict[str, Any]:
    """One closed object schema for the values of *items*; definitions of one name stay apart."""
    properties: dict[str, Any] = {}
    definitions: dict[str, Any] = {}
    for item in items:
        schema = item.schema
        own: dict[str, Any] = schema.pop("$defs", {})
        names = {
            name: _free_name(name, {**definitions, **own})
            for name, body in own.items()
            if definitions.get(name, body) != body
        }
        properties[item.name] = _with_names(schema, names)
        for name, body in own.items():
            definitions[names.get(name, name)] = _with_names(body, names)
    schema = {
        "type": "object",
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }
    return {**schema, "$defs": definitions} if definitions else schema


def _is_marked(target: Any) -> bool:
    """Whether a property, or the function inside it, was given to `sees`."""
    return any(map(is_seen, layers(target, "fget", "func", "__wrapped__")))


def _free_name(name: str, taken: dict[str, Any]) -> str:
    number = 2
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def _with_names(value: Any, names: dict[str, str]) -> Any:
    """*value* with its references to definitions renamed."""
    if not names:
        return value
    if isinstance(value, list):
        return [_with_names(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    renamed = {key: _with_names(item, names) for key, item in value.items()}
    target = value.get("$ref")
    if isinstance(target, str) and target.startswith(_REFERENCE):
        name = target.removeprefix(_REFERENCE)
        renamed["$ref"] = _REFERENCE + names.get(name, name)
    return renamed
