"""A name that a known module lacks is not a matter of type stubs."""

from support.geo import Nowhere  # E: Module "support.geo" has no attribute "Nowhere"  [attr-defined]

from toolschema_runtime import tool


@tool
def go(to: Nowhere) -> None: ...
# E: "to" of tool "go" has a type that mypy does not know  [tool-type]
# N: Annotate it, or annotate Any to admit any value
