"""Which parameters a change is about."""

from __future__ import annotations

from toolschema_runtime.dialects._rewriting import reached

TYPE_CHECKING = False
if TYPE_CHECKING:
    from toolschema_runtime.dialects._rewriting import Schema


def parameters_at(schema: Schema, pointer: str) -> list[str]:
    """Return the parameters that a change is about: none when it is about the tool as a whole.

    Args:
        schema: The input schema that was rewritten.
        pointer: The change's pointer; one into a definition is about every parameter that uses it.
    """
    parts = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:3]]
    properties = schema.get("properties", {})
    match parts:
        case ["properties", name]:
            return [name]
        case ["$defs", name]:
            definitions = schema.get("$defs", {})
            return [
                parameter
                for parameter, child in properties.items()
                if f"#/$defs/{name}" in reached(child, definitions)
            ]
        case _:
            return []
