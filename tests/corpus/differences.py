"""Where two normal forms differ, each difference with a kind that a verdict can be given on."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tests.corpus.normal_form import Arm, Form

Path: TypeAlias = "tuple[str, ...]"

# What our dialects add to a description where a schema has no `default`.
_DEFAULT_IN_WORDS = re.compile(r"\s*\bDefault (?:(?!\bDefault ).)+\.\Z")


@dataclass(frozen=True)
class Difference:
    """One difference at *path*: its kind, and what either side says (JSON text, or a name)."""

    kind: str
    path: Path
    ours: str
    theirs: str

    @property
    def place(self) -> str:
        return ".".join(self.path) or "(root)"


def differences(ours: Form, theirs: Form, path: Path = ()) -> Iterator[Difference]:
    """Every difference between two forms, from the root down.

    Kinds read `<what>: only ours`, `<what>: only theirs`, `<what>: differs` or `type: <ours> /
    <theirs>`, with `, nested` added below the parameters of a tool; those of texts say more, see
    `text_difference`.
    """
    if ours.admits_anything == theirs.admits_anything:
        yield from _sets(path, "null", _null(ours), _null(theirs))
    yield from _mappings(path, ours.words, theirs.words)
    if _types(ours) != _types(theirs):
        kind = _kind_of_types(ours, theirs)
        yield Difference(_nested(kind, path), path, _types(ours), _types(theirs))
    for our_arm, their_arm in _pairs(ours.arms, theirs.arms):
        yield from _arm_differences(our_arm, their_arm, path)


def text_difference(what: str, path: Path, ours: str, theirs: str) -> Iterator[Difference]:
    """How two texts for a reader differ.

    White space alone is a kind of its own, and so is one that leaves words of the other out
    (`ours has more`, `theirs has more`), with the rest in order.
    """
    if ours == theirs:
        return
    our_words, their_words = ours.split(), theirs.split()
    if our_words == their_words:
        kind = f"white space of {what}: differs"
    elif not our_words or not their_words:
        kind = f"{what}: only {'ours' if our_words else 'theirs'}"
    elif _is_within(our_words, their_words):
        kind = f"{what}: theirs has more"
    elif _is_within(their_words, our_words):
        kind = f"{what}: ours has more"
    else:
        kind = f"{what}: differs"
    yield Difference(_nested(kind, path), path, ours, theirs)


def _is_within(words: Iterable[str], others: Iterable[str]) -> bool:
    remaining = iter(others)
    return all(word in remaining for word in words)


def _arm_differences(ours: Arm, theirs: Arm, path: Path) -> Iterator[Difference]:
    yield from _mappings(path, ours.keywords, theirs.keywords)
    closed = "closed" if path else "closed root"
    yield from _sets(path, closed, _closed(ours), _closed(theirs))
    for name in sorted(ours.properties.keys() ^ theirs.properties.keys()):
        side = "ours" if name in ours.properties else "theirs"
        below = (*path, name)
        yield Difference(_nested(f"property: only {side}", below), below, *_named(name, side))
    for name in sorted(ours.properties.keys() & theirs.properties.keys()):
        below = (*path, name)
        yield from _sets(below, "required", ours.required & {name}, theirs.required & {name})
        yield from differences(ours.properties[name], theirs.properties[name], below)
    if ours.extra is not None and theirs.extra is not None:
        yield from differences(ours.extra, theirs.extra, (*path, "*"))
    if ours.items is not None and theirs.items is not None:
        yield from differences(ours.items, theirs.items, (*path, "[]"))
    if len(ours.prefix) != len(theirs.prefix):
        counts = str(len(ours.prefix)), str(len(theirs.prefix))
        yield Difference(_nested("prefixItems: differs", path), path, *counts)
    for index, (our_item, their_item) in enumerate(zip(ours.prefix, theirs.prefix, strict=False)):
        yield from differences(our_item, their_item, (*path, f"[{index}]"))


def _mappings(
    path: Path, ours: Mapping[str, str], theirs: Mapping[str, str]
) -> Iterator[Difference]:
    """Keywords that one side has alone, or that differ."""
    for key in sorted(ours.keys() | theirs.keys()):
        if key == "description" and _adds_default(ours, theirs):
            kind = _nested("default: ours in the description", path)
            yield Difference(kind, path, ours[key], theirs.get(key, ""))
        elif key not in theirs:
            yield Difference(_nested(f"{key}: only ours", path), path, ours[key], "")
        elif key not in ours:
            yield Difference(_nested(f"{key}: only theirs", path), path, "", theirs[key])
        elif key == "description":
            yield from text_difference(key, path, json.loads(ours[key]), json.loads(theirs[key]))
        elif ours[key] != theirs[key]:
            yield Difference(_nested(f"{key}: differs", path), path, ours[key], theirs[key])


def _adds_default(ours: Mapping[str, str], theirs: Mapping[str, str]) -> bool:
    """Whether our description is theirs and a default that nothing else says."""
    text, other = (json.loads(side.get("description", '""')) for side in (ours, theirs))
    own = _DEFAULT_IN_WORDS.sub("", text)
    is_same = own.rstrip(".").split() == other.rstrip(".").split()
    return "default" not in ours and own != text and is_same


def _sets(
    path: Path, what: str, ours: Iterable[str], theirs: Iterable[str]
) -> Iterator[Difference]:
    """What only one side has, of things that are there or not."""
    for name in sorted(set(ours) ^ set(theirs)):
        side = "ours" if name in set(ours) else "theirs"
        yield Difference(_nested(f"{what}: only {side}", path), path, *_named(name, side))


def _named(name: str, side: str) -> tuple[str, str]:
    return (name, "") if side == "ours" else ("", name)


def _null(form: Form) -> frozenset[str]:
    return frozenset({"null"} if form.is_nullable else ())


def _closed(arm: Arm) -> frozenset[str]:
    return frozenset({"closed"} if arm.type == "object" and arm.extra is None else ())


def _types(form: Form) -> str:
    return "|".join(arm.type for arm in form.arms) or "null"


def _kind_of_types(ours: Form, theirs: Form) -> str:
    # Every integer is a number: the same values are admitted.
    plain = [arm for arm in theirs.arms if arm.type == "integer" and not arm.keywords]
    rest = [arm.type for arm in theirs.arms if arm not in plain]
    if plain and "number" in rest and rest == [arm.type for arm in ours.arms]:
        return "integer beside number: only theirs"
    return f"type: {_types(ours)} / {_types(theirs)}"


def _nested(kind: str, path: Path) -> str:
    return f"{kind}, nested" if len(path) > 1 else kind


def _pairs(ours: Iterable[Arm], theirs: Iterable[Arm]) -> Iterator[tuple[Arm, Arm]]:
    """Equal arms, then arms of one type in their order; arms that only one side has stay out."""
    our_arms, their_arms = list(ours), list(theirs)
    for arm in [arm for arm in our_arms if arm in their_arms]:
        if arm in their_arms:
            our_arms.remove(arm)
            their_arms.remove(arm)
    for arm in our_arms:
        same = next((their for their in their_arms if their.type == arm.type), None)
        if same is not None:
            their_arms.remove(same)
            yield arm, same
