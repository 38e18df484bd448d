"""What a tool returned, as JSON data by its declared type."""

from __future__ import annotations

import json

from toolschema_runtime._decode.compounds import (
    ArrayNode,
    FixedNode,
    KeyTextNode,
    MapNode,
    ObjectNode,
    OptionalNode,
    RefNode,
    UnionNode,
    is_unique,
)
from toolschema_runtime._decode.nodes import (
    AnyNode,
    BoolNode,
    ChoiceNode,
    FloatNode,
    IntNode,
    Node,
    NullNode,
    ScalarClassNode,
    StrNode,
    TextNode,
)
from toolschema_runtime._encode_text import encode_text
from toolschema_runtime._encode_untyped import (
    Misfit,
    encode_untyped,
    has_text,
    in_order,
    is_double,
    is_unset,
    writes_itself,
)
from toolschema_runtime._errors import SideFileError
from toolschema_runtime._running import fail

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from toolschema_runtime._decode.faults import Path
    from toolschema_runtime._definition import Source, ToolDefinition


def encode_result(definition: ToolDefinition, value: object, call_id: str | None = None) -> Any:
    """JSON data for *value*, by the plan of the tool's result; errors name the call, if there is one.

    Raises:
        ToolExecutionError: When the value does not fit the declared type; it names tool and path.
            Also what a lazy result raises, such as an iterator, which runs here.
        ToolCallRefused: When such a result refuses.
        SideFileError: When a class that the plan names is not what was recorded.
    """
    return encode_by(definition._source, definition.name, value, call_id)


def encode_by(source: Source, name: str, value: object, call_id: str | None = None) -> Any:
    """As `encode_result`, by the record of a tool or of state, called *name* in errors."""
    node = source.returns
    try:
        return encode(AnyNode() if node is None else node, value, ())
    except SideFileError:
        raise
    except BaseException as error:  # noqa: BLE001  # an iterator, a property: code of the user's
        fail(error, name, call_id)


def encode(node: Node, value: Any, at: Path, *, is_exact: bool = False) -> Any:
    """JSON data for *value* by *node*.

    Args:
        node: The plan.
        value: What a tool gave.
        at: Where it stands in the result.
        is_exact: Whether a bool is no int here and a datetime no date, though they derive from them.

    Raises:
        Misfit: When the value does not fit.
    """
    match node:
        case RefNode(target=target):
            return encode(target, value, at, is_exact=is_exact)
        case OptionalNode(node=inner):
            return None if value is None else encode(inner, value, at, is_exact=is_exact)
        case NullNode() if value is None:
            return None
        case BoolNode() if value is True or value is False:
            return value
        case IntNode() | FloatNode() | TextNode() if is_exact and _is_of_a_subtype(node, value):
            pass
        case IntNode(bounds=bounds) if isinstance(value, int):
            if has_text(value) and (bounds is None or bounds.admit(int(value))):
                return int(value)
        case FloatNode(bounds=bounds) if isinstance(value, (int, float)):
            if is_double(value) and (bounds is None or bounds.admit(value)):
                return int(value) if isinstance(value, int) else float(value)
        case StrNode(rules=rules) if isinstance(value, str):
            if rules is None or rules.admit(value):
                return str.__str__(value)
        case TextNode(kind=kind):
            text = encode_text(kind, value)
            if text is not None and _admits(node, text, value):
                return text
        case ChoiceNode():
            return _encode_choice(node, value, at)
        case ScalarClassNode(base=base):
            return encode(base, value, at, is_exact=is_exact)
        case ArrayNode() if _is_iterable(value):
            return _encode_items(node, value, at, is_exact=is_exact)
        case FixedNode(items=several) if isinstance(value, tuple) and len(value) == len(several):
            pairs = enumerate(zip(several, value, strict=True))
            return [encode(item, part, (*at, i), is_exact=is_exact) for i, (item, part) in pairs]
        case MapNode() if _is_mapping(value):
            return _encode_map(node, value, at, is_exact=is_exact)
        case ObjectNode():
            return _encode_object(node, value, at, is_exact=is_exact)
        case UnionNode(arms=arms):
            return _encode_first(arms, node, value, at, is_exact=is_exact)
        case AnyNode():
            return encode_untyped(value, at)
        case _:
            pass
    raise _misfit(node, value, at)


def _is_of_a_subtype(node: IntNode | FloatNode | TextNode, value: object) -> bool:
    if isinstance(node, TextNode):
        return node.kind == "date" and hasattr(value, "hour")  # a datetime
    return isinstance(value, bool)


