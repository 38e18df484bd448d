"""Classes, aliases and constants that cases import."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Literal

from annotated_types import Ge, Le

from toolschema_runtime import Describe

LIMIT = 90
UNIT = "degrees"


class Hemisphere(Enum):
    """Half of a globe."""

    NORTH = "n"
    SOUTH = "s"


@dataclass
class Point:
    """A place on the map.

    Attributes:
        lat: degrees north
        lon: degrees east
    """

    lat: float
    lon: float = 0.0
    tags: list[str] = field(default_factory=list)


Latitude = Annotated[float, Ge(-LIMIT), Le(LIMIT), Describe(f"in {UNIT}")]
Mode = Literal["walk", "drive"]
