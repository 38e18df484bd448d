"""A tool inside a function has no import path."""

from toolschema_runtime import tool


def make() -> None:
    @tool
    # E: A tool inside a function has no import path, so nothing could call it  [tool-signature]
    # N: Move it to the top level of a module or class; what it closes over can be injected
    def inner(x: int) -> int:
        return x

    @tool(name="other")
    # E: A tool inside a function has no import path, so nothing could call it  [tool-signature]
    # N: Move it to the top level of a module or class; what it closes over can be injected
    def inner_named(x: int) -> int:
        return x


class Desk:
    class Drawer:
        @tool
        def open(self, key: int) -> None: ...
