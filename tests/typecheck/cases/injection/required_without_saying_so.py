"""An injected parameter without a default says so: the message has the mended signature."""

from typing import Annotated

from toolschema_runtime import Inject, tool

Session = Annotated[dict[str, int], Inject()]


@tool
def send(
    to: str,
    user: Annotated[str, Inject()],
    # E: Injected parameter "user" of tool "send" has no default, so a call without it would fail  [tool-inject]
    # N: Give it a default, or write "user: Annotated[str, Inject(required=True)]"
    team: Annotated[int, "the team", Inject("team")],
    # E: Injected parameter "team" of tool "send" has no default, so a call without it would fail  [tool-inject]
    # N: Give it a default, or write "team: Annotated[int, 'the team', Inject('team', required=True)]"
    group: Annotated[int, Inject],
    # E: Injected parameter "group" of tool "send" has no default, so a call without it would fail  [tool-inject]
    # N: Give it a default, or write "group: Annotated[int, Inject(required=True)]"
    maybe: Annotated[int | None, Inject()],
    # E: Injected parameter "maybe" of tool "send" has no default, so a call without it would fail  [tool-inject]
    # N: Give it a default, or write "maybe: Annotated[int | None, Inject(required=True)]"
    flag: Annotated[str, Inject(True)],
    # E: Injected parameter "flag" of tool "send" has no default, so a call without it would fail  [tool-inject]
    # N: Give it a default, or write "flag: Annotated[str, Inject(required=True)]"
    session: Session,
    # E: Injected parameter "session" of tool "send" has no default, so a call without it would fail  [tool-inject]
    # N: Give it a default, or write Inject(required=True) where "Session" is defined
) -> None: ...
