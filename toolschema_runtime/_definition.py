"""Tools as a registry holds them: their records, where they came from, the rules for calling them, and their forms for providers."""

from __future__ import annotations

# Not from collections.abc: while another thread imports collections, Python finds no such module.
from _collections_abc import Mapping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from toolschema_runtime._decode.generate import Make
    from toolschema_runtime._decode.limits import Limits
    from toolschema_runtime._decode.nodes import Node
    from toolschema_runtime._decode.signature import Signature
    from toolschema_runtime.dialects._formats import SchemaFormat

# From this call on a tool's decoder is compiled: compiling costs as much as some hundred calls save.
_COMPILED_FROM = 4


class Source:
    """A record and where it came from; what is made of it lazily is shared by all registries.

    Args:
        module: The module that the side-file belongs to.
        record: The tool in the side-file.
        handler: What is called, when it is not what the module has under the recorded name.
    """

    __slots__ = ("_handler", "_makes", "_returns", "_signature", "calls", "module", "record")

    def __init__(
        self, module: str, record: dict[str, Any], handler: Callable[..., Any] | None = None
    ) -> None:
        self.module = module
        self.record = record
        self.calls = 0
        self._signature: Signature | None = None
        self._returns: Node | None = None
        self._handler = handler
        # By id of the function, which is kept beside: an override in a subclass has its own defaults.
        self._makes: dict[int, tuple[Any, Make | None]] = {}

    @property
    def receiver(self) -> str:
        return str(self.record["binding"].get("receiver"))

    @property
    def signature(self) -> Signature:
        """What is decoded and how it is passed; the modules of its classes are imported for it."""
        if self._signature is None:
            from toolschema_runtime._decode.classes import Classes
            from toolschema_runtime._decode.signature import read_signature

            # Two threads may both read it, and what they get is equal.  A lock would be held while the user's
            # modules are imported, and one of those may wait for this very tool in another thread.
            self._signature = read_signature(
                self.record["binding"], Classes(self.module), self.record["name"]
            )
        return self._signature

    @property
    def returns(self) -> Node | None:
        """The plan of the result; None when it is not described."""
        if self._returns is None and self.record["binding"].get("returns") is not None:
            from toolschema_runtime._decode.classes import Classes
            from toolschema_runtime._decode.signature import read_returns

            self._returns = read_returns(
                self.record["binding"], Classes(self.module), self.record["name"]
            )
        return self._returns

    @property
    def handler(self) -> Callable[..., Any]:
        """The function itself, checked against the record; an instance method is not bound."""
        if self._handler is None:
            from toolschema_runtime._handlers import find_handler
            from toolschema_runtime._side_file import import_module

            import_module(self.module)
            self._handler = find_handler(self.module, self.record["qualname"], self.signature)
        return self._handler

    @property
    def unchecked(self) -> tuple[str, ...]:
        """What of the schema no call is checked by: nothing, for a record of the plugin's."""
        return ()

    def bind(
        self, decoded: Mapping[str, Any], injected: Mapping[str, Any], handler: Callable[..., Any]
    ) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """What to pass to *handler* by position, and what by keyword."""
        from toolschema_runtime._binding import bind

        return bind(self.signature, decoded, injected, handler)

    def make_for(self, handler: Callable[..., Any]) -> Make | None:
        """What makes compiled calls of *handler*, from its fourth call on; None before, and where none fits."""
        function = getattr(handler, "__func__", handler)
        made = self._makes.get(id(function))
        if made is not None:
            return made[1]
        # Threads may count a call of theirs as one: then it is a later one that compiles.
        self.calls += 1
        if self.calls < _COMPILED_FROM:
            return None
        # Whose entry it is compiles; other threads go on without, instead of waiting or doing it too.
        claim = (function, None)
        if self._makes.setdefault(id(function), claim) is not claim:
            return None
        try:
            make = _compiled(self.signature, function)
        except BaseException:
            del self._makes[id(function)]
            raise
        self._makes[id(function)] = (function, make)
        return make

    def made_for(self, handler: Callable[..., Any]) -> Make | None:
        """As `make_for`, if it is there already; asking is not counted as a call."""
        made = self._makes.get(id(getattr(handler, "__func__", handler)))
        return None if made is None else made[1]


def _compiled(signature: Signature, function: Callable[..., Any]) -> Make | None:
    from toolschema_runtime._decode.generate import generate
    from toolschema_runtime._handlers import own_defaults

    return generate(signature, own_defaults(function))


