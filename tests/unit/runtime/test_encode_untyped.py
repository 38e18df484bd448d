"""Results whose type was not declared: nothing that a library hides or renames comes out by another way."""

from __future__ import annotations

import enum
from dataclasses import InitVar, dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any, ClassVar

import msgspec
import pydantic
import pytest
from pydantic.dataclasses import dataclass as checked

from toolschema_runtime._decode.classes import Classes
from toolschema_runtime._decode.reader import PlanReader
from toolschema_runtime._encode_result import encode
from toolschema_runtime._encode_untyped import Misfit, encode_untyped


class Color(enum.Enum):
    RED = 1


class Account(pydantic.BaseModel):
    password: str
    token: str = pydantic.Field(default="t0ken", exclude=True)
    key: pydantic.SecretStr = pydantic.SecretStr("k3y")
    at: datetime | None = None
    price: Decimal = pydantic.Field(default=Decimal("1.50"), serialization_alias="Price")
    color: Color = Color.RED

    @pydantic.field_serializer("password")
    def hide(self, value: str) -> str:
        return "***"

    @pydantic.computed_field  # type: ignore[prop-decorator]
    @property
    def twice(self) -> Decimal:
        return self.price * 2


class Names(pydantic.RootModel[list[str]]):
    pass


class Dumped(pydantic.BaseModel):
    a: int

    def model_dump(self, **_: Any) -> dict[str, Any]:
        return {"a": Color.RED}


class Broken(pydantic.BaseModel):
    a: int

    @pydantic.field_serializer("a")
    def write(self, value: int) -> int:
        raise RuntimeError(f"cannot write {value}")


@checked
class Checked:
    id: int
    token: str = pydantic.Field(default="t0ken", exclude=True)


@dataclass
class Holder:
    accounts: list[Account]


class Struct(msgspec.Struct, tag="st", rename="camel"):
    first_name: str


ACCOUNT = Account(password="hunter2")
WRITTEN = {
    "password": "***",
    "key": "**********",
    "at": None,
    "Price": "1.50",
    "color": 1,
    "twice": "3.00",
}


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (ACCOUNT, WRITTEN),
        ([{"a": ACCOUNT}], [{"a": WRITTEN}]),
        (Holder([ACCOUNT]), {"accounts": [WRITTEN]}),
        (Names(["a"]), ["a"]),
        (Dumped(a=5), {"a": 1}),
        (Checked(1), {"id": 1}),
        (pydantic.SecretStr("s"), "**********"),
        (Struct("Ada"), {"type": "st", "firstName": "Ada"}),
    ],
)
def test_a_library_writes_its_own(value: object, data: object) -> None:
    assert data == encode_untyped(value, ())


@pytest.mark.parametrize("value", [Broken(a=5), [Broken(a=5)]])
def test_what_cannot_be_written_is_refused_without_its_value(value: object) -> None:
    with pytest.raises(Misfit) as caught:
        encode_untyped(value, ())
    assert "5" not in str(caught.value)


class User(pydantic.BaseModel):
    name: str


class Masked(User):
    @pydantic.field_serializer("name")
    def mask(self, value: str) -> str:
        return "***"


class Kept(User):
    name: str = pydantic.Field(exclude=True)


def test_a_declared_model_is_not_written_past_what_its_value_hides() -> None:
    """A subclass, or code that is newer than the side-file."""
    node = PlanReader(Classes(__name__), {}).read(
        {"type": "object", "family": "pydantic", "class": ":User",
         "fields": [{"name": "name", "plan": "str"}]}
    )  # fmt: skip
    assert {"name": "Ada"} == encode(node, User(name="Ada"), ())
    for value in (Masked(name="Ada"), Kept(name="Ada")):
        with pytest.raises(Misfit, match="without hiding any"):
            encode(node, value, ())


@dataclass
class Login:
    user: str
    pepper: InitVar[str] = "secret"
    kind: ClassVar[str] = "login"
    digest: str = field(init=False, default="d")


def test_a_dataclass_is_written_by_its_fields_alone() -> None:
    assert {"user": "u", "digest": "d"} == encode_untyped(Login("u"), ())
