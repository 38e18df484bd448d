"""The error says which condition a plain class fails."""

from abc import ABC, abstractmethod
from typing import Any, Protocol

from toolschema_runtime import tool


class Empty: ...


class Unannotated:
    def __init__(self, a, b: int) -> None:
        self.a, self.b = a, b


class Hidden:
    def __init__(self, a: int) -> None:
        self._a = a


class Stars:
    def __init__(self, *a: int) -> None:
        self.a = a


class Abstract(ABC):
    def __init__(self, a: int) -> None:
        self.a = a

    @abstractmethod
    def run(self) -> None: ...


class Shape(Protocol):
    a: int


class Meta(type): ...


class WithMeta(metaclass=Meta):
    def __init__(self, a: int) -> None:
        self.a = a


class Positional:
    def __init__(self, a: int, /) -> None:
        self.a = a


@tool
def put(
    a: Empty,
    # E: "a" of tool "put" has type "Empty", which cannot be built from JSON: its __init__ takes no parameter  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    b: Unannotated,
    # E: "b" of tool "put" has type "Unannotated", which cannot be built from JSON: its __init__ does not annotate "a"  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    c: Hidden,
    # E: "c" of tool "put" has type "Hidden", which cannot be built from JSON: it has no readable attribute "a" for the parameter of that name  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    d: Stars,
    # E: "d" of tool "put" has type "Stars", which cannot be built from JSON: its __init__ takes *args or **kwargs  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    e: Abstract,
    # E: "e" of tool "put" has type "Abstract", which cannot be built from JSON: it is abstract  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    f: Shape,
    # E: "f" of tool "put" has type "Shape", which cannot be built from JSON: it is a Protocol  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    h: Positional,
    # E: "h" of tool "put" has type "Positional", which cannot be built from JSON: its __init__ takes a positional-only parameter  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    g: WithMeta,
    # E: "g" of tool "put" has type "WithMeta", which cannot be built from JSON: it has a metaclass  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
) -> None: ...
