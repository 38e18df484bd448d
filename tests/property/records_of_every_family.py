"""An order with an address and lines, in each family."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Literal
from uuid import UUID

import attrs
from annotated_types import Ge, Le, MinLen
from msgspec import Meta, Struct
from msgspec import field as struct_field
from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from typing_extensions import NotRequired, TypedDict

from toolschema_runtime import Describe, tool


class Color(Enum):
    RED = "red"
    BLUE = "blue"


# -- dataclasses


@dataclass
class DataAddress:
    """Where it goes.

    Attributes:
        street: Street and number
    """

    street: str
    zip_code: Annotated[str, MinLen(4)] = "0000"


@dataclass(kw_only=True)
class DataLine:
    """One article."""

    article: UUID
    price: Decimal
    count: Annotated[int, Ge(1)] = 1


@dataclass
class DataOrder:
    """What to send."""

    id: int
    address: DataAddress
    lines: Annotated[list[DataLine], MinLen(1)]
    priority: Literal["low", "high"] = "low"
    tags: list[str] = field(default_factory=list)
    extra: dict[str, int] = field(default_factory=dict)
    discount: Annotated[float, Ge(0), Le(1), Describe("Part of the price")] = 0.0
    due: date | None = None
    color: Color = Color.RED


@tool
def data(order: DataOrder) -> DataOrder:
    return order


# -- attrs


@attrs.frozen
class AttrsAddress:
    """Where it goes.

    Attributes:
        street: Street and number
    """

    street: str
    zip_code: Annotated[str, MinLen(4)] = "0000"


@attrs.define(kw_only=True)
class AttrsLine:
    """One article."""

    article: UUID
    price: Decimal
    count: Annotated[int, Ge(1)] = attrs.field(default=1)


@attrs.define
class AttrsOrder:
    """What to send."""

    id: int
    address: AttrsAddress
    lines: Annotated[list[AttrsLine], MinLen(1)]
    priority: Literal["low", "high"] = "low"
    tags: list[str] = attrs.field(factory=list)
    extra: dict[str, int] = attrs.Factory(dict)
    discount: Annotated[float, Ge(0), Le(1), Describe("Part of the price")] = 0.0
    due: date | None = None
    color: Color = Color.RED


@tool
def attrs_(order: AttrsOrder) -> AttrsOrder:
    return order


# -- pydantic


class ModelAddress(BaseModel):
    """Where it goes."""

    street: str = Field(description="Street and number")
    zip_code: str = Field(default="0000", min_length=4)

    @field_validator("street")
    @classmethod
    def strip(cls, value: str) -> str:
        return value.strip()


class ModelLine(BaseModel):
    """One article."""

    model_config = ConfigDict(frozen=True)

    article: UUID
    price: Decimal
    count: Annotated[int, Field(ge=1)] = 1


class ModelOrder(BaseModel):
    """What to send."""

    id: int
    address: ModelAddress
    lines: list[ModelLine] = Field(min_length=1)
    priority: Literal["low", "high"] = "low"
    tags: list[str] = Field(default_factory=list)
    extra: dict[str, int] = {}
    discount: Annotated[float, Field(ge=0, le=1, description="Part of the price")] = 0.0
    due: date | None = None
    color: Color = Color.RED

    @model_validator(mode="after")
    def is_not_urgent_and_cheap(self) -> "ModelOrder":
        if self.priority == "high" and self.discount > 0:
            raise ValueError("no discount when it is urgent")
        return self


@tool
def model(order: ModelOrder) -> ModelOrder:
    return order


# -- msgspec


class StructAddress(Struct, frozen=True):
    """Where it goes."""

    street: Annotated[str, Meta(description="Street and number")]
    zip_code: Annotated[str, Meta(min_length=4)] = "0000"


class StructLine(Struct, kw_only=True):
    """One article."""

    article: UUID
    price: Decimal
    count: Annotated[int, Meta(ge=1)] = 1


class StructOrder(Struct):
    """What to send."""

    id: int
    address: StructAddress
    lines: Annotated[list[StructLine], Meta(min_length=1)]
    priority: Literal["low", "high"] = "low"
    tags: list[str] = []
    extra: dict[str, int] = struct_field(default_factory=dict)
    discount: Annotated[float, Meta(ge=0, le=1, description="Part of the price")] = 0.0
    due: date | None = None
    color: Color = Color.RED


@tool
def struct(order: StructOrder) -> StructOrder:
    return order


# -- TypedDict: it has no defaults


class DictAddress(TypedDict):
    """Where it goes.

    Attributes:
        street: Street and number
    """

    street: str
    zip_code: NotRequired[Annotated[str, MinLen(4)]]


class DictLine(TypedDict):
    """One article."""

    article: UUID
    price: Decimal
    count: NotRequired[Annotated[int, Ge(1)]]


class DictOrderBase(TypedDict):
    id: int
    address: DictAddress
    lines: Annotated[list[DictLine], MinLen(1)]


class DictOrder(DictOrderBase, total=False):
    """What to send."""

    priority: Literal["low", "high"]
    tags: list[str]
    extra: dict[str, int]
    discount: Annotated[float, Ge(0), Le(1), Describe("Part of the price")]
    due: date | None
    color: Color


@tool
def typed_dict(order: DictOrder) -> DictOrder:
    return order


# -- plain classes


class PlainAddress:
    """Where it goes.

    Attributes:
        street: Street and number
    """

    def __init__(self, street: str, zip_code: Annotated[str, MinLen(4)] = "0000") -> None:
        self.street = street
        self.zip_code = zip_code


class PlainLine:
    """One article."""

    def __init__(self, *, article: UUID, price: Decimal, count: Annotated[int, Ge(1)] = 1) -> None:
        self.article = article
        self.price = price
        self.count = count


class PlainOrder:
    """What to send."""

    def __init__(
        self,
        id: int,
        address: PlainAddress,
        lines: Annotated[list[PlainLine], MinLen(1)],
        priority: Literal["low", "high"] = "low",
        tags: list[str] = [],  # noqa: B006  # a plain class has no factories
        extra: dict[str, int] = {},  # noqa: B006
        discount: Annotated[float, Ge(0), Le(1), Describe("Part of the price")] = 0.0,
        due: date | None = None,
        color: Color = Color.RED,
    ) -> None:
        self.id = id
        self.address = address
        self.lines = lines
        self.priority = priority
        self.tags = tags
        self.extra = extra
        self.discount = discount
        self.due = due
        self.color = color


@tool
def plain(order: PlainOrder) -> PlainOrder:
    return order
