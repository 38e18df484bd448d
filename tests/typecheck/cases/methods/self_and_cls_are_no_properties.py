"""The checker knows the kind of a method; `self` and `cls` are never published (C71)."""

from toolschema_runtime import tool


class Calc:
    def __init__(self, base: int) -> None:
        self.base = base

    @tool
    def add(self, x: int) -> int:
        return self.base + x

    @classmethod
    @tool
    def zero(cls) -> int:
        return 0

    @tool
    @classmethod
    def one(cls, y: int) -> int:
        return y

    @staticmethod
    @tool
    def two(self: int) -> int:
        return self

    @tool
    @staticmethod
    def three(z: int) -> int:
        return z

    @tool
    def __secret(self, __x: int) -> int:
        return __x
