"""Generic models, inherited and overridden fields, private attributes, recursion."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar, Generic, Literal, TypeVar

from pydantic import BaseModel, Field, PositiveInt, PrivateAttr

from toolschema_runtime import tool

T = TypeVar("T")


class Page(BaseModel, Generic[T]):
    kind: ClassVar[str] = "page"
    items: list[T]
    total: int = Field(default=0, ge=0)
    _seen: int = PrivateAttr(default=1)


class Item(BaseModel):
    id: int = Field(alias="ID")
    when: datetime = Field(default_factory=datetime.now)
    parent: Item | None = None
    kids: list[Item] = []


class Base(BaseModel):
    a: int = 1
    b: str


class Sub(Base):
    a: Literal[1, 2] = 2
    c: PositiveInt


@tool
def show(numbers: Page[int], items: Page[Item], sub: Sub) -> None: ...
