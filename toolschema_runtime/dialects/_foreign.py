"""What hardly any but schemas of strangers have: other drafts, references to anywhere, `true` and `false`.

Our own side-files never come here.
"""

from __future__ import annotations

import re

from toolschema_runtime.dialects._rewriting import (
    DEEPEST,
    Document,
    Rule,
    as_object,
    escape,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from toolschema_runtime.dialects._rewriting import Schema

_CORE = "https://json-schema.org/draft/2020-12/json-schema-core"
_MIGRATION = "https://json-schema.org/draft/2020-12/release-notes"

# fmt: off
NO_TARGET: Final = Rule(
    "JS01", "any", "reject", "`$ref` whose target is not in the document",
    "any value is asked for there; put the target under `$defs`", "A", f"{_CORE}#section-8.2.3.1",
)
OTHER_PLACE: Final = Rule(
    "JS02", "any", "rewrite", "`$ref` to a place outside `$defs`, to an anchor, or to the whole document",
    "the target becomes a definition under `$defs`", "A", f"{_CORE}#section-8.2.4",
)
OTHER_DRAFT: Final = Rule(
    "JS03", "any", "rewrite", "an older draft's `items` list, `additionalItems`, `dependencies`, boolean `exclusiveMinimum`",
    "2020-12's words for the same", "A", _MIGRATION,
)
TOO_DEEP: Final = Rule(
    "JS04", "any", "reject", f"more than {DEEPEST} levels",
    "any value is asked for below; make it flatter", "A", "https://www.rfc-editor.org/rfc/rfc8259#section-9",
)
PLACE_NAMES: Final = Rule(
    "JS05", "any", "drop", "`$schema`, `$id`, `$anchor`, `$dynamicAnchor`",
    "is left out; references are by place", "A", f"{_CORE}#section-8.2",
)
NOT_AN_OBJECT: Final = Rule(
    "JS06", "any", "reject", "root of another type than object",
    "an object without keys is asked for; arguments are always an object", "A",
    "https://github.com/diegosouzapw/OmniRoute/issues/3360",
)
NO_ITEMS: Final = Rule(
    "JS07", "any", "rewrite", "array that has no items: `items: false` alone",
    "`maxItems: 0`, since few readers know a schema that is `false`", "A", f"{_CORE}#section-10.3.1.2",
)
FOREIGN_RULES: Final = (
    NO_TARGET, OTHER_PLACE, OTHER_DRAFT, TOO_DEEP, PLACE_NAMES, NOT_AN_OBJECT, NO_ITEMS,
)
# fmt: on

_ONE: Final = frozenset(
    (
        "additionalItems",
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
_MANY: Final = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
_NAMED: Final = frozenset(("dependentSchemas", "patternProperties", "properties"))
# Holding places, and what only means something beside them once references are resolved.
_PLACE_NAMES: Final = frozenset(("$anchor", "$dynamicAnchor", "$id", "$schema"))
_DROPPED: Final = _PLACE_NAMES | {"$defs", "definitions"}


def canonical(schema: Schema) -> Document:
    """Return the document in 2020-12, every `$ref` naming something under `$defs` of the root."""
    changes = Document({})
    mover = _Mover(schema, changes)
    root = mover.moved(schema, "", "", 0)
    definitions = mover.definitions()
    if definitions:
        root["$defs"] = definitions
    return Document(root, changes.changes)


class _Mover:
    """Copies a document, taking every target of a reference to `$defs`."""

    def __init__(self, source: Schema, changes: Document) -> None:
        self._source = source
        self._note = changes.note
        self._anchors: dict[tuple[str, str], str] = {}
        self._resources: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()
        self._pending: list[str] = []
        self._index(source, "", "", 0)

    def definitions(self) -> dict[str, Schema]:
        """The targets met so far and, in turn, theirs."""
        done: dict[str, Schema] = {}
        while self._pending:
            pointer = self._pending.pop()
            name = self._names[pointer]
            found = as_object(self._lookup(pointer))
            done[name] = self.moved(found, f"/$defs/{name}", self._base_of(pointer), 0)
        return {name: done[name] for name in self._names.values()}

    def _index(self, node: Any, at: str, base: str, depth: int) -> None:
        """Remember where `$id`, `$anchor` and `$dynamicAnchor` stand."""
        if not isinstance(node, dict) or depth > DEEPEST:
            return
        identifier = node.get("$id")
        if isinstance(identifier, str):
            base = at
            self._resources[identifier.removesuffix("#")] = at
        for keyword in ("$anchor", "$dynamicAnchor"):
            if isinstance(node.get(keyword), str):
                self._anchors[base, node[keyword]] = at
        for place, child in children(node):
            self._index(child, f"{at}/{place}", base, depth + 1)

    def _base_of(self, pointer: str) -> str:
        """The nearest enclosing place with an `$id`, which its references start from."""
        bases = [
            at for at in self._resources.values() if pointer == at or pointer.startswith(f"{at}/")
        ]
        return max(bases, key=len, default="")

    def _lookup(self, pointer: str) -> Any:
        node: Any = self._source
        for part in pointer.split("/")[1:]:
            part = part.replace("~1", "/").replace("~0", "~")
            if isinstance(node, list) and part.isdecimal() and int(part) < len(node):
                node = node[int(part)]
            elif isinstance(node, dict) and part in node:
                node = node[part]
            else:
                return None
        return node

    def _target(self, reference: Any, base: str) -> str | None:
        """The pointer that a reference means, or None where there is no such schema in the document."""
        if not isinstance(reference, str):
            return None
        resource, _, fragment = reference.partition("#")
        if resource:
            if resource not in self._resources:
                return None
            base = self._resources[resource]
        fragment = _unquoted(fragment)
        if fragment and not fragment.startswith("/"):
            return self._anchors.get((base, fragment))
        pointer = base + fragment
        return pointer if isinstance(self._lookup(pointer), (dict, bool)) else None

    def _name(self, pointer: str) -> str:
        if pointer not in self._names:
            last = pointer.rsplit("/", 1)[-1] or "root"
            wanted = re.sub(r"[^A-Za-z0-9_.-]", "_", last.replace("~1", "/").replace("~0", "~"))
            name, count = wanted, 1
            while name in self._taken:
                count += 1
                name = f"{wanted}_{count}"
            self._names[pointer] = name
            self._taken.add(name)
            self._pending.append(pointer)
        return self._names[pointer]

    def moved(self, node: Schema, at: str, base: str, depth: int) -> Schema:
        """Copy a schema, its references renamed and its words those of 2020-12."""
        if depth > DEEPEST:
            self._note(at, TOO_DEEP)
            return {}
        if isinstance(node.get("$id"), str):
            base = self._resources[node["$id"].removesuffix("#")]
        if not _PLACE_NAMES.isdisjoint(node):
            self._note(at, PLACE_NAMES)
        result = {k: v for k, v in self._modern(node, at).items() if k not in _DROPPED}
        for keyword in ("$recursiveRef", "$dynamicRef", "$ref"):
            if keyword in result:
                self._refer(result, result.pop(keyword), at, base)
        for keyword, value in result.items():
            here = f"{at}/{keyword}"
            if keyword in _ONE and isinstance(value, dict):
                result[keyword] = self.moved(value, here, base, depth + 1)
            elif keyword in _MANY and isinstance(value, list):
                result[keyword] = [
                    self.moved(as_object(item), f"{here}/{index}", base, depth + 1)
                    for index, item in enumerate(value)
                ]
            elif keyword in _NAMED and isinstance(value, dict):
                result[keyword] = {
                    name: self.moved(as_object(item), f"{here}/{escape(name)}", base, depth + 1)
                    for name, item in value.items()
                }
        return result

    def _refer(self, node: Schema, reference: Any, at: str, base: str) -> None:
        pointer = self._target(reference, base)
        if pointer is None:
            self._note(at, NO_TARGET)
            return
        name = self._name(pointer)
        if pointer != f"/$defs/{name}":
            self._note(at, OTHER_PLACE)
        node["$ref"] = f"#/$defs/{name}"

    def _modern(self, node: Schema, at: str) -> Schema:
        new = dict(node)
        if isinstance(new.get("items"), list):
            new["prefixItems"] = new.pop("items")
            if "additionalItems" in new:
                new["items"] = new["additionalItems"]
        new.pop("additionalItems", None)
        for exclusive, bound in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
            if new.get(exclusive) is True and bound in new:
                new[exclusive] = new.pop(bound)
            elif isinstance(new.get(exclusive), bool):
                del new[exclusive]
        dependencies = new.pop("dependencies", None)
        if isinstance(dependencies, dict):
            names = {k: v for k, v in dependencies.items() if isinstance(v, list)}
            schemas = {k: v for k, v in dependencies.items() if not isinstance(v, list)}
            if names:
                new["dependentRequired"] = {**names, **new.get("dependentRequired", {})}
            if schemas:
                new["dependentSchemas"] = {**schemas, **new.get("dependentSchemas", {})}
        if new != node:
            self._note(at, OTHER_DRAFT)
        if new.get("items") is False and "prefixItems" not in new:
            del new["items"]
            new["maxItems"] = 0
            self._note(at, NO_ITEMS)
        return new


def _unquoted(fragment: str) -> str:
    """A fragment without percent signs; urllib would be slow to import."""
    if "%" not in fragment:
        return fragment
    raw = re.sub(
        rb"%([0-9A-Fa-f]{2})", lambda found: bytes((int(found[1], 16),)), fragment.encode()
    )
    return raw.decode(errors="replace")


def children(node: Schema) -> list[tuple[str, Any]]:
    """The schemas directly in a node, of any draft, with their place as a pointer from it."""
    found: list[tuple[str, Any]] = []
    for keyword, value in node.items():
        if isinstance(value, dict):
            if keyword in _ONE:
                found.append((keyword, value))
            elif keyword in _NAMED or keyword in ("$defs", "definitions", "dependencies"):
                found += [(f"{keyword}/{escape(name)}", child) for name, child in value.items()]
        elif isinstance(value, list) and (keyword in _MANY or keyword == "items"):
            found += [(f"{keyword}/{index}", child) for index, child in enumerate(value)]
    return found
