"""State is written by the same rules as a result."""

from dataclasses import InitVar, dataclass, field

from pydantic import BaseModel, Field, field_serializer
from toolschema_runtime import sees


class Account(BaseModel):
    password: str

    @field_serializer("password")
    def hide(self, value: str) -> str:
        return "***"


class User(BaseModel):
    name: str
    token: str = Field(default="", exclude=True)


@dataclass
class Total:
    net: int
    pepper: InitVar[str]
    gross: int = field(init=False)


class Desk:
    @property
    @sees
    def total(self) -> Total: ...

    @property
    @sees
    def user(self) -> User: ...

    @property
    @sees
    def account(self) -> Account: ...  # N: "account" of class "Desk" is not described: "Account" says by code how it is written (field_serializer)  # N: Return the data it holds, or take @sees off
