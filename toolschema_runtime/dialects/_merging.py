"""Conjunction and choice of schemas, written as one schema."""

from __future__ import annotations

from toolschema_runtime.dialects._rewriting import (
    DEEPEST,
    WORDS,
    as_object,
    has_type,
    without,
)
from toolschema_runtime.dialects._wording import described

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, Final

    from toolschema_runtime.dialects._rewriting import Document, Schema

_LEAST: Final = frozenset(("maximum", "exclusiveMaximum", "maxItems", "maxLength", "maxProperties"))
_MOST: Final = frozenset(("minimum", "exclusiveMinimum", "minItems", "minLength", "minProperties"))


class _Conflict(Exception):
    """Two schemas that no one schema without `allOf` stands for."""


class _Nothing(_Conflict):
    """Two schemas that no value fits both of."""


def conjunction(first: Schema, second: Schema) -> Schema | None:
    """Return one schema that admits what both admit, the words of *first* going before; None if there is none."""
    try:
        return _both(first, second)
    except _Conflict:
        return None


def joined_arms(arms: Iterable[Schema], beside: Schema) -> list[Schema] | None:
    """Return each arm of a union with what stands beside it, but for arms that no value fits then.

    None where an arm and the rest are no one schema, or no arm is left.
    """
    joined = []
    for arm in arms:
        try:
            joined.append(_both(arm, beside))
        except _Nothing:
            continue
        except _Conflict:
            return None
    return joined or None


def _both(first: Schema, second: Schema) -> Schema:
    _keep_closed(first, second)
    _keep_closed(second, first)
    # What is drawn in goes before the words around it: `type` first is how people read.
    result: Schema = {}
    for keyword, value in second.items():
        both = keyword in first
        result[keyword] = _both_values(keyword, first[keyword], value) if both else value
    return _fitting({**result, **{k: v for k, v in first.items() if k not in result}})


def _fitting(node: Schema) -> Schema:
    """Keep the values that have the node's type."""
    if "type" not in node or node.keys().isdisjoint(("enum", "const")):
        return node
    kinds = node["type"] if isinstance(node["type"], list) else [node["type"]]
    if "const" in node and not has_type(node["const"], kinds):
        raise _Nothing
    if "enum" not in node:
        return node
    values = [value for value in node["enum"] if has_type(value, kinds)]
    if not values:
        raise _Nothing
    return {**node, "enum": values}


def _keep_closed(closed: Schema, other: Schema) -> None:
    """A key that only *other* declares may be one that *closed* refuses."""
    if closed.get("additionalProperties", True) in (True, {}):
        return
    undeclared = other.get("properties", {}).keys() - closed.get("properties", {}).keys()
    if undeclared or "patternProperties" in closed or "patternProperties" in other:
        raise _Conflict


def _both_values(keyword: str, first: Any, second: Any) -> Any:
    if keyword in WORDS or _same(first, second):
        return first
    if keyword in _LEAST:
        return min(first, second)
    if keyword in _MOST:
        return max(first, second)
    match keyword:
        case "type":
            return _both_types(first, second)
        case "enum":
            return [value for value in first if any(_same(value, other) for other in second)]
        case "required":
            return list(dict.fromkeys([*first, *second]))
        case "properties" | "$defs":
            shared = {name: _inner(first[name], second[name]) for name in first if name in second}
            return {**first, **second, **shared}
        case "additionalProperties" | "items" | "propertyNames":
            if False in (first, second):
                return False
            return _inner(first, second)
        case "uniqueItems":
            return first or second
        case _:
            return _conflict()


def _inner(first: Any, second: Any) -> Schema:
    """Both of two schemas further in: that no value fits there says nothing of the whole."""
    try:
        return _both(as_object(first), as_object(second))
    except _Nothing as error:
        raise _Conflict from error


def _same(first: Any, second: Any) -> bool:
    # In JSON, true is not 1.
    return first == second and isinstance(first, bool) == isinstance(second, bool)


