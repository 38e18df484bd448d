"""Names imported under TYPE_CHECKING, and quoted ones, are resolved."""

from typing import TYPE_CHECKING, Annotated

from toolschema_runtime import Describe, tool

if TYPE_CHECKING:
    from datetime import date

    from support.geo import Latitude, Point


@tool
def go(
    to: "Point",
    via: "list[Point] | None" = None,
    day: "Annotated[date, Describe('of departure')] | None" = None,
    lat: "Latitude" = 0.0,
) -> "Point | None": ...
