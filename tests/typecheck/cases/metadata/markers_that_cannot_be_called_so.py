"""Our own markers are called as Python takes them, which mypy does not check inside `Annotated`."""

from __future__ import annotations

from typing import Annotated

from toolschema_runtime import Describe, Inject, Name, tool


@tool
def wrong(
    text: Annotated[str, Describe(description="what to say")],
    # E: The metadata Describe(...) of "text" of tool "wrong" has arguments that it does not take  [tool-metadata]
    # N: Write Describe("…"); mypy itself does not look into Annotated
    to: Annotated[str, Describe("who", "hears it")],
    # E: The metadata Describe(...) of "to" of tool "wrong" has arguments that it does not take  [tool-metadata]
    # N: Write Describe("…"); mypy itself does not look into Annotated
    tags: list[Annotated[str, Describe()]],
    # E: The metadata Describe(...) of "tags[]" of tool "wrong" has arguments that it does not take  [tool-metadata]
    # N: Write Describe("…"); mypy itself does not look into Annotated
    from_: Annotated[str, Name(name="from")],
    # E: The metadata Name(...) of "from_" of tool "wrong" has arguments that it does not take  [tool-metadata]
    # N: Write Name("…"); mypy itself does not look into Annotated
    user: Annotated[str, Inject(requird=True)],
    # E: The metadata Inject(...) of "user" of tool "wrong" has arguments that it does not take  [tool-metadata]
    # N: Write Inject() or Inject(required=True); mypy itself does not look into Annotated
    group: Annotated[str, Inject(default="all")] = "all",
    # E: The metadata Inject(...) of "group" of tool "wrong" has arguments that it does not take  [tool-metadata]
    # N: Write Inject() or Inject(required=True); mypy itself does not look into Annotated
) -> None: ...
