"""An object with `__call__` has that signature (C74)."""

from support.contexts import ToolContext

from toolschema_runtime import tool


class Runner:
    """Runs jobs."""

    def __call__(self, job: str, ctx: ToolContext) -> str: ...


run = tool(Runner(), name="run")
