"""Values that are no JSON scalars, or that `auto()` makes, are listed by name."""

from enum import Enum, auto

from toolschema_runtime import tool


class Shape(Enum):
    SQUARE = (1, 1)
    WIDE = (2, 1)


class Step(Enum):
    FIRST = auto()
    SECOND = auto()


class Mixed(Enum):
    TEXT = "t"
    NUMBER = 1


@tool
def draw(shape: Shape, step: Step = Step.FIRST, mixed: Mixed = Mixed.NUMBER) -> None: ...
