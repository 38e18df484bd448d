"""Tool calls as values: what a model asked for, and what came of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, NoReturn

    from toolschema_runtime._errors import ToolCallError


class _Value:
    """A frozen value: its fields are its slots, given once."""

    __slots__ = ()
    _fields: tuple[str, ...] = ()

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen; make a new one")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen; make a new one")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self._fields)

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self._fields))

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields)
        return f"{type(self).__name__}({fields})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), {name: getattr(self, name) for name in self._fields})


def _restored(cls: type[_Value], fields: Mapping[str, Any]) -> _Value:
    value = cls.__new__(cls)
    for name, field in fields.items():
        object.__setattr__(value, name, field)
    return value


class ToolCall(_Value):
    """One call that a model asks for; made by hand or read from a provider's response.

    Attributes:
        name: The tool's name.
        arguments: An object, the JSON text of one, or None for none; a mapping that is no dict is made one, with
            those inside it.
        id: The provider's id of the call, where it has one.
        format: The format that the result's message takes, e.g. `"anthropic"`.
    """

    __slots__ = ("arguments", "format", "id", "name")
    __match_args__ = ("name", "arguments", "id", "format")
    _fields = __match_args__

    name: str
    arguments: Mapping[str, Any] | str | None
    id: str | None
    format: str | None

    def __init__(
        self,
        name: str,
        arguments: Mapping[str, Any] | str | None = None,
        id: str | None = None,
        format: str | None = None,
    ) -> None:
        freeze = object.__setattr__
        freeze(self, "name", name)
        freeze(self, "arguments", _own(arguments))
        freeze(self, "id", id)
        freeze(self, "format", None if format is None else str(format))

    def __hash__(self) -> int:
        # Arguments are mostly dicts, which have no hash.
        return hash((self.name, self.id, self.format))


def _own(arguments: Any) -> Any:
    if type(arguments) is dict or not hasattr(arguments, "keys"):
        return arguments
    try:
        return plain(arguments)
    except RecursionError:  # too deep for any tool, which is said when it is called
        return arguments


def plain(value: Any) -> Any:
    """JSON data in other mappings than dict, as an SDK or a host may keep it."""
    if hasattr(value, "keys"):
        return {key: plain(value[key]) for key in value.keys()}  # noqa: SIM118  # not all can be gone through
    return [plain(item) for item in value] if type(value) is list else value


class CutOffCall(ToolCall):
    """A call in a response that was cut off: its arguments may lack their end, so it is never run."""

    __slots__ = ()


class ToolResult(_Value):
    """What came of one call; made by hand or by `execute`.

    Attributes:
        call: The call.
        value: What the tool returned; None when it failed.
        error: Why there is no value, or None.
        data: The value as JSON data; None when there is an error.
        text: What the model is told.
        repairs: What a lenient registry mended in the arguments, in words.
    """

    __slots__ = ("call", "data", "error", "repairs", "text", "value")
    _fields = ("call", "value", "error", "data", "text", "repairs")

    call: ToolCall
    value: Any
    error: Exception | None
    data: Any
    text: str
    repairs: tuple[str, ...]

    def __init__(
        self,
        call: ToolCall,
        *,
        value: Any = None,
        error: ToolCallError | Exception | str | None = None,
        data: Any = ...,
        text: str | None = None,
        repairs: Sequence[str] = (),
    ) -> None:
        """Make a result.

        Args:
            call: The call that is answered.
            value: What the tool returned.
            error: Why there is no value; a text is a refusal with that text.
            data: The value as JSON data, where it is no JSON data itself.
            text: What the model is told, instead of the data or the error's own text.
            repairs: What was mended in the arguments.

        Raises:
            TypeError: If the value is no JSON data and no *data* is given.
        """
        if isinstance(error, str):
            from toolschema_runtime._errors import ToolCallRefused

            error = ToolCallRefused(error, tool=call.name, call_id=call.id)
        if error is not None:
            value = data = None
        elif data is ...:
            data = value
        freeze = object.__setattr__
        freeze(self, "call", call)
        freeze(self, "value", value)
        freeze(self, "error", error)
        freeze(self, "data", data)
        freeze(self, "text", text if text is not None else _told(data, error))
        freeze(self, "repairs", tuple(repairs))

    @property
    def is_error(self) -> bool:
        """Whether there is an error instead of a value."""
        return self.error is not None


def _told(data: Any, error: Exception | None) -> str:
    if error is None:
        return data if isinstance(data, str) else _as_json(data)
    for_model = getattr(error, "for_model", None)
    # An exception of a stranger may hold secrets of the host.
    return "the tool failed" if for_model is None else str(for_model())


def _as_json(data: Any) -> str:
    import json

    return json.dumps(data, ensure_ascii=False, allow_nan=False)


class ToolResults(tuple[ToolResult, ...]):
    """The results of one round, in the order of the calls."""

    __slots__ = ()

    def __new__(cls, results: Iterable[ToolResult] = ()) -> ToolResults:  # noqa: PYI034  # no Self in 3.10
        return super().__new__(cls, results)

    def __add__(self, other: tuple[ToolResult, ...]) -> ToolResults:  # type: ignore[override]
        return ToolResults((*self, *other))

    def __repr__(self) -> str:
        return f"ToolResults({list(self)!r})"

    @property
    def messages(self) -> list[Any]:
        """What to append to the conversation, in the shape of the provider that asked.

        Raises:
            ToolUsageError: If a call has no format or one that is none, or the calls are of several.
        """
        if not self:
            return []
        from toolschema_runtime._checks import check_format
        from toolschema_runtime._errors import ToolUsageError
        from toolschema_runtime.dialects import dialect

        formats = {result.call.format for result in self}
        if None in formats:
            raise ToolUsageError("a call made by hand needs a format: ToolCall(…, format=…)")
        if len(formats) > 1:
            names = ", ".join(sorted(map(str, formats)))
            raise ToolUsageError(
                f"one conversation takes the results of one format, not of {names}"
            )
        [fmt] = map(str, formats)
        check_format(fmt)
        return dialect(fmt).messages(self)
