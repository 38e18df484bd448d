"""Two fields of a class that have one key in JSON are an error, in a parameter and in a result."""

from dataclasses import dataclass
from typing import Annotated

from pydantic import BaseModel, Field
from typing_extensions import TypedDict

from toolschema_runtime import Name, tool


@dataclass
class Line:
    a: Annotated[int, Name("k")]
    k: int


class Row(TypedDict):
    a: Annotated[int, Name("k")]
    k: int


class Model(BaseModel):
    a: int = Field(serialization_alias="k")
    k: int


@tool
def add(lines: list[Line]) -> None: ...
# E: Two fields of "Line" of tool "add" are called "k" in JSON  [tool-name]
# N: Give one of them another Name(...)


@tool
def put(row: Row) -> None: ...
# E: Two fields of "Row" of tool "put" are called "k" in JSON  [tool-name]
# N: Give one of them another Name(...)


@tool
def get(model: Model) -> Model:
    # E: Two fields of "Model" of tool "get" are called "k" in JSON  [tool-name]
    # N: Give one of them another Name(...)
    return model
