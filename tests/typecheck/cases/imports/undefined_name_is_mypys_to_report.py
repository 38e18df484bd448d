"""Where mypy has reported the type already, nothing more is printed and the tool is left out."""

from toolschema_runtime import tool


@tool
def show(thing: Thing) -> None: ...  # E: Name "Thing" is not defined  [name-defined]


@tool
def fine(thing: int) -> None: ...
