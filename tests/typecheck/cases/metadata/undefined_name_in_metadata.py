"""mypy does not look into Annotated, so a name that does not exist is ours to report."""

from typing import Annotated

from toolschema_runtime import tool


@tool
def turn(
    by: Annotated[int, Gt(0)],
    # E: Name "Gt" in the metadata of "by" of tool "turn" is not defined  [tool-metadata]
    # N: Define or import it; mypy itself does not look into Annotated
    to: Annotated[str, LIMIT],
    # E: Name "LIMIT" in the metadata of "to" of tool "turn" is not defined  [tool-metadata]
    # N: Define or import it; mypy itself does not look into Annotated
) -> None: ...
