"""Unions whose tags have defaults, as people write them, as one module that mypy checks and the runtime serves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BaseModel, Field

from toolschema_runtime import tool


class Card(BaseModel):
    type: Literal["card"] = "card"
    number: str


class Iban(BaseModel):
    type: Literal["iban"] = "iban"
    iban: str


class Cash(BaseModel):
    type: Literal["cash"] = "cash"


@dataclass
class Email:
    address: str
    channel: Literal["email"] = "email"


@dataclass
class Sms:
    number: str
    channel: Literal["sms"] = "sms"


@tool
def pay(how: Annotated[Card | Iban | Cash, Field(discriminator="type")]) -> str:
    return how.type


@tool
def notify(via: Email | Sms | None = None) -> str:
    return via.channel if via is not None else "nobody"
