"""A TypedDict without a name could not be described or found again."""



from toolschema_runtime import tool


@tool
def put(point: {"x": int, "y": int}) -> None: ...
# E: "point" of tool "put" is a TypedDict without a name  [tool-type]
# N: Define it as a class
