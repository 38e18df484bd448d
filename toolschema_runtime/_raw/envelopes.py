"""The shapes in which tools come, and what of a shape no other has: kept, and given back in the same."""

from __future__ import annotations

from toolschema_runtime._errors import ToolUsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Final

_SHAPES: Final = (
    'OpenAI {"type": "function", "function": {…}}, Responses {"type": "function", "name": …}, '
    'Anthropic {"name": …, "input_schema": …}, MCP {"name": …, "inputSchema": …}, '
    'Gemini {"functionDeclarations": […]}, Bedrock {"toolSpec": {…}}'
)
# Some envelopes are a hundred levels deep, cyclic ones without end.
_DEEPEST: Final = 250
_MOST_VALUES: Final = 200_000
_HINTS: Final = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")


class Envelope:
    """One tool as it came.

    Attributes:
        format: The format whose shape it has.
        name: The tool's name.
        title: Its name for people, or None.
        description: What it does, perhaps `""`.
        parameters: The JSON Schema of its arguments.
        returns: That of its result, or None.
        is_strict: Whether it asks for strict mode.
        hints: What MCP's annotations say with yes or no.
        inner: What else its own object holds.
        outer: What else the object around that one holds.
    """

    __slots__ = (
        "description",
        "format",
        "hints",
        "inner",
        "is_strict",
        "name",
        "outer",
        "parameters",
        "returns",
        "title",
    )

    def __init__(
        self,
        fmt: str,
        own: dict[str, Any],
        *,
        schema: tuple[str, ...],
        returns: str = "",
        outer: dict[str, Any] | None = None,
    ) -> None:
        self.format = fmt
        inner = dict(own)
        self.name = _name(inner.pop("name", None))
        self.title = inner.pop("title", None) if fmt == "mcp" else None
        self.description: str = inner.pop("description", None) or ""
        given = [inner.pop(key) for key in schema if key in inner]
        self.parameters = _schema(
            next((each for each in given if each is not None), None), self.name
        )
        found = inner.pop(returns, None) if returns else None
        self.returns = None if found is None else _schema(found, self.name)
        self.is_strict = inner.get("strict") is True
        inner.pop("strict", None)
        annotations = inner.pop("annotations", None) if fmt == "mcp" else None
        self.hints: dict[str, bool] = {}
        if type(annotations) is dict:
            self.hints = {k: v for k, v in annotations.items() if k in _HINTS and type(v) is bool}
            rest = {k: v for k, v in annotations.items() if k not in self.hints}
            inner.update({"annotations": rest} if rest else {})
        self.inner = {key: value for key, value in inner.items() if value is not None}
        self.outer = {k: v for k, v in (outer or {}).items() if v is not None}


def _name(name: Any) -> str:
    if type(name) is not str or not name:
        raise ToolUsageError("a tool without a name")
    return name


def _schema(schema: Any, name: str) -> dict[str, Any]:
    if schema is None:
        return {"type": "object", "properties": {}}
    if schema is True:
        return {"type": "object"}
    if type(schema) is not dict:
        raise ToolUsageError(f'tool "{name}" has a schema that is none')
    return schema


def envelopes(tool: object) -> list[Envelope]:
    """What *tool* holds: one tool, or as many as a Gemini tool declares.

    Raises:
        ToolUsageError: When it has none of the shapes, or is no JSON data.
    """
    plain = _plain(tool)
    if type(plain) is not dict:
        raise _no_shape(tool)
    shape = own_json(plain)
    found = list(_read(shape))
    if not found:
        raise _no_shape(shape)
    return found


def _plain(tool: Any) -> Any:
    """An SDK's object as the dict that it stands for."""
    dump = getattr(tool, "model_dump", None)
    if callable(dump):
        return dump(mode="json", by_alias=True, exclude_none=True)
    return dict(tool) if hasattr(tool, "keys") else tool


