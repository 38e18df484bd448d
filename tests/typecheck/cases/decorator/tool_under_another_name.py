"""Another name for `tool` itself is followed; a decorator that was made before is not."""

from toolschema_runtime import tool
from toolschema_runtime import tool as make

import toolschema_runtime

strict_tool = tool(strict=True)


@make
def renamed(x: int) -> None: ...


@toolschema_runtime.tool(name="dotted_name")
def dotted(x: int) -> None: ...


@strict_tool
# E: A tool is made here through another name than tool, which cannot be followed  [tool-signature]
# N: Write @tool or @tool(...) at the function itself
def indirect(x: int) -> None: ...
