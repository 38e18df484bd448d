"""By which arms of a union an object that none takes is explained: a tag that it has tells, with a default or without."""

from __future__ import annotations

from toolschema_runtime._decode.compounds import MapNode, ObjectNode, RefNode
from toolschema_runtime._decode.faults import INVALID, Faults
from toolschema_runtime._decode.nodes import ChoiceNode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, TypeAlias

    from toolschema_runtime._decode.compounds import Field
    from toolschema_runtime._decode.faults import Path
    from toolschema_runtime._decode.nodes import Node

    # The literals of each arm that has a key, with what that arm found wrong.
    Having: TypeAlias = list[tuple[ChoiceNode, Faults]]


def chosen(arms: list[tuple[Node, Faults]], sent: dict[str, Any], at: Path) -> list[Faults]:
    """What the arms found wrong that the tag of *sent* chooses; if it chooses none, which tags there are.

    A tag is a key that is declared as literals wherever it is declared.  Without one, all arms are chosen.
    """
    for key, having in sorted(_tags(arms, sent), key=_overlap):
        place = (*at, key)
        fitting = [
            found
            for literals, found in having
            if literals.decode(sent[key], place, Faults()) is not INVALID
        ]
        if fitting:
            return fitting
        if len(having) == len(arms):
            every = dict.fromkeys(each for literals, _ in having for each in literals.table)
            unknown = Faults()
            ChoiceNode([(value, value) for _, value in every]).decode(sent[key], place, unknown)
            return [unknown]
    return [found for _, found in arms]


def _tags(arms: list[tuple[Node, Faults]], sent: dict[str, Any]) -> Iterator[tuple[str, Having]]:
    fields = [(_fields(arm), found) for arm, found in arms]
    for key, value in sent.items():
        having: Having = []
        for known, found in fields:
            if known is None:
                return
            field = known.get(key)
            if field is None:
                continue
            if not isinstance(field.node, ChoiceNode) or (value is None and field.null_is_default):
                break
            having.append((field.node, found))
        else:
            # A key with the same literals everywhere tells nothing.
            if len({frozenset(literals.table) for literals, _ in having}) > 1 or len(having) == 1:
                yield key, having


def _fields(arm: Node) -> dict[str, Field] | None:
    """The keys that *arm* declares; None where these depend on the object."""
    target = arm.target if isinstance(arm, RefNode) else arm
    if isinstance(target, ObjectNode):
        return target.keys
    return {} if isinstance(target, MapNode) else None


def _overlap(tag: tuple[str, Having]) -> tuple[int, int]:
    """The smaller, the better a key tells arms apart: most have it, and few share a literal."""
    tables = [literals.table for literals, _ in tag[1]]
    return -len(tables), sum(map(len, tables)) - len(set().union(*tables))
