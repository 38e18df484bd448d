"""Every level of a parameter is built as its class; a TypedDict stays a dict (C48, C50)."""

from dataclasses import dataclass

from typing_extensions import TypedDict

from toolschema_runtime import tool


@dataclass
class Edit:
    old: str
    new: str


class Meta(TypedDict):
    author: str


class Outer:
    @dataclass
    class Inner:
        edits: list[Edit]


@tool
def patch(edits: list[Edit], meta: Meta | None = None, inner: Outer.Inner | None = None) -> int: ...
