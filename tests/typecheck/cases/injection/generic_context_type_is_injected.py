"""A listed type is recognised with type arguments too."""

from support.contexts import RunContext

from toolschema_runtime import tool


@tool
def note(text: str, ctx: RunContext[int]) -> None: ...
