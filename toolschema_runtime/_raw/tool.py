"""A tool of a stranger's schema as the registry holds it: a record, and how its calls are checked and made."""

from __future__ import annotations

from toolschema_runtime._decode.faults import INVALID
from toolschema_runtime._decode.nodes import copy_json, is_json
from toolschema_runtime._decode.signature import Signature
from toolschema_runtime._definition import NO_RULES, Source, ToolDefinition
from toolschema_runtime._errors import ToolUsageError
from toolschema_runtime._raw.envelopes import Envelope, envelopes, own_json
from toolschema_runtime._raw.nodes import CountedFaults, Work
from toolschema_runtime._raw.soundness import sound

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from toolschema_runtime._decode.faults import Faults, Path
    from toolschema_runtime._raw.reader import Reading
    from toolschema_runtime._raw.rest import Rest

    Handler = Callable[..., Any]


class RawSignature(Signature):
    """The arguments of a raw tool: one object by its schema."""

    __slots__ = ("_reading", "_rest")

    def __init__(self, reading: Reading, rest: Rest | None, *, is_generator: bool) -> None:
        self._reading = reading
        self._rest = rest
        self.parameters = ()
        self.injected = ()
        self.receiver = "function"
        self.extra = None
        self.hidden = set()
        self.keys = list(reading.root.get("properties", ()))
        self.is_generator = is_generator

    def decode(self, sent: dict[str, Any], faults: Faults) -> dict[str, Any]:
        """The arguments as they were sent, and the tool's own."""
        for at, value in _strangers(sent, ()):
            faults.wrong_type(at, "JSON", value)
            return {}
        counted = CountedFaults(faults.repairs, Work(), faults.read)
        own = copy_json(sent)
        arguments = self._reading.node.decode(own, (), counted)
        if not counted.found and arguments is not INVALID and self._rest is not None:
            self._rest.check(arguments, counted)
        faults.found += counted.found
        return arguments if type(arguments) is dict else own


def _strangers(value: Any, at: Path) -> Iterable[tuple[Path, Any]]:
    """What in *value* is not JSON, and where."""
    if is_json(value):
        return
    items: Iterable[tuple[Any, Any]] = ()
    if type(value) is list:
        items = enumerate(value)
    elif type(value) is dict and all(type(key) is str for key in value):
        items = value.items()
    else:
        yield at, value
        return
    for key, item in items:
        yield from _strangers(item, (*at, key))


