"""A default stands in the schema when it is a JSON value: sentinels, infinity and calls do not."""

import math
from datetime import date

from toolschema_runtime import tool

LIMIT = 3
UNSET = object()


def today() -> date: ...


@tool
def run(
    a: int = LIMIT,
    b: float = math.inf,
    c: object = UNSET,
    d: date = date(2024, 1, 2),
    e: list[int] = [1, 2],
    f: dict[str, int] = {"x": 1},
    g: tuple[int, ...] = (1,),
    h: float = 1,
    i: str = "a" "b",
    j: int = -1,
    k: date | None = None,
    m: date = today(),
) -> None: ...