def _both_types(first: Any, second: Any) -> Any:
    firsts = [first] if isinstance(first, str) else list(first)
    seconds = [second] if isinstance(second, str) else list(second)
    kinds = [kind for kind in firsts if kind in seconds]
    if ("number" in firsts and "integer" in seconds) or (
        "integer" in firsts and "number" in seconds
    ):
        kinds += [] if "integer" in kinds or "number" in kinds else ["integer"]
    if not kinds:
        raise _Nothing
    return kinds[0] if len(kinds) == 1 else kinds


def _conflict() -> Any:
    raise _Conflict


def merged(
    node: Schema, definitions: Mapping[str, Schema], *, through: Iterable[str] = ()
) -> Schema:
    """Return the node with its `$ref` and `allOf` drawn into it, or unchanged where that cannot be.

    Args:
        node: A schema of a canonical document.
        definitions: What its references name.
        through: The references on the way to it, which are not followed again.
    """
    try:
        return _drawn(node, definitions, frozenset(through), {})
    except _Conflict:
        return node


def _drawn(
    node: Schema,
    definitions: Mapping[str, Schema],
    through: frozenset[str],
    done: dict[str, Schema],
) -> Schema:
    """*done* holds the targets that were drawn already: conjunctions within conjunctions name them again."""
    parts: list[Schema] = []
    if "$ref" in node:
        reference = node["$ref"]
        if reference in through or len(through) > DEEPEST:
            raise _Conflict
        if reference not in done:
            target = definitions[reference.removeprefix("#/$defs/")]
            done[reference] = _drawn(target, definitions, through | {reference}, done)
        parts.append(done[reference])
    parts += [_drawn(as_object(arm), definitions, through, done) for arm in node.get("allOf", ())]
    result = without(node, "$ref", "allOf")
    for part in parts:
        result = _both(result, part)
    return result


def any_of(schemas: list[Schema]) -> Schema:
    """The schema that admits what any of these admits."""
    distinct = [schema for index, schema in enumerate(schemas) if schema not in schemas[:index]]
    return distinct[0] if len(distinct) == 1 else {"anyOf": distinct}


def shallow_references(node: Schema) -> list[str]:
    """The references that are drawn into a node when it is merged."""
    found = [
        reference
        for arm in node.get("allOf", ())
        for reference in shallow_references(as_object(arm))
    ]
    return [*found, node["$ref"]] if "$ref" in node else found


def all_merged(node: Schema, document: Document, at: str) -> Schema:
    """Return the node without `allOf`, or unchanged where no one schema says the same.

    A reference that leads back to itself is not drawn in, since its target would hold it again.
    """
    arms, rest = node["allOf"], without(node, "allOf")
    if not isinstance(arms, list):
        return node
    if len(arms) == 1 and WORDS.issuperset(rest):
        return {**as_object(arms[0]), **rest}
    drawn = shallow_references(node)
    if any(map(document.is_recursive, drawn)) or not document.may_expand(at, *drawn):
        return node
    return merged(node, document.definitions)


def reference_joined(node: Schema, document: Document, at: str) -> Schema:
    """Return a reference with demands beside it as one schema, or with the demands in words."""
    beside = without(node, "$ref")
    if not document.is_recursive(node["$ref"]) and document.may_expand(at, node["$ref"]):
        new = merged(node, document.definitions)
        if new is not node:
            return new
    words = {keyword: value for keyword, value in beside.items() if keyword in WORDS}
    return described({"anyOf": [{"$ref": node["$ref"]}], **words}, without(beside, *words))


def reference_replaced(node: Schema, document: Document, *, staying: frozenset[str]) -> Schema:
    """Return what a reference leads to, with the demands beside it; in words, where they do not join.

    *staying* are the keywords that go before those of the target then.
    """
    new = merged(node, document.definitions)
    if new is not node:
        return new
    target = document.resolve(node["$ref"])
    stay = {keyword: value for keyword, value in node.items() if keyword in staying}
    return described({**target, **stay}, without(node, "$ref", *stay))
