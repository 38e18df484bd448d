"""pydantic models: Field, aliases, extra, nested models with a text of their own (C34, C47)."""

from typing import Annotated, Optional

from pydantic import BaseModel, ConfigDict, Field

from toolschema_runtime import tool


class Address(BaseModel):
    """A postal address."""

    street: str
    zip: str = Field(pattern=r"^\d{5}$", alias="zipCode")


class Person(BaseModel):
    """Somebody.

    Attributes:
        name: full name
    """

    model_config = ConfigDict(extra="forbid")

    name: str
    home: Address = Field(description="where they live")
    age: Annotated[int, Field(ge=0)] = 0
    nick: Optional[str] = None
    tags: list[str] = Field(default_factory=list)
    _secret: int = 1


class Open(BaseModel, extra="allow"):
    a: int = Field(..., title="A")


class Q(BaseModel):
    text: str | None = None


@tool
def mail(p: Person) -> None: ...


@tool
def run(q: Q, open: Open) -> Q: ...


class Defaults(BaseModel):
    """A default in the metadata is one too; one behind the field stands before it."""

    limit: Annotated[int, Field(default=3)]
    page: Annotated[int | None, Field(default=None)]
    names: Annotated[list[str], Field(default_factory=list)]
    size: Annotated[int, Field(default=3)] = 4
    depth: Annotated[int, Field(default=5)] = Field(description="How deep")
    all: Annotated[int, Field(default=..., ge=1)]


@tool
def find(defaults: Defaults) -> None: ...