class RawSource(Source):
    """A raw tool's record, its function, and what is read from its schema at the first call."""

    __slots__ = ("_by_keyword", "_dropped", "_own_handler", "_read")

    def __init__(
        self, record: dict[str, Any], handler: Handler | None, *, by_keyword: bool = False
    ) -> None:
        super().__init__("raw", record)
        # The schema is ours alone: it was copied.
        self._dropped = sound(record["parameters"])
        self._own_handler = handler
        self._by_keyword = by_keyword
        self._read: tuple[RawSignature, tuple[str, ...]] | None = None

    @property
    def receiver(self) -> str:
        return "function"

    @property
    def signature(self) -> Signature:
        return self._reading()[0]

    @property
    def returns(self) -> None:
        return None

    @property
    def unchecked(self) -> tuple[str, ...]:
        return self._reading()[1]

    @property
    def handler(self) -> Handler:
        return self._missing_handler if self._own_handler is None else self._own_handler

    def _missing_handler(self, _arguments: dict[str, Any]) -> Any:
        raise NotImplementedError(f'tool "{self.record["name"]}" has no handler')

    def make_for(self, handler: Handler) -> None:
        """None: calls of a raw tool are not compiled."""

    def made_for(self, handler: Handler) -> None:
        """None, as `make_for`."""

    def bind(
        self, decoded: Mapping[str, Any], injected: Mapping[str, Any], handler: Handler
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return ((), dict(decoded)) if self._by_keyword else ((decoded,), {})

    def _reading(self) -> tuple[RawSignature, tuple[str, ...]]:
        if self._read is None:
            from toolschema_runtime._raw.reader import Reading

            # Two threads may both read it; what they get is equal, and one of them is kept.
            reading = Reading(self.record["parameters"], self._dropped)
            rest, unchecked = _rest_of(reading)
            signature = RawSignature(reading, rest, is_generator=self.record["is_generator"])
            self._read = signature, tuple(dict.fromkeys((*reading.unchecked, *unchecked)))
        return self._read


def _rest_of(reading: Reading) -> tuple[Rest | None, list[str]]:
    """What checks the rest of a schema, and the keywords that nothing checks."""
    if not reading.rest:
        return None, []
    from toolschema_runtime._raw.rest import Rest

    try:
        rest = Rest(reading)
    except ImportError:
        return None, list(reading.rest)
    return rest, rest.unchecked


def definition_of(
    tool: object, handler: Handler | None, *, approval: bool, tags: Iterable[str]
) -> ToolDefinition:
    """The definition of one tool in any provider's shape; see `ToolDefinition.raw`."""
    if isinstance(tool, ToolDefinition):
        raise ToolUsageError(f'tool "{tool.name}" is a definition already')
    if hasattr(tool, "__mcp_input_schema__"):
        return definition_of_callable(tool, handler, approval=approval, tags=tags)
    found = envelopes(tool)
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise ToolUsageError(f"several tools ({names}): give them to ToolRegistry([…])")
    return _definition(found[0], handler, approval=approval, tags=tags)


def definitions_of(tool: object) -> list[ToolDefinition]:
    """The definitions of what *tool* holds, without handlers."""
    return [_definition(each, None, approval=False, tags=()) for each in envelopes(tool)]


def definition_of_callable(
    tool: Any, handler: Handler | None = None, *, approval: bool = False, tags: Iterable[str] = ()
) -> ToolDefinition:
    """The definition of a callable that carries its schema, as aisuite's MCP tools do.

    It is called with keywords; another *handler* gets one dict.
    """
    own = {
        "name": getattr(tool, "__name__", None),
        "description": getattr(tool, "__doc__", None),
        "inputSchema": own_json(tool.__mcp_input_schema__),
    }
    envelope = Envelope("mcp", own, schema=("inputSchema",))
    return _definition(
        envelope, handler or tool, approval=approval, tags=tags, by_keyword=handler is None
    )


def _definition(
    envelope: Envelope,
    handler: Handler | None,
    *,
    approval: bool,
    tags: Iterable[str],
    by_keyword: bool = False,
) -> ToolDefinition:
    is_async, is_generator = (False, False) if handler is None else _kind_of(handler)
    record: dict[str, Any] = {
        "name": envelope.name,
        "qualname": envelope.name,
        "description": envelope.description,
        "parameters": envelope.parameters,
        "returns": envelope.returns,
        "strict": envelope.is_strict,
        "formats": None,
        "annotations": envelope.hints,
        "is_async": is_async,
        "is_generator": is_generator,
        "tags": list(tags),
        "binding": {},
    }
    if record["returns"] is not None:
        sound(record["returns"])
    if type(envelope.title) is str:
        record["title"] = envelope.title
    if approval:
        record["approval"] = True
    if envelope.inner or envelope.outer:
        record["envelope"] = {
            "format": envelope.format,
            "inner": envelope.inner,
            "outer": envelope.outer,
        }
    source = RawSource(record, handler, by_keyword=by_keyword)
    return ToolDefinition(source, record, NO_RULES)


def _kind_of(handler: Handler) -> tuple[bool, bool]:
    """Whether a function is async, and whether it gives its values one by one."""
    import inspect

    function: Any = handler
    if not inspect.isroutine(function) and not hasattr(function, "func"):  # an object with __call__
        function = type(handler).__call__
    is_async_generator = inspect.isasyncgenfunction(function)
    is_async = is_async_generator or inspect.iscoroutinefunction(function)
    return is_async, is_async_generator or inspect.isgeneratorfunction(function)
