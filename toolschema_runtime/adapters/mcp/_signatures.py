"""A Python signature for arguments that a JSON Schema describes."""

from __future__ import annotations

import keyword
import re
import types
import typing
from inspect import Parameter, Signature

from toolschema_runtime._errors import ToolUsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

_SCALARS: Final[dict[str, Any]] = {
    "string": str,
    "integer": int,
    "number": float,
    "boolean": bool,
    "null": None,
}
# References in a circle, or schemas that a stranger made deep, are Any from here on.
_DEEPEST: Final = 20


class SchemaSignature(typing.NamedTuple):
    """A signature made of a schema.

    Attributes:
        signature: Keyword-only parameters, the required ones first; an optional one has the schema's default,
            else None.
        annotations: What a function of this signature has as `__annotations__`.
        names: The parameters' names -> the names on the wire.
    """

    signature: Signature
    annotations: dict[str, Any]
    names: dict[str, str]

    def arguments(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """Give the arguments of a call on the wire: names mapped back, optional ones that are None left out.

        Args:
            values: What such a function was called with.

        Raises:
            KeyError: If there is no such parameter.
        """
        parameters = self.signature.parameters
        return {
            self.names[name]: value
            for name, value in values.items()
            if value is not None or parameters[name].default is Parameter.empty
        }


def signature_of(schema: Mapping[str, Any]) -> SchemaSignature:
    """Make annotations and a signature for the arguments that a schema describes.

    Names that are no identifiers, or are keywords, are mapped (`from` is `from_`, `user-id` is `user_id`).
    What has no plain annotation is Any; references are followed inside the document alone.

    Args:
        schema: The JSON Schema of the arguments: an object.

    Raises:
        ToolUsageError: If it is no schema of an object.
    """
    root = _resolved(schema, schema)
    properties = root.get("properties", {})
    if root.get("type", "object") != "object" or not isinstance(properties, dict):
        raise ToolUsageError("a signature is made of the schema of an object")
    required = root.get("required", ())
    names = _names(properties)
    parameters = [
        _parameter(name, properties[key], key in required, schema) for name, key in names.items()
    ]
    parameters.sort(key=lambda parameter: parameter.default is not Parameter.empty)
    annotations = {parameter.name: parameter.annotation for parameter in parameters}
    return SchemaSignature(Signature(parameters), annotations, names)


def _parameter(
    name: str, schema: object, is_required: bool, document: Mapping[str, Any]
) -> Parameter:
    annotation = _annotation(schema, document, 0)
    if is_required:
        return Parameter(name, Parameter.KEYWORD_ONLY, annotation=annotation)
    default = schema.get("default") if isinstance(schema, dict) else None
    if default is None:
        annotation = typing.Optional[annotation]  # noqa: UP045  # it may be a forward reference or Any
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _names(keys: Iterable[str]) -> dict[str, str]:
    """An identifier for each key, the key itself where it is one."""
    keys = list(keys)
    names = {key: key for key in keys if _is_name(key)}
    for key in keys:
        if key in names.values():
            continue
        plain = re.sub(r"\W", "_", key)
        name = plain if _is_name(plain) else f"_{plain}" if plain[:1].isdigit() else f"{plain}_"
        while name in names or not _is_name(name):
            name += "_"
        names[name] = key
    # In the schema's order.
    order = {key: index for index, key in enumerate(keys)}
    return dict(sorted(names.items(), key=lambda pair: order[pair[1]]))


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)


def _annotation(schema: object, document: Mapping[str, Any], depth: int) -> Any:
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return typing.Any
    schema = _resolved(schema, document)
    if "const" in schema or "enum" in schema:
        return _literal(schema.get("enum", [schema.get("const")]))
    arms = schema.get("anyOf", schema.get("oneOf"))
    if isinstance(arms, list) and arms:
        return _union([_annotation(arm, document, depth + 1) for arm in arms])
    kinds = schema.get("type")
    if isinstance(kinds, list) and kinds:
        return _union([_of_kind(kind, schema, document, depth) for kind in kinds])
    return _of_kind(kinds, schema, document, depth)


def _of_kind(
    kind: object, schema: Mapping[str, Any], document: Mapping[str, Any], depth: int
) -> Any:
    match kind:
        case "array":
            return types.GenericAlias(
                list, (_annotation(schema.get("items"), document, depth + 1),)
            )
        case "object":
            values = schema.get("additionalProperties") if "properties" not in schema else None
            return types.GenericAlias(dict, (str, _annotation(values, document, depth + 1)))
        case str() if kind in _SCALARS:
            return _SCALARS[kind]
        case _:
            return typing.Any


def _literal(values: object) -> Any:
    """A Literal where each value may stand in one."""
    if not isinstance(values, list) or not values:
        return typing.Any
    if all(value is None or isinstance(value, (str, int)) for value in values):
        return typing.Literal[tuple(values)]
    return typing.Any


def _union(arms: list[Any]) -> Any:
    return typing.Any if typing.Any in arms else typing.Union[tuple(arms)]  # noqa: UP007


def _resolved(schema: Mapping[str, Any], document: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a chain of references inside *document* leads to; `{}` where it leads nowhere."""
    for _ in range(_DEEPEST):
        reference = schema.get("$ref")
        if not isinstance(reference, str):
            return schema
        found: Any = document if reference.startswith("#") else None
        for step in reference[1:].split("/")[1:]:
            key = step.replace("~1", "/").replace("~0", "~")
            found = found.get(key) if isinstance(found, dict) else None
        if not isinstance(found, dict):
            return {}
        schema = found
    return {}
