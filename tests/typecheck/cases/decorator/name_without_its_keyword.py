"""A name by position is taken for the function; mypy says that a text cannot be called, we say what to write."""

from toolschema_runtime import tool


@tool("named")  # E: "str" not callable  [operator]
# N: What tool is given first is the function: the name goes by keyword, @tool(name="named")
def a(x: int) -> None: ...


@tool(name="named_b")
def b(x: int) -> None: ...
