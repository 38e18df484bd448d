"""`unpack=` gives a parameter's fields as keys of the tool; their names must be free (C51)."""

from dataclasses import dataclass

from toolschema_runtime import tool


@dataclass
class Job:
    """A job.

    Attributes:
        url: what to fetch
    """

    url: str
    width: int = 800


@tool(unpack="job")
def resize(job: Job) -> str: ...


@tool(unpack="job")
def resize_twice(job: Job, width: int) -> str: ...
# E: Two parameters of tool "resize_twice" are called "width" by the model  [tool-name]
# N: Give one of them another Name(...)


@tool(unpack="task")
def wrong(job: Job) -> str: ...
# E: unpack="task" of tool "wrong" names no parameter of a class with fields  [tool-signature]
# N: Name a parameter annotated with a dataclass, a TypedDict or a model


@tool(unpack="count")
def no_fields(count: int) -> str: ...
# E: unpack="count" of tool "no_fields" names no parameter of a class with fields  [tool-signature]
# N: Name a parameter annotated with a dataclass, a TypedDict or a model
