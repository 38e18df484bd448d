"""References, conjunction and choice, for which Gemini's `parameters` has few words."""

from __future__ import annotations

from toolschema_runtime.dialects._gemini_rules import ALL_OF, LOWERED, ONE_OF
from toolschema_runtime.dialects._merging import all_merged, conjunction, reference_replaced
from toolschema_runtime.dialects._moves import one_of_as_any_of, types_as_union, union_alone
from toolschema_runtime.dialects._rewriting import Rule, without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from toolschema_runtime.dialects._rewriting import Document, Schema

_GITHUB = "https://github.com"
_SDK = f"{_GITHUB}/googleapis/python-genai"
_PARAMETERS: Final = "parameters"

# A table of rules reads best as a table.
# fmt: off
REFERENCE: Final = Rule(
    "GE04", _PARAMETERS, "rewrite", "`$ref`", "its target is written in its place",
    "A", f"{_GITHUB}/tashfeenahmed/freellmapi/issues/97",
)
RECURSION: Final = Rule(
    "GE05", _PARAMETERS, "reroute", "recursion, or references that grow too large when written out",
    "the tool goes as `parametersJsonSchema`", "A", _SDK,
)
BESIDE_UNION: Final = Rule(
    "GE09", _PARAMETERS, "rewrite", "demands beside `anyOf`", "move into its arms",
    "A", f"{_GITHUB}/BerriAI/litellm/issues/11164",
)
BESIDE_UNION_KEPT: Final = Rule(
    "GE09", _PARAMETERS, "reroute", "demands beside `anyOf` that do not join with its arms",
    "the tool goes as `parametersJsonSchema`", "A", f"{_GITHUB}/BerriAI/litellm/issues/11164",
)
ALL_OF_KEPT: Final = Rule(
    "GE15", _PARAMETERS, "reroute", "`allOf` that no one schema can say", "the tool goes as `parametersJsonSchema`",
    "A", _SDK,
)
RULES: Final = (REFERENCE, RECURSION, BESIDE_UNION, BESIDE_UNION_KEPT, ALL_OF_KEPT)
# fmt: on


def drawn(node: Schema, at: str, document: Document, *, staying: frozenset[str]) -> Schema:
    """Return the node with what it refers to or is made of drawn into it; an `allOf` that cannot be stays.

    *staying* are the keywords beside a reference that go before those of its target.
    """
    while True:
        if "$ref" in node:
            if document.is_recursive(node["$ref"]) or not document.may_expand(at, node["$ref"]):
                document.note(at, RECURSION)
                return {"type": "object"}
            document.note(at, REFERENCE)
            node = reference_replaced(node, document, staying=staying)
        elif "allOf" in node:
            new = all_merged(node, document, at)
            document.note(at, ALL_OF_KEPT if new is node else ALL_OF)
            if new is node:
                return node
            node = new
        elif "oneOf" in node:
            node = one_of_as_any_of(node, at, document, ONE_OF)
        else:
            return node


def types_parted(node: Schema, at: str, document: Document, rule: Rule) -> Schema:
    """Write a list of types as `anyOf`, or leave it out where there is another choice already."""
    new = types_as_union(node, at, document, rule)
    if new is not node:
        return new
    document.note(at, BESIDE_UNION_KEPT)
    return without(node, "type")


def arm_joined(node: Schema, arm: Schema, at: str, document: Document) -> Schema:
    """Join the one arm of a choice with what stands beside it, or leave it out where they do not join."""
    new = conjunction(node, arm)
    if new is not None:
        return new
    document.note(at, BESIDE_UNION_KEPT)
    return node


def demands_joined(node: Schema, at: str, document: Document, *, staying: frozenset[str]) -> Schema:
    """Move what stands beside `anyOf`, other than *staying* and what is lowered, into its arms."""
    staying = staying | {"uniqueItems"} | LOWERED.keys()
    node = union_alone(node, at, document, BESIDE_UNION, staying=staying)
    if "anyOf" in node and not staying.issuperset(without(node, "anyOf", "$defs")):
        document.note(at, BESIDE_UNION_KEPT)
    return node
