"""A discriminated union is anyOf with const, and the arm is chosen by that key (C35)."""

from enum import Enum
from typing import Annotated, Literal

from pydantic import BaseModel, Discriminator, Field

from toolschema_runtime import tool


class Kind(Enum):
    CAT = "cat"
    DOG = "dog"


class Car(BaseModel):
    kind: Literal["car"]
    doors: int


class Bike(BaseModel):
    kind: Literal["bike"]
    gears: int


class Cat(BaseModel):
    kind: Literal[Kind.CAT]


class Dog(BaseModel):
    kind: Literal[Kind.DOG]


@tool
def rent(v: Annotated[Car | Bike, Field(discriminator="kind")]) -> str: ...


@tool
def rent_named(v: Annotated[Car | Bike, Discriminator("kind")] | None = None) -> str: ...


@tool
def feed(pet: Cat | Dog) -> str: ...
