"""Pydantic models that keep the values of their enums: `ConfigDict(use_enum_values=True)`."""

from __future__ import annotations

from toolschema_runtime._decode.compounds import (
    ArrayNode,
    FixedNode,
    KeyTextNode,
    MapNode,
    ObjectNode,
    OptionalNode,
    UnionNode,
)
from toolschema_runtime._decode.nodes import ChoiceNode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolschema_runtime._decode.nodes import Node


def note_kept_values(node: ObjectNode) -> None:
    """Lets the fields of such a model hold an enum's values; other classes have settings of their own."""
    if getattr(node.cls, "model_config", {}).get("use_enum_values"):
        for field in node.fields:
            _note(field.node)
        if node.extra is not None:
            _note(node.extra)


def _note(node: Node) -> None:
    match node:
        case ChoiceNode():
            node.keeps_values = True
        case OptionalNode(node=inner) | ArrayNode(items=inner) | KeyTextNode(node=inner):
            _note(inner)
        case MapNode(keys=keys, values=values):
            _note(keys)
            _note(values)
        case FixedNode(items=several) | UnionNode(arms=several):
            for each in several:
                _note(each)
        case _:
            pass
