"""`tool` imported under another name is followed; kept under one, or made into a decorator before, it is not."""

from toolschema_runtime import tool
from toolschema_runtime import tool as make

import support.decorators as support_decorators
import toolschema_runtime

strict_tool = tool(strict=True)
kept = tool
# E: Under the name "kept" tool makes no tools: only imports are followed  [tool-signature]
# N: Import it under that name: from toolschema_runtime import tool as kept


@make
def renamed(x: int) -> None: ...


@toolschema_runtime.tool(name="dotted_name")
def dotted(x: int) -> None: ...


@strict_tool
# E: A tool is made here through another name than tool, which cannot be followed  [tool-signature]
# N: Write @tool or @tool(...) at the function itself
def indirect(x: int) -> None: ...


@kept
# E: A tool is made here through another name than tool, which cannot be followed  [tool-signature]
# N: Write @tool or @tool(...) at the function itself
def under_a_kept_name(x: int) -> str: ...


@support_decorators.mytool
# E: A tool is made here through another name than tool, which cannot be followed  [tool-signature]
# N: Write @tool or @tool(...) at the function itself
def under_the_name_of_another_module(x: int) -> str: ...


class Desk:
    mark = toolschema_runtime.tool
    # E: Under the name "mark" tool makes no tools: only imports are followed  [tool-signature]
    # N: Import it under that name: from toolschema_runtime import tool as mark
