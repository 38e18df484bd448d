"""What a model says by code about how it is written nobody but pydantic knows: it is not described."""

from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    SecretStr,
    SerializeAsAny,
    WrapSerializer,
    computed_field,
    field_serializer,
    model_serializer,
)
from toolschema_runtime import tool


def hidden(value: Any) -> str:
    return "***"


def wrapped(value: Any, handler: Any) -> Any:
    return handler(value)


Secret = Annotated[str, PlainSerializer(hidden)]
def is_secret() -> bool: ...


class Account(BaseModel):
    password: str

    @field_serializer("password")
    def hide(self, value: str) -> str:
        return "***"


class Derived(Account):
    more: int = 0


class Whole(BaseModel):
    a: int

    @model_serializer
    def write(self) -> str:
        return str(self.a)


class Square(BaseModel):
    side: int

    @computed_field  # type: ignore[prop-decorator]
    @property
    def area(self) -> int:
        return self.side**2


class Listed(BaseModel):
    passwords: list[Secret]


class Wrapped(BaseModel):
    a: Annotated[int, WrapSerializer(wrapped)]


class Duck(BaseModel):
    a: SerializeAsAny[BaseModel]


class Masked(BaseModel):
    a: SecretStr | None


class Sometimes(BaseModel):
    a: int = Field(exclude_if=lambda value: value == 0)


class Partly(BaseModel):
    a: Account = Field(exclude=is_secret())


class Dumped(BaseModel):
    a: int

    def model_dump(self, **options: Any) -> dict[str, Any]:
        return {}


class Encoded(BaseModel):
    model_config = ConfigDict(json_encoders={bytes: hidden})
    a: int


class Holder(BaseModel):
    account: Account | None = None
    squares: list[Square] | None = None


@dataclass
class Plain:
    password: Secret
    # No rule of pydantic's here.
    def model_dump(self) -> dict[str, str]: ...


class Row(TypedDict):
    password: Secret


@dataclass
class Odd:
    a: int

    @field_serializer("a")
    def hide(self, value: int) -> str:
        return "***"


@tool
def account() -> Account: ...  # N: "return" of tool "account" is not described: "Account" says by code how it is written (field_serializer)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def derived() -> Derived | None: ...  # N: "return" of tool "derived" is not described: "Derived" says by code how it is written (field_serializer)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def whole() -> list[Whole]: ...  # N: "return[]" of tool "whole" is not described: "Whole" says by code how it is written (model_serializer)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def square() -> Square: ...  # N: "return" of tool "square" is not described: "Square" says by code how it is written (computed_field)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def listed() -> Listed: ...  # N: "return" of tool "listed" is not described: "Listed" says by code how it is written (PlainSerializer)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def wrapped_() -> Wrapped: ...  # N: "return" of tool "wrapped_" is not described: "Wrapped" says by code how it is written (WrapSerializer)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def duck() -> Duck: ...  # N: "return" of tool "duck" is not described: "Duck" says by code how it is written (SerializeAsAny)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def masked() -> Masked: ...  # N: "return" of tool "masked" is not described: "Masked" says by code how it is written (SecretStr)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def sometimes() -> Sometimes: ...  # N: "return" of tool "sometimes" is not described: "Sometimes" says by code how it is written (exclude_if)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def partly() -> Partly: ...  # N: "return" of tool "partly" is not described: "Partly" says by code how it is written (exclude)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def dumped() -> Dumped: ...  # N: "return" of tool "dumped" is not described: "Dumped" says by code how it is written (model_dump)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def encoded() -> Encoded: ...  # N: "return" of tool "encoded" is not described: "Encoded" says by code how it is written (json_encoders)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object
@tool
def holder() -> Holder: ...  # N: "return.account" of tool "holder" is not described: "Account" says by code how it is written (field_serializer)  # N: Return a dataclass or TypedDict of what is sent to have it described, or annotate object  # N: "return.squares[]" of tool "holder" is not described: "Square" says by code how it is written (computed_field)
@tool
def undescribed() -> object: ...
@tool
def plain() -> Plain: ...  # E: "return.password" of tool "plain" says by code how it is written (PlainSerializer), which is asked of pydantic models alone  [tool-type]  # N: Return what it writes, or put it into a pydantic model
@tool
def row() -> Row: ...  # E: "return.password" of tool "row" says by code how it is written (PlainSerializer), which is asked of pydantic models alone  [tool-type]  # N: Return what it writes, or put it into a pydantic model
@tool
def odd() -> Odd: ...  # E: "return" of tool "odd" says by code how it is written (field_serializer), which is asked of pydantic models alone  [tool-type]  # N: Return what it writes, or put it into a pydantic model
@tool
def bare() -> Secret: ...  # E: "return" of tool "bare" says by code how it is written (PlainSerializer), which is asked of pydantic models alone  [tool-type]  # N: Return what it writes, or put it into a pydantic model
@tool
def sent(account: Account, square: Square, listed: Listed, row: Row, bare: Secret) -> None:
    """For what is sent none of it counts."""
