"""A literal of a wrong type can be read; mypy does not say which keyword it means, we do."""

from toolschema_runtime import tool


@tool(timeout="5")  # type: ignore[call-overload]
def a(x: int) -> None: ...
# E: The value of "timeout" of tool "a" is no number of seconds above 0  [tool-signature]


@tool(timeout=-1)
def negative(x: int) -> None: ...
# E: The value of "timeout" of tool "negative" is no number of seconds above 0  [tool-signature]


@tool(approval="yes")  # type: ignore[call-overload]
def b(x: int) -> None: ...
# E: The value of "approval" of tool "b" is neither True nor False  [tool-signature]


@tool(title=3)  # type: ignore[call-overload]
def c(x: int) -> None: ...
# E: The value of "title" of tool "c" is no text  [tool-signature]


@tool(tags=[1])  # type: ignore[list-item]
def d(x: int) -> None: ...
# E: The value of "tags" of tool "d" is no list of texts  [tool-signature]


@tool(formats="openai")
def e(x: int) -> None: ...
# E: The value of "formats" of tool "e" is no list of formats  [tool-signature]


@tool(timeout=5, approval=True, title="T", tags="one", formats=["openai"])
def fine(x: int) -> None: ...
