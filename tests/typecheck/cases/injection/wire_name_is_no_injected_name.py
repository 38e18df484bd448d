"""A model must never be able to set an injected value: no key may have its name."""

from typing import Annotated

from typing_extensions import TypedDict, Unpack

from toolschema_runtime import Inject, Name, tool


class Options(TypedDict, total=False):
    depth: int
    user: str


@tool
def send(to: Annotated[str, Name("user")], user: Annotated[str, Inject()] = "") -> None: ...
# E: Key "user" of tool "send" is also the name of an injected parameter, which a model must never be able to set  [tool-inject]
# N: Rename one of them
