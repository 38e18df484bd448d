"""Classes, aliases and constants of other modules carry their words and bounds along."""

from support.geo import Hemisphere, Latitude, Mode, Point

from toolschema_runtime import tool


@tool
def go(to: Point, via: list[Point], half: Hemisphere, lat: Latitude, mode: Mode = "walk") -> Point: ...
