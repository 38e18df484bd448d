"""An injected parameter is no property, and its type is never given a schema (C111)."""

from typing import Annotated, Any

from toolschema_runtime import Inject, tool


class Session:
    def __init__(self, *args: Any) -> None: ...


@tool
def note(text: str, state: Annotated[dict[str, Any], Inject("state", required=True)]) -> str: ...


@tool
def send(
    to: str,
    *,
    user_id: Annotated[str | None, Inject()] = None,
    session: Annotated[Session, Inject] = Session(),
) -> None: ...
