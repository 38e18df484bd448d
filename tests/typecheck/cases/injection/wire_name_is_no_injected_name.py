"""A model must never be able to set an injected value: no key may have its name."""

from dataclasses import dataclass
from typing import Annotated

from toolschema_runtime import Inject, Name, tool


@dataclass
class Job:
    url: str
    user: str


@tool
def send(to: Annotated[str, Name("user")], user: Annotated[str, Inject()] = "") -> None: ...
# E: Key "user" of tool "send" is also the name of an injected parameter, which a model must never be able to set  [tool-inject]
# N: Rename one of them


@tool(unpack="job")
def run(job: Job, user: Annotated[str, Inject()] = "") -> None: ...
# E: Key "user" of tool "run" is also the name of an injected parameter, which a model must never be able to set  [tool-inject]
# N: Rename one of them


@tool
def nested(job: Job, user: Annotated[str, Inject()] = "") -> None: ...
