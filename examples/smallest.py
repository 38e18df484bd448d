"""The smallest program that works.  Run `mypy smallest.py` once, then `python smallest.py`."""

from toolschema_runtime import ToolRegistry, tool


@tool
def add(a: int, b: int = 1) -> int:
    """Add two whole numbers.

    Args:
        a: The first number.
        b: The second number.
    """
    return a + b


if __name__ == "__main__":
    tools = ToolRegistry.load("__main__")
    print(tools.schemas.format("openai"))
    print(tools.call("add", '{"a": 40, "b": 2}'))