class Rules:
    """How the calls of one tool are treated in one registry."""

    __slots__ = (
        "approval",
        "bound",
        "instance",
        "is_lenient",
        "limits",
        "on_error",
        "providers",
        "redact",
        "timeout",
    )

    def __init__(self) -> None:
        self.bound: dict[Any, Any] = {}
        self.providers: tuple[Callable[..., Any], ...] = ()
        # The object whose method is called, or the class for a class or static method, as `(object,)`.
        self.instance: tuple[object] | None = None
        self.approval: bool | None = None
        self.timeout: float | None = None
        self.on_error: Any = "report"
        self.redact = False
        self.is_lenient = False
        self.limits: Limits | None = None

    def with_changes(self, **changes: Any) -> Rules:
        copy = Rules()
        for name in self.__slots__:
            setattr(copy, name, changes.get(name, getattr(self, name)))
        return copy


NO_RULES = Rules()


class ToolDefinition(Mapping[str, "Any"]):
    """A tool: a read-only mapping of its OpenAI envelope, with what its record says as attributes."""

    __slots__ = ("_encoded", "_record", "_rules", "_source", "name")

    def __init__(self, source: Source, record: dict[str, Any], rules: Rules) -> None:
        self.name: str = record["name"]
        self._source = source
        self._record = record
        self._rules = rules
        self._encoded: dict[str, bytes] = {}

    @staticmethod
    def raw(
        tool: object,
        handler: Callable[..., Any] | None = None,
        *,
        approval: bool = False,
        tags: Iterable[str] = (),
    ) -> ToolDefinition:
        """Make a tool of one that has a schema already.

        Args:
            tool: A tool in the shape of OpenAI, Anthropic, Gemini, Bedrock or MCP, as a dict or an SDK's
                object; or a callable with `__mcp_input_schema__`, which is then called with keywords.
            handler: What is called with the checked arguments as one dict; it may be async.
            approval: Whether a call waits for a decision by the host.
            tags: Words for `ToolRegistry.filter`.

        Raises:
            ToolUsageError: If *tool* has none of these shapes, or is no JSON data.
        """
        from toolschema_runtime._raw.tool import definition_of

        return definition_of(tool, handler, approval=approval, tags=tags)

    @property
    def title(self) -> str | None:
        """The name for people, if one was given."""
        title: str | None = self._record.get("title")
        return title

    @property
    def description(self) -> str:
        """What the tool does, in the words the model reads."""
        description: str = self._record["description"]
        return description

    @property
    def parameters(self) -> dict[str, Any]:
        """The canonical JSON Schema of the arguments; a fresh copy."""
        parameters: dict[str, Any] = _copied(self._record["parameters"])
        return parameters

    @property
    def returns(self) -> dict[str, Any] | None:
        """The JSON Schema of the result, or None when it is not described."""
        returns: dict[str, Any] | None = _copied(self._record.get("returns"))
        return returns

    @property
    def strict(self) -> bool:
        """Whether `parameters` has the strict form."""
        return bool(self._record["strict"])

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats it was declared for; all when none were declared."""
        declared = self._record.get("formats")
        if declared is None:
            from toolschema_runtime.dialects import FORMATS

            return FORMATS
        return tuple(declared)

    @property
    def annotations(self) -> dict[str, bool]:
        """The hints that were given, by MCP's names."""
        annotations: dict[str, bool] = dict(self._record["annotations"])
        return annotations

    @property
    def approval(self) -> bool:
        """Whether a call waits for a decision by the host."""
        rule = self._rules.approval
        return bool(self._record.get("approval", False)) if rule is None else rule

    @property
    def tags(self) -> tuple[str, ...]:
        """The words that the tool was tagged with."""
        return tuple(self._record.get("tags", ()))

    @property
    def is_async(self) -> bool:
        """Whether it has to be called with `acall`."""
        return bool(self._record["is_async"])

    @property
    def unchecked(self) -> tuple[str, ...]:
        """JSON pointers to the keywords of a raw tool's schema that nothing checks."""
        return self._source.unchecked

    @property
    def qualname(self) -> str:
        """Where the function is in its module."""
        return str(self._record["qualname"])

    @property
    def injected(self) -> dict[str, bool]:
        """The parameters that the host still has to give -> whether each is required."""
        bound = self._rules.bound
        return {
            record["name"]: record["inject"].get("required") is True
            for record in injected_records(self._record)
            if record["name"] not in bound and record["inject"].get("type") not in bound
        }

    @property
    def handler(self) -> Callable[..., Any]:
        """The function that is called; its module is imported for it.

        Raises:
            SideFileError: When it is not the function that was recorded.
        """
        handler = self._source.handler
        if self._rules.instance is None:
            return handler
        from toolschema_runtime._handlers import bind_method

        return bind_method(self._rules.instance[0], self.qualname)

    @property
    def is_bound(self) -> bool:
        """Whether it can be called: a method needs an instance."""
        return self._source.receiver != "method" or self._rules.instance is not None

    @property
    def is_available(self) -> bool:
        """Whether it is offered now: what `when` names is asked of its object, if both are there."""
        when = self._record.get("when")
        if when is None or self._rules.instance is None:
            return True
        from toolschema_runtime._handlers import condition_holds

        return condition_holds(self._rules.instance[0], self.qualname, when)

    def format(self, fmt: str | SchemaFormat) -> dict[str, Any]:
        """The envelope of this tool in a provider's format; a fresh copy.

        Raises:
            ToolUsageError: If there is no such format.
        """
        key = str(fmt)
        encoded = self._encoded.get(key)
        if encoded is None:
            envelope = encode(key, lambda module: module.tool(self._record))
            if "envelope" in self._record:
                from toolschema_runtime._raw.envelopes import give_back

                is_declaration = key == "gemini"
                tools = [{"functionDeclarations": [envelope]}] if is_declaration else [envelope]
                give_back(key, tools, [self._record])
            encoded = self._encoded[key] = packed(envelope)  # the copy is the caller's own
        copy: dict[str, Any] = unpacked(encoded)
        return copy

    def __getitem__(self, key: str) -> Any:
        return self.format("openai")[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.format("openai"))

    def __len__(self) -> int:
        return len(self.format("openai"))

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"<ToolDefinition {self.name} of {self._source.module}:{self.qualname}>"

    def _changed(self, *, name: str | None = None, **rules: Any) -> ToolDefinition:
        record = self._record if name is None else {**self._record, "name": name}
        changed = self._rules.with_changes(**rules) if rules else self._rules
        return ToolDefinition(self._source, record, changed)


