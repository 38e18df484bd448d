"""A type of a package without type information is an error, never `{}`."""

from untyped_package import Thing
from untyped_package.models import Order

from toolschema_runtime import tool


class Sub(Thing): ...


@tool
def show(thing: Thing) -> None: ...
# E: "thing" of tool "show" has a type that is not known: mypy has no type information for "untyped_package.Thing"  [tool-type]
# N: Install the package or its type stubs where mypy runs, or annotate Any to admit any value


@tool
def send(orders: list[Order] | None = None) -> None: ...
# E: "orders[]" of tool "send" has a type that is not known: mypy has no type information for "untyped_package.models.Order"  [tool-type]
# N: Install the package or its type stubs where mypy runs, or annotate Any to admit any value


@tool
def keep(sub: Sub) -> None: ...
# E: "sub" of tool "keep" has type "Sub", which derives from a class without type information  [tool-type]
# N: Install the package's type stubs, or use a class whose bases are known


@tool
def last() -> Order: ...
# E: "return" of tool "last" has a type that is not known: mypy has no type information for "untyped_package.models.Order"  [tool-type]
# N: Install the package or its type stubs where mypy runs, or annotate Any to admit any value


@tool
def pick(either: Order | int) -> None: ...
# E: "either" of tool "pick" has a type that is not known: mypy has no type information for "untyped_package.models.Order"  [tool-type]
# N: Install the package or its type stubs where mypy runs, or annotate Any to admit any value