def own_json(value: Any) -> Any:
    """A copy of JSON data.

    Raises:
        ToolUsageError: When it is something else, very deep or very large.
    """
    left = _MOST_VALUES

    def copied(value: Any, depth: int) -> Any:
        nonlocal left
        left -= 1
        if left < 0 or depth > _DEEPEST:
            raise ToolUsageError("a tool that is too large, too deep, or holds itself")
        if isinstance(value, dict):
            if not all(type(key) is str for key in value):
                raise ToolUsageError("a tool with a key that is no text")
            return {key: copied(item, depth + 1) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [copied(item, depth + 1) for item in value]
        if isinstance(value, str):  # an Enum of texts too
            return str.__str__(value)
        if value is None or type(value) in (bool, int):
            return value
        if type(value) is float and value - value == 0:
            return value
        if hasattr(value, "model_dump"):
            return copied(_plain(value), depth)
        raise ToolUsageError(f"a tool with a {type(value).__name__} in it, which is not JSON")

    return copied(value, 0)


def _read(shape: dict[str, Any]) -> Iterator[Envelope]:
    declarations = shape.get("functionDeclarations", shape.get("function_declarations"))
    if type(declarations) is list:
        outer = _without(shape, "functionDeclarations", "function_declarations")
        for declaration in declarations:
            if type(declaration) is dict:
                yield _declaration(declaration, outer)
    elif type(specification := shape.get("toolSpec")) is dict:
        schema = specification.get("inputSchema")
        if type(schema) is dict and "json" in schema:
            own = {**specification, "inputSchema": schema["json"]}
            outer = _without(shape, "toolSpec")
            yield Envelope("bedrock", own, schema=("inputSchema",), outer=outer)
    elif type(function := shape.get("function")) is dict:
        if shape.get("type", "function") == "function":
            outer = _without(shape, "type", "function")
            yield Envelope("openai", function, schema=("parameters",), outer=outer)
    elif "name" in shape:
        yield from _flat(shape)


def _flat(shape: dict[str, Any]) -> Iterator[Envelope]:
    if "input_schema" in shape:
        own = _without(shape, "type") if shape.get("type") in (None, "custom") else shape
        yield Envelope("anthropic", own, schema=("input_schema",))
    elif "inputSchema" in shape:
        yield Envelope("mcp", shape, schema=("inputSchema",), returns="outputSchema")
    elif shape.get("type") == "function":
        own = _without(shape, "type")
        yield Envelope("openai_responses", own, schema=("parameters",))
    elif "type" in shape:
        return
    elif "parametersJsonSchema" in shape or "parameters_json_schema" in shape or _is_gemini(shape):
        yield _declaration(shape, {})
    elif "parameters" in shape:
        yield Envelope("openai_responses", shape, schema=("parameters",))


def _is_gemini(shape: dict[str, Any]) -> bool:
    """Whether `parameters` is Gemini's own Schema, whose types are in capitals."""
    parameters = shape.get("parameters")
    kind = parameters.get("type") if type(parameters) is dict else None
    return type(kind) is str and kind.isupper()


def _declaration(declaration: dict[str, Any], outer: dict[str, Any]) -> Envelope:
    own = dict(declaration)
    if type(own.get("parameters")) is dict:
        from toolschema_runtime.dialects._gemini_schema import as_json_schema

        try:
            own["parameters"] = as_json_schema(own["parameters"])
        except (AttributeError, TypeError, ValueError) as error:
            raise ToolUsageError("a Gemini declaration whose parameters are no schema") from error
    schema = ("parametersJsonSchema", "parameters_json_schema", "parameters")
    return Envelope("gemini", own, schema=schema, outer=outer)


def _without(shape: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in shape.items() if key not in keys}


def _no_shape(tool: Any) -> ToolUsageError:
    kind = tool.get("type") if isinstance(tool, dict) else None
    if type(kind) is str and kind != "function":
        return ToolUsageError(
            f"a tool of type {kind[:60]!r} is no function: give it to the provider itself"
        )
    if not isinstance(tool, dict):
        return ToolUsageError(
            f"{type(tool).__name__} is no tool: give functions marked with tool, definitions, registries, "
            f"or tools in one of these shapes: {_SHAPES}"
        )
    keys = ", ".join(map(repr, tool))[:80]
    return ToolUsageError(f"no tool in a known shape (its keys are {keys}); known are: {_SHAPES}")


def give_back(fmt: str, envelopes: list[Any], records: list[dict[str, Any]]) -> None:
    """Put what came in the shape of *fmt*, and is in none of our records, back into what was encoded.

    Args:
        fmt: The format.
        envelopes: The provider's tools, just made.
        records: The records that they were made of, in the same order.
    """
    declarations = envelopes[0]["functionDeclarations"] if fmt == "gemini" and envelopes else []
    for index, record in enumerate(records):
        kept = record.get("envelope")
        if kept is None or kept["format"] != fmt:
            continue
        outer = envelopes[0] if fmt == "gemini" else envelopes[index]
        inner = declarations[index] if fmt == "gemini" else outer
        inner = inner.get("function", inner.get("toolSpec", inner))
        for key, value in kept["inner"].items():
            mine = inner.get(key)
            inner[key] = {**mine, **value} if type(mine) is dict and type(value) is dict else value
        for key, value in kept["outer"].items():
            outer.setdefault(key, value)
