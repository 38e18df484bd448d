"""Names of JSON Schema keywords and of library methods are ordinary names (C100)."""

from toolschema_runtime import tool


@tool
def put(json: str, schema: int, model_config: int = 1, copy: bool = False, title: str = "") -> None: ...


@tool
def keywords(type: str, properties: int, required: bool, default: str = "d", description: str = "") -> None: ...
