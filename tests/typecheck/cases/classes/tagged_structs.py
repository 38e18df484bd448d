"""The tag of a msgspec Struct is a key that must be sent; it tells the arms of a union apart."""

from __future__ import annotations

import msgspec
from toolschema_runtime import tool


class Cat(msgspec.Struct, tag="cat"):
    lives: int = 9


class Dog(msgspec.Struct, tag="dog", tag_field="type", rename="camel"):
    loud_bark: bool


class Named(msgspec.Struct, tag=True):
    name: str


@tool
def feed(pet: Cat | Dog, owner: Named) -> Named:
    return owner