def _misfit(node: Node, value: object, at: Path) -> Misfit:
    return Misfit(at, node.expected, value)


def _admits(node: TextNode, text: str, value: object) -> bool:
    return (node.rules is None or node.rules.admit(text)) and (
        node.bounds is None or node.bounds.admit(value)
    )


def _encode_choice(node: ChoiceNode, value: Any, at: Path) -> Any:
    for (_, sent), meant in node.table.items():
        if meant is value or (type(meant) is type(value) and meant == value):
            return sent
        if node.keeps_values:
            kept = getattr(meant, "value", meant)
            if type(kept) is type(value) and kept == value:
                return sent
    raise _misfit(node, value, at)


def _encode_items(node: ArrayNode, value: Iterable[Any], at: Path, *, is_exact: bool) -> list[Any]:
    pairs = enumerate(value)
    items = [encode(node.items, item, (*at, i), is_exact=is_exact) for i, item in pairs]
    if not node.size.admits(len(items)) or (node.is_unique and not is_unique(items)):
        raise _misfit(node, value, at)
    return in_order(items) if isinstance(value, (set, frozenset)) else items


def _encode_map(node: MapNode, value: Any, at: Path, *, is_exact: bool) -> dict[str, Any]:
    if not node.size.admits(len(value)):
        raise _misfit(node, value, at)
    pairs = [(_encode_key(node.keys, key, at), item) for key, item in value.items()]
    return {key: encode(node.values, item, (*at, key), is_exact=is_exact) for key, item in pairs}


def _is_iterable(value: object) -> bool:
    return hasattr(value, "__iter__") and not isinstance(value, (str, bytes, bytearray, dict))


def _is_mapping(value: object) -> bool:
    return isinstance(value, dict) or (hasattr(value, "keys") and hasattr(value, "items"))


def _encode_key(node: Node, key: Any, at: Path) -> str:
    if isinstance(node, KeyTextNode):
        plain = encode(node.node, key, at)
        return plain if type(plain) is str else json.dumps(plain)
    text = encode(node, key, at)
    return text if type(text) is str else json.dumps(text)


def _encode_object(node: ObjectNode, value: Any, at: Path, *, is_exact: bool) -> dict[str, Any]:
    is_dict = isinstance(node.cls, type) and issubclass(node.cls, dict)
    if is_dict != isinstance(value, dict) or not (is_dict or isinstance(value, node.cls)):
        raise _misfit(node, value, at)
    if writes_itself(type(value), node.hidden):
        raise Misfit(at, "what pydantic writes field by field, without hiding any", value)
    parts = dict(value) if is_dict else _attributes(node, value)
    if is_dict:
        for name in node.hidden:
            parts.pop(name, None)
    result: dict[str, Any] = {}
    for field in node.fields:
        if field.attribute in parts:
            part = parts.pop(field.attribute)
            result[field.key] = encode(field.node, part, (*at, field.key), is_exact=is_exact)
        elif not field.is_optional:
            raise Misfit((*at, field.key), field.node.expected, None)
    if parts and node.extra is None:
        raise Misfit(at, "no further keys", value)
    for key, item in parts.items():
        result[key] = encode(node.extra or AnyNode(), item, (*at, key), is_exact=is_exact)
    return result


def _attributes(node: ObjectNode, value: Any) -> dict[str, Any]:
    parts: dict[str, Any] = {}
    for field in node.fields:
        if field.is_tag and isinstance(field.node, ChoiceNode):
            parts[field.attribute] = field.node.values[0]
            continue
        # A plain class may keep what it was built with to itself.
        for name in (field.attribute, f"_{field.attribute}"):
            if hasattr(value, name):
                part = getattr(value, name)
                if not is_unset(part):
                    parts[field.attribute] = part
                break
    parts.update(getattr(value, "model_extra", None) or {})
    return parts


def _encode_first(
    arms: tuple[Node, ...], node: Node, value: Any, at: Path, *, is_exact: bool
) -> Any:
    """By the first arm that takes it; an arm of its own type comes before one of a type above that."""
    deepest: Misfit | None = None
    for exactly in (True,) if is_exact else (True, False):
        for arm in arms:
            try:
                return encode(arm, value, at, is_exact=exactly)
            except Misfit as misfit:
                if len(misfit.at) > len(at if deepest is None else deepest.at):
                    deepest = misfit
    if deepest is not None:
        raise deepest
    raise _misfit(node, value, at)
