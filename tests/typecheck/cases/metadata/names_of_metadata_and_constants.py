"""Named metadata, constants of other modules, concatenations and f-strings are evaluated."""

from typing import Annotated, Final

import support.geo as geo
from annotated_types import Le
from pydantic import Field
from support.geo import LIMIT

from toolschema_runtime import Describe, tool

POSITIVE = Field(gt=0)
MOST: Final = LIMIT // 2
TEXT = "in " + geo.UNIT


@tool
def turn(
    by: Annotated[int, POSITIVE, Le(MOST)],
    to: Annotated[float, Le(geo.LIMIT), TEXT] = 1.5,
    over: Annotated[float, Describe(f"at most {MOST} " "really")] = 2,
) -> None: ...