class Schemas:
    """The tools of a registry as providers take them."""

    __slots__ = ("_encoded", "_records")

    def __init__(self, records: list[dict[str, Any]]) -> None:
        self._records = records
        self._encoded: dict[str, bytes] = {}

    def format(self, fmt: str | SchemaFormat) -> list[Any]:
        """What the provider's request wants as its tools; a fresh copy, encoded once per format.

        Args:
            fmt: `openai`, `openai_responses`, `anthropic`, `gemini`, `mcp`, `bedrock`, `mistral`,
                `cohere` or `ollama`.

        Raises:
            ToolUsageError: If there is no such format.
        """
        key = str(fmt)
        encoded = self._encoded.get(key)
        if encoded is None:
            # Two threads may both encode; the bytes are equal and one of them is kept.
            tools = encode(key, lambda module: module.tools(self._records))
            if any("envelope" in record for record in self._records):
                from toolschema_runtime._raw.envelopes import give_back

                give_back(key, tools, self._records)
            encoded = self._encoded[key] = packed(tools)
        copy: list[Any] = unpacked(encoded)
        return copy


def injected_records(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The injected parameters in a record, as far as it is sound: what is not is met at the first call."""
    parameters = record["binding"].get("parameters")
    if type(parameters) is not list:
        return []
    return [
        parameter
        for parameter in parameters
        if type(parameter) is dict
        and type(parameter.get("inject")) is dict
        and type(parameter.get("name")) is str
    ]


def encode(fmt: str, make: Callable[[Any], Any]) -> Any:
    """What *make* gives for the dialect of *fmt*.

    Raises:
        ToolUsageError: If there is no such format.
        SideFileError: If the dialect meets something in a side-file that is no JSON Schema.
    """
    from toolschema_runtime.dialects import dialect

    try:
        module = dialect(fmt)
    except ValueError as error:
        from toolschema_runtime._errors import ToolUsageError

        raise ToolUsageError(str(error)) from error
    try:
        return make(module)
    except (TypeError, ValueError, AttributeError, LookupError, RecursionError) as error:
        from toolschema_runtime._errors import SideFileError

        raise SideFileError(f"a tool has a schema that is damaged: {error!r}") from error


def packed(value: Any) -> bytes:
    """JSON data as bytes; marshal is several times as fast as json or deepcopy."""
    import marshal

    return marshal.dumps(value)


def unpacked(data: bytes) -> Any:
    import marshal

    return marshal.loads(data)


def _copied(value: Any) -> Any:
    return unpacked(packed(value))
