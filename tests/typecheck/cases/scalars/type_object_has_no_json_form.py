"""A class as a value cannot be sent."""

from toolschema_runtime import tool


@tool
def make(kind: type[int]) -> None: ...  # E: "kind" of tool "make" has type "type[int]", which has no JSON form  [tool-type]  # N: Take the data it is made from, or hide the parameter with Inject()
