"""`when` names a bool property, method or attribute of the class; the checker knows that it is there."""

from functools import cached_property

from toolschema_runtime import tool


class Base:
    @property
    def has_lines(self) -> bool:
        return True


class Cart(Base):
    is_open: bool = True
    size: int = 0

    @cached_property
    def is_paid(self) -> bool:
        return False

    def may_ship(self, fast: bool = False) -> bool:
        return fast

    def total(self) -> int:
        return 0

    def holds(self, sku: str) -> bool:
        return bool(sku)

    async def is_known(self) -> bool:
        return True

    @tool(when="has_lines")
    def checkout(self) -> str: ...

    @tool(when="is_open")
    def close(self) -> str: ...

    @tool(when="is_paid")
    def refund(self) -> str: ...

    @tool(when="may_ship")
    def ship(self) -> str: ...

    @tool(when="has_linse")
    def misspelt(self) -> str: ...
    # E: when="has_linse" of tool "misspelt" decides nothing: "Cart" has no "has_linse"  [tool-signature]
    # N: Name a property or a method without arguments of its class, annotated bool

    @tool(when="size")
    def number(self) -> str: ...
    # E: when="size" of tool "number" decides nothing: "size" is not annotated bool  [tool-signature]
    # N: Name a property or a method without arguments of its class, annotated bool

    @tool(when="total")
    def method_of_number(self) -> str: ...
    # E: when="total" of tool "method_of_number" decides nothing: "total" is not annotated bool  [tool-signature]
    # N: Name a property or a method without arguments of its class, annotated bool

    @tool(when="holds")
    def argument(self) -> str: ...
    # E: when="holds" of tool "argument" decides nothing: "holds" takes arguments  [tool-signature]
    # N: Name a property or a method without arguments of its class, annotated bool

    @tool(when="is_known")
    def awaited(self) -> str: ...
    # E: when="is_known" of tool "awaited" decides nothing: "is_known" is not annotated bool  [tool-signature]
    # N: Name a property or a method without arguments of its class, annotated bool

    @tool(when="is_open")
    @staticmethod
    def loose() -> str: ...
    # E: when="is_open" of tool "loose" decides nothing: only a method is called on an object that could decide  [tool-signature]
    # N: Name a property or a method without arguments of its class, annotated bool


@tool(when="is_open")
def free() -> str: ...
# E: when="is_open" of tool "free" decides nothing: only a method is called on an object that could decide  [tool-signature]
# N: Name a property or a method without arguments of its class, annotated bool
