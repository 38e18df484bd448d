"""What compiled decoders call: nodes where these are rare or quicker, and the choice between alternatives."""

from __future__ import annotations

from toolschema_runtime._decode.faults import INVALID, Faults

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from toolschema_runtime._decode.compounds import ObjectNode
    from toolschema_runtime._decode.nodes import Node


class Mismatch(Exception):
    """The value does not fit this part of the plan; another arm of a union may still take it."""


def interpreted(node: Node) -> Callable[[Any], Any]:
    """A node's own decoding, for what is rare or is quicker so."""

    def decode(value: Any) -> Any:
        result = node.decode(value, (), Faults())
        if result is INVALID:
            raise Mismatch
        return result

    return decode


def built(node: ObjectNode) -> Callable[[dict[str, Any]], Any]:
    """The constructor of *node*, given decoded values by name."""

    def build(values: dict[str, Any]) -> Any:
        result = node.build(node, values, (), Faults())
        if result is INVALID:
            raise Mismatch
        return result

    return build


def first_of(arms: tuple[Callable[[Any], Any], ...]) -> Callable[[Any], Any]:
    def choose(value: Any) -> Any:
        for arm in arms:
            try:
                return arm(value)
            except Mismatch:
                continue
        raise Mismatch

    return choose


def by_tag(
    tag: str,
    pairs: tuple[tuple[Any, Callable[[Any], Any]], ...],
    arms: tuple[Callable[[Any], Any], ...],
) -> Callable[[Any], Any]:
    table = dict(pairs)
    untagged = first_of(arms)

    def choose(value: Any) -> Any:
        if type(value) is not dict or tag not in value:
            return untagged(value)
        name = value[tag]
        if type(name) is list or type(name) is dict:
            raise Mismatch
        arm = table.get((type(name) is bool, name))
        if arm is None:
            raise Mismatch
        return arm(value)

    return choose
