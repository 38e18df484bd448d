"""Objects whose methods are tools, as one module that mypy checks and the runtime calls."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Annotated, Generic, Protocol, TypeVar

from typing_extensions import NotRequired, Self, TypedDict

from toolschema_runtime import Describe, Name, ToolCallRefused, sees, tool, toolkit

T = TypeVar("T")


class Sku(str):
    """A text that checks itself."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        if text.startswith("x-"):
            raise ToolCallRefused("this article is not sold any more")
        if not text.isascii():
            raise ValueError("not an article number")
        return super().__new__(cls, text)


@dataclass
class Line:
    sku: Sku
    quantity: int = 1
    note: str | None = None

    def __post_init__(self) -> None:
        if self.quantity > 9:
            raise ToolCallRefused("at most nine of each")
        if self.quantity == 0:
            raise KeyError("secret cause")


class Address:
    """A plain class whose setter refuses."""

    def __init__(self, city: str) -> None:
        self.city = city

    @property
    def city(self) -> str:
        return self._city

    @city.setter
    def city(self, value: str) -> None:
        if value == "Atlantis":
            raise ToolCallRefused("no ship goes there")
        self._city = value


@toolkit(prefix="cart_")
class Cart:
    """What an agent may do with a cart."""

    def __init__(self) -> None:
        self._lines: list[Line] = []
        self.ran: list[str] = []

    @property
    @sees
    def lines(self) -> list[Line]:
        """What is in the cart."""
        return self._lines

    @sees
    def total(self) -> Annotated[Decimal, Describe("With tax")]:
        return Decimal("1.50") * len(self._lines)

    @property
    def has_lines(self) -> bool:
        return bool(self._lines)

    def __can_undo(self) -> bool:
        return len(self._lines) > 1

    @tool
    def add(self, line: Line) -> int:
        """Put something in."""
        self.ran.append("add")
        self._lines.append(line)
        return len(self._lines)

    @tool(when="has_lines", approval=True)
    def checkout(self, to: Address) -> str:
        """Send it."""
        self.ran.append("checkout")
        self._lines.clear()
        return f"sent to {to.city}"

    @tool(when="has_lines")
    async def weigh(self) -> int:
        """The weight."""
        return len(self._lines)

    @tool(when="__can_undo")
    def undo(self) -> int:
        """Take the last line out."""
        self._lines.pop()
        return len(self._lines)

    @tool
    def fail(self, how: str) -> None:
        """Fail."""
        if how == "refuse":
            raise ToolCallRefused("not today")
        raise RuntimeError("secret cause")

    @classmethod
    @tool
    def limit(cls) -> int:
        """How much one cart takes."""
        return 100

    @staticmethod
    @tool
    def currency() -> str:
        """What prices are in."""
        return "EUR"


class GiftCart(Cart):
    """Overrides a tool without marking it, and one with."""

    @property
    def lines(self) -> list[Line]:
        return [Line(Sku("gift")), *self._lines]

    def add(self, line: Line) -> int:
        self.ran.append("add a gift")
        return super().add(line)

    @tool(name="fail")
    def fail(self, how: str, reason: str = "none") -> None:
        """Fail politely."""
        raise ToolCallRefused(f"{how}: {reason}")


@toolkit(prefix="basket_")
class Basket(Cart):
    """The same under another prefix."""


class Broken:
    """State and conditions that fail."""

    @property
    @sees
    def count(self) -> int:
        return "three"  # type: ignore[return-value]

    @property
    def is_ready(self) -> bool:
        raise RuntimeError("secret cause")

    @tool(when="is_ready")
    def start(self) -> None:
        """Start."""


class Greeter(Protocol):
    @tool
    def greet(self, name: str) -> str:
        """Greet somebody."""
        ...


class Machine(ABC):
    @tool
    @abstractmethod
    def run(self, speed: int = 3) -> int:
        """Run."""

    @property
    @sees
    @abstractmethod
    def temperature(self) -> float:
        """In degrees."""


class Mill(Machine, Greeter):
    def run(self, speed: int = 5) -> int:
        return speed * 10

    @property
    def temperature(self) -> float:
        return 21.5

    def greet(self, name: str) -> str:
        return f"{name}, hello from the mill"


@dataclass
class User:
    name: str


class Repo(Generic[T]):
    def __init__(self) -> None:
        self.rows: list[T] = []

    def save(self, row: T) -> int:
        """Keep a row.

        Args:
            row: What to keep.
        """
        self.rows.append(row)
        return len(self.rows)

    def first(self) -> T:
        return self.rows[0]


def shout(text: str, mark: str = "!") -> str:
    """Say it loudly."""
    return text.upper() + mark


class Users(Repo[User]):
    """Names the type, and lists the tools of its base and others beside them."""

    save = tool(Repo.save)
    first = tool(Repo.first)
    shout = tool(shout)
    whisper = tool(partial(shout, mark="."), name="whisper")


class Runner:
    def __call__(self, way: str) -> str:
        """Run along."""
        return f"ran along {way}"


desk = Users()
keep = tool(desk.save)
jog = tool(Runner(), name="jog")


class Extra(TypedDict):
    must: int | None
    may: NotRequired[int | None]


@dataclass
class Inner:
    must: int | None
    may: int | None = 7
    number: int = 5
    named: Annotated[int, Name("wire")] = 6


@dataclass
class Outer:
    inner: Inner
    maybe: Inner | None = None
    many: list[Inner] = field(default_factory=list)
    by_name: dict[str, Inner] = field(default_factory=dict)
    extra: Extra | None = None


@tool
def loose(
    must: int | None, may: int | None = 7, number: int = 5, outer: Outer | None = None
) -> None:
    """Take what comes."""


@tool(strict=True)
def narrow(
    must: int | None, may: int | None = 7, number: int = 5, inner: Inner | None = None
) -> None:
    """Take everything, null for a default."""
