"""Classes whose instances hold something else than their constructors take."""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from typing import Annotated, Generic, TypeVar

import attrs
from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic.dataclasses import dataclass as checked

from toolschema_runtime import Name, sees, tool

T = TypeVar("T")


@checked
class Query:
    size: int = Field(alias="pageSize")
    limit: int = Field(default=10, validation_alias="maxItems")
    total: int = Field(default=0, init=False)

    @field_validator("limit")
    @classmethod
    def small(cls, value: int) -> int:
        if value > 5:
            raise ValueError("at most 5")
        return value


@checked
class Swapped:
    a: int = Field(alias="b")
    b: int = Field(alias="a")


@checked(config=ConfigDict(validate_by_name=True, validate_by_alias=False))
class Named:
    a: int = Field(alias="aa")
    b: Annotated[int, Name("own")] = Field(default=1, alias="bb")


class NamedModel(BaseModel):
    model_config = ConfigDict(validate_by_name=True, validate_by_alias=False)
    a: int = Field(alias="aa")
    b: Annotated[int, Name("own")] = Field(default=1, validation_alias="bb")

    @field_validator("b")
    @classmethod
    def small(cls, value: int) -> int:
        if value > 5:
            raise ValueError("at most 5")
        return value


@dataclass
class Total:
    net: int
    gross: int = field(init=False)

    def __post_init__(self) -> None:
        self.gross = self.net * 2


@dataclass
class Login:
    user: str
    code: InitVar[int]
    pepper: InitVar[str] = "secret"
    digest: str = field(init=False, default="")

    def __post_init__(self, code: int, pepper: str) -> None:
        NamedModel.model_validate({"a": code, "b": code})
        self.digest = f"{code} {pepper}"


def halved(value: str) -> int:
    return len(value) // 2


@attrs.define
class Sheet(Generic[T]):
    ext: str = attrs.field(alias="extension")
    half: int = attrs.field(converter=halved)
    _hidden: int = attrs.field(default=1, alias="shown")
    _under: int = 2
    held: T = attrs.field(init=False)


class Desk:
    @property
    @sees
    def total(self) -> Total:
        return Total(4)


@tool
def query(x: Query) -> Query:
    return x


@tool
def swapped(x: Swapped) -> Swapped:
    return x


@tool
def named(x: Named) -> Named:
    return x


@tool
def named_model(x: NamedModel) -> NamedModel:
    return x


@tool
def total(x: Total) -> Total:
    return x


@tool
def login(x: Login) -> Login:
    return x


@tool
def sheet(ext: str) -> Sheet[int]:
    made: Sheet[int] = Sheet(extension=ext, half="abcd")
    made.held = 3
    return made
