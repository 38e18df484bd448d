"""How large arguments may be."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# An int of more bits than this has more than 4,300 decimal digits for certain; of fewer, certainly not
# more than 4,301.
_BITS_PER_DIGIT = 3.3219280948873626


class Limits:
    """What a registry takes at most in one call.

    Args:
        depth: Levels of arrays and objects.
        text: Bytes of JSON text.
        nodes: JSON values, counted at every depth.
        digits: Decimal digits of an integer.

    Raises:
        ToolUsageError: If one of them is no whole number above 0.
    """

    __slots__ = ("depth", "digits", "nodes", "text")

    def __init__(
        self,
        *,
        depth: int = 64,
        text: int = 10_000_000,
        nodes: int = 100_000,
        digits: int = 4_300,
    ) -> None:
        self.depth = depth
        self.text = text
        self.nodes = nodes
        self.digits = digits
        for name in self.__slots__:
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                from toolschema_runtime._errors import ToolUsageError

                raise ToolUsageError(f"{name} is a whole number above 0, not {value!r:.40}")

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={getattr(self, name)}" for name in self.__slots__)
        return f"Limits({said})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Limits):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.depth, self.text, self.nodes, self.digits))

    def excess(self, *values: Any) -> str | None:
        """What would have been acceptable, if *values* are larger than that; None if they are not."""
        nodes = len(values)
        level: list[Any] = [*values]
        for depth in range(self.depth + 1):
            below: list[Any] = []
            for item in level:
                kind = type(item)
                if kind is list or kind is dict:
                    if depth == self.depth:
                        return f"at most {self.depth} levels"
                    below += item if kind is list else item.values()
                elif kind is int and self.has_too_many_digits(item):
                    return f"integers of at most {self.digits} digits"
            nodes += len(below)
            if nodes > self.nodes:
                return f"at most {self.nodes} values in all"
            if not below:
                break
            level = below
        return None

    def has_too_many_digits(self, value: int) -> bool:
        """Whether *value* is too long an integer; the text of a huge one is never made."""
        bits = value.bit_length()
        if bits <= int(self.digits * _BITS_PER_DIGIT):
            return False
        return bits > int(self.digits * _BITS_PER_DIGIT) + 1 or abs(value) >= 10**self.digits


DEFAULT_LIMITS = Limits()
