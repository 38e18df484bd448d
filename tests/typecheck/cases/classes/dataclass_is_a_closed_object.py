"""A dataclass is a closed object; what its constructor demands is required (C28, C45)."""

from dataclasses import dataclass, field

from toolschema_runtime import tool


@dataclass
class Cond:
    """What to look for."""

    id: int
    scale: float = 1.5
    label: str = "x"
    tags: list[str] = field(default_factory=list)
    hidden: int = field(default=0, init=False)


@tool
def orders(cond: Cond) -> list[str]: ...
