"""Tools of every kind that aisuite may meet; copied into the project that the tests use."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Annotated

from toolschema_runtime import Inject, ToolCallRefused, tool


@dataclass(frozen=True)
class Address:
    """Where something goes."""

    street: str
    city: str


@dataclass(frozen=True)
class Parcel:
    """What goes there."""

    to: Address
    weights: list[int]
    via: Address | None = None


@tool
def send(parcel: Parcel, copies: int = 1) -> Parcel:
    """Send a parcel.

    Args:
        parcel: What to send, and where to.
        copies: How many.
    """
    assert isinstance(parcel, Parcel)
    assert isinstance(parcel.to, Address)
    assert copies > 0
    return parcel


@tool
def shift(by: tuple[int, str], times: int | None = 5) -> str:
    """Shift something."""
    return f"{by[0]}{by[1]} times {times}"


@tool(strict=True)
def label(text: str, size: int | None = 3) -> str:
    """Make a label."""
    return f"{text} in {size}"


@tool
def half(number: int | float) -> str:
    """Tell the kind of a number."""
    return type(number).__name__


@tool
def hidden(_token: str) -> str:
    """Take what pydantic has no field for."""
    return _token


@tool
def refuse(why: str) -> str:
    """Refuse."""
    raise ToolCallRefused(f"refused: {why}")


@tool
def crash(password: str) -> str:
    """Fail."""
    raise RuntimeError(f"wrong password {password}")


@tool
async def wait(seconds: float) -> str:
    """Wait."""
    return f"waited {seconds}"


@tool(thread=False)
def where() -> str:
    """Tell the thread that this runs in."""
    return threading.current_thread().name


transfers: list[int] = []


@tool(approval=True)
def transfer(cents: int) -> str:
    """Send money."""
    transfers.append(cents)
    return f"sent {cents}"


@tool(approval=True)
async def order(cents: int) -> str:
    """Order something."""
    return f"ordered for {cents}"


@tool
def whoami(*, user: Annotated[str, Inject(required=True)]) -> str:
    """Tell who is asking."""
    return user


class Counter:
    """Something with a method that is a tool."""

    def __init__(self, start: int) -> None:
        self.value = start

    @tool
    def add(self, by: int) -> int:
        """Add to the counter."""
        self.value += by
        return self.value

    @property
    def is_positive(self) -> bool:
        """Whether something is left to take."""
        return self.value > 0

    @tool(when="is_positive")
    def take(self, count: int) -> int:
        """Take from the counter."""
        self.value -= count
        return self.value
