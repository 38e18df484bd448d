"""A type that JSON cannot say is an error at the parameter, with the path of the culprit."""

import socket
from collections.abc import Callable
from types import ModuleType

from toolschema_runtime import tool


@tool
def wait(
    when: socket.socket,
    # E: "when" of tool "wait" has type "socket", which cannot be built from JSON: it is not defined in your source  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
    then: Callable[[int], str],
    # E: "then" of tool "wait" is a function ("def (int) -> str"), which has no JSON form  [tool-type]
    # N: Take a Literal or Enum that names the choice, or hide the parameter with Inject()
    each: dict[str, list[Callable[[], None]]],
    # E: "each{}[]" of tool "wait" is a function ("def ()"), which has no JSON form  [tool-type]
    # N: Take a Literal or Enum that names the choice, or hide the parameter with Inject()
    module: ModuleType,
    # E: "module" of tool "wait" has type "ModuleType", which cannot be built from JSON: it is not defined in your source  [tool-type]
    # N: Use a dataclass or TypedDict with the same fields, or hide the parameter with Inject()
) -> None: ...
