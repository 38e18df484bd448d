"""What the author says in `@tool(...)`, as literals or constants."""

from typing import Final

from toolschema_runtime import SchemaFormat, tool

TITLE: Final = "Refund " + "it"
TAGS = ("money", "desk")


@tool(
    name="refund_order",
    title=TITLE,
    description="Give the money back.",
    destructive=True,
    idempotent=False,
    read_only=False,
    open_world=True,
    approval=True,
    thread=False,
    parallel=False,
    timeout=2.5,
    tags=TAGS,
    formats=(SchemaFormat.OPENAI, "gemini"),
)
def refund(order: int) -> None:
    """Not this text."""


@tool()
def plain(order: int) -> None:
    """This text."""
