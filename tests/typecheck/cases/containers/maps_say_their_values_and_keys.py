"""dict and Mapping are objects; the keys of JSON are text, which typed keys are read from (C62)."""

from collections.abc import Mapping
from datetime import date
from enum import Enum
from typing import Literal
from uuid import UUID

from toolschema_runtime import tool


class Zone(Enum):
    EU = "eu"
    US = "us"


@tool
def stamp(
    opts: dict[str, str] | None = None,
    scores: Mapping[str, list[int]] = {},
    by_zone: dict[Zone, int] = {},
    by_mode: dict[Literal["a", "b"], int] = {},
    by_number: dict[int, str] = {},
    by_id: dict[UUID, str] = {},
    by_day: dict[date, str] = {},
) -> None: ...
