"""`Field(exclude=True)` and `serialization_alias` are pydantic's rules for what is written: for results."""

from dataclasses import dataclass
from typing import Annotated, TypedDict

from pydantic import BaseModel, Field, SecretStr
from pydantic import dataclasses as pydantic_dataclasses
from toolschema_runtime import Name, tool


class Inner(BaseModel):
    kept: int = Field(default=0, exclude=True)


class User(BaseModel):
    name: str = Field(serialization_alias="fullName", validation_alias="called")
    mail: str = Field(alias="e-mail")
    age: int = Field(default=0, validation_alias="years")
    note: Annotated[str, Name("remark"), Field(serialization_alias="n")] = ""
    token: str = Field(default="t0ken", exclude=True)
    # Has no JSON form of ours, and needs none.
    key: Annotated[SecretStr | None, Field(exclude=True)] = None
    inner: Inner
    shown: int = Field(default=0, exclude=False)


class Ask(BaseModel):
    name: str = Field(serialization_alias="fullName")
    token: str = Field(default="t0ken", exclude=True)


class Row(TypedDict):
    id: int
    secret: Annotated[str, Field(exclude=True)]


@dataclass
class Plain:
    id: int
    secret: Annotated[str, Field(exclude=True)] = ""


@pydantic_dataclasses.dataclass
class Checked:
    id: int
    secret: str = Field(default="", exclude=True)


@tool
def find() -> User: ...


@tool
def rows() -> list[Row]: ...


@tool
def plain() -> Plain: ...


@tool
def checked() -> Checked: ...


@tool
def ask(who: Ask) -> None:
    """What is sent is another matter."""
