"""ToolRegistry: an immutable set of tools that lists, encodes, cuts, joins and calls them."""

from __future__ import annotations

from toolschema_runtime._definition import (
    NO_RULES,
    Schemas,
    Source,
    ToolDefinition,
    encode,
)
from toolschema_runtime._side_file import discover, name_of, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from types import ModuleType
    from typing import Any, Literal, TypeAlias, TypeVar

    from toolschema_runtime._calls import ToolCall, ToolResults
    from toolschema_runtime._decode.limits import Limits
    from toolschema_runtime._errors import ToolExecutionError
    from toolschema_runtime._fitness import FormatChange
    from toolschema_runtime._injection import Injection, Takers
    from toolschema_runtime._side_file import SideFile
    from toolschema_runtime._state import StateItem
    from toolschema_runtime.dialects._formats import SchemaFormat

    T = TypeVar("T")
    Items: TypeAlias = Iterable[object]
    Approvals: TypeAlias = "Mapping[str, bool | str] | Callable[[ToolCall], Any] | None"
    Arguments: TypeAlias = "dict[str, Any] | str | None"
    OnError: TypeAlias = "Literal['report', 'raise'] | Callable[[ToolExecutionError], str]"

_UNCHANGED: Any = object()


class ToolRegistry:
    """A set of tools by name.

    Args:
        items: Any mix of functions and bound methods that were given to `tool`, definitions, registries,
            tools in any provider's shape, and callables with `__mcp_input_schema__`.

    Raises:
        DuplicateToolError: If two tools have one name.
        ToolUsageError: If an item is no tool.
    """

    __slots__ = (
        "_absent",
        "_async_calls",
        "_calls",
        "_definitions",
        "_state",
        "_takers_made",
        "schemas",
    )

    schemas: Schemas

    def __init__(self, items: Items = (), /) -> None:
        from toolschema_runtime._items import definitions_of, listed

        given = listed(items)
        state = [each for item in given if isinstance(item, ToolRegistry) for each in item._state]
        self._fill(definitions_of(given), {}, state)

    def _fill(
        self,
        definitions: Iterable[ToolDefinition],
        absent: Mapping[str, str],
        state: Iterable[StateItem] = (),
    ) -> ToolRegistry:
        self._definitions: dict[str, ToolDefinition] = {}
        for definition in definitions:
            if definition.name in self._definitions:
                from toolschema_runtime._names import duplicate

                raise duplicate(self._definitions[definition.name], definition)
            self._definitions[definition.name] = definition
        # Why a tool that might be looked for here is not.
        self._absent = dict(absent)
        self._state = tuple(state)
        if self._state:
            from toolschema_runtime._names import check_state

            check_state(self._state)
        self.schemas = Schemas([d._record for d in self._definitions.values() if d.is_bound])
        # Tools that are called often -> the compiled decoder, called with the arguments alone.
        self._calls: dict[str, Callable[[Any], Any]] = {}
        self._async_calls: dict[str, Callable[[Any], Any]] = {}
        self._takers_made: Takers | None = None
        return self

    @classmethod
    def _of(
        cls,
        definitions: Iterable[ToolDefinition],
        absent: Mapping[str, str],
        state: Iterable[StateItem] = (),
    ) -> ToolRegistry:
        return cls.__new__(cls)._fill(definitions, absent, state)

    def _with(self, definitions: Iterable[ToolDefinition]) -> ToolRegistry:
        """Other tools, and all else as it is here."""
        return self._of(definitions, self._absent, self._state)

    # -- finding -----------------------------------------------------------------------------------

    @classmethod
    def load(cls, *modules: str | ModuleType, directory: str | None = None) -> ToolRegistry:
        """The tools of modules, from their side-files; the modules are not imported.

        Args:
            modules: Names, `__name__`, or module objects.
            directory: Where the side-files are when not beside the sources; TOOLSCHEMA_DIR if not given.

        Raises:
            SideFileError: If a side-file is not found or cannot be read.
            DuplicateToolError: If two tools have one name.
            ToolUsageError: If something else than modules is given.
        """
        return cls._of_side_files([read(name_of(module), directory) for module in modules])

    @classmethod
    def discover(cls, package: str | ModuleType, directory: str | None = None) -> ToolRegistry:
        """The tools of a package and of every module below it; nothing is imported.

        Args:
            package: Its name or the module object.
            directory: Where the side-files are when not beside the sources; TOOLSCHEMA_DIR if not given.

        Raises:
            SideFileError: If there is no side-file, or one cannot be read.
            DuplicateToolError: If two tools have one name.
            ToolUsageError: If something else than a package or module is given.
        """
        names = discover(name_of(package), directory)
        return cls._of_side_files([read(module, directory) for module in names])

    @classmethod
    def _of_side_files(cls, files: list[SideFile]) -> ToolRegistry:
        omitted = {name: file.module for file in files for name in file.omitted}
        absent: dict[str, str] = {}
        definitions = []
        for file in files:
            for record in file.tools:
                if record["binding"].get("receiver") == "method":
                    owner = record["qualname"].rpartition(".")[0]
                    why = f"it is a method of {owner}: ToolRegistry.for_instance(…) has it"
                    absent[record["name"]] = why
                else:
                    definitions.append(
                        ToolDefinition(Source(file.module, record), record, NO_RULES)
                    )
        if omitted:
            from toolschema_runtime._names import warn_of_omitted

            absent.update(warn_of_omitted(omitted, depth=3))
        return cls._of(definitions, absent)

    @classmethod
    def for_instance(cls, target: object, directory: str | None = None) -> ToolRegistry:
        """The tools and the state of an object's class, bound to it; those of a class itself are unbound.

        An override in a subclass replaces the inherited tool; one that is not marked is called
        with the record of the method it overrides.

        Raises:
            SideFileError: If no class of the object has a tool or state.
            DuplicateToolError: If two tools have one name.
        """
        from toolschema_runtime._items import members_of

        definitions, state, omitted = members_of(target, directory)
        absent: Mapping[str, str] = {}
        if omitted:
            from toolschema_runtime._names import warn_of_omitted

            absent = warn_of_omitted(omitted, depth=2)
        return cls._of(definitions, absent, state)

    # -- reading -----------------------------------------------------------------------------------

    def __getitem__(self, name: str) -> ToolDefinition:
        return self._find(name)

    def __getattr__(self, name: str) -> ToolDefinition:
        if name.startswith("_"):
            raise AttributeError(f'the registry has no attribute "{name}"')
        if name in self._definitions:
            return self._definitions[name]
        from toolschema_runtime._names import unknown_attribute

        raise unknown_attribute(name, dir(self))

    def __contains__(self, name: object) -> bool:
        return name in self._definitions

    def __len__(self) -> int:
        return len(self._definitions)

    def __iter__(self) -> Iterator[ToolDefinition]:
        return iter(self._definitions.values())

    def __dir__(self) -> list[str]:
        tools = [name for name in self._definitions if name.isidentifier()]
        return sorted({*object.__dir__(self), *tools})

    def __repr__(self) -> str:
        return f"<ToolRegistry of {len(self)}: {', '.join(self._definitions)}>"

    def get(self, name: str, default: T | None = None) -> ToolDefinition | T | None:
        """The tool of that name, or *default*."""
        return self._definitions.get(name, default)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all tools, in order."""
        return tuple(self._definitions)

    @property
    def unbound(self) -> tuple[str, ...]:
        """The names of methods that were listed without an instance, and so are never encoded."""
        return tuple(name for name, d in self._definitions.items() if not d.is_bound)

    def _find(self, name: str, call_id: str | None = None) -> ToolDefinition:
        definition = self._definitions.get(name) if type(name) is str else None
        if definition is None:
            from toolschema_runtime._names import not_found

            raise not_found(str(name), self._definitions, self._absent, call_id)
        return definition

    @property
    def _takers(self) -> Takers:
        if self._takers_made is None:
            from toolschema_runtime._injection import Takers

            self._takers_made = Takers(self)
        return self._takers_made

    # -- cutting and joining -----------------------------------------------------------------------

    def __add__(self, other: ToolRegistry) -> ToolRegistry:
        if not isinstance(other, ToolRegistry):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        absent = {**self._absent, **other._absent}
        return self._of([*self, *other], absent, [*self._state, *other._state])

    def extend(self, items: Items) -> ToolRegistry:
        """With further tools and state, which replace those of the same name."""
        further = ToolRegistry(items)
        merged = {**self._definitions, **further._definitions}
        state = {each.name: each for each in (*self._state, *further._state)}
        return self._of(merged.values(), {**self._absent, **further._absent}, [*state.values()])

    def filter(self, predicate: Callable[[ToolDefinition], bool]) -> ToolRegistry:
        """Only the tools for which *predicate* holds."""
        return self._with([d for d in self if predicate(d)])

    def only(self, *names: str) -> ToolRegistry:
        """Only the tools of these names, in this order.

        Raises:
            ToolNotFoundError: If there is no such tool.
        """
        return self._with([self._find(name) for name in names])

    def without(self, *names: str) -> ToolRegistry:
        """All but the tools of these names.

        Raises:
            ToolNotFoundError: If there is no such tool.
        """
        left_out = {self._find(name).name for name in names}
        return self._with([d for d in self if d.name not in left_out])

    def prefixed(self, prefix: str) -> ToolRegistry:
        """With *prefix* before every name, of state too.

        Raises:
            ToolUsageError: If a name is then not one that providers take.
        """
        changed = self._with_names({name: prefix + name for name in self._definitions})
        state = [each.named(prefix + each.name) for each in self._state]
        return self._of(changed, self._absent, state) if state else changed

    def renamed(self, names: Mapping[str, str]) -> ToolRegistry:
        """With other names, given as `{old: new}`.

        Raises:
            ToolNotFoundError: If there is no tool of an old name.
            ToolUsageError: If a new name is not one that providers take.
        """
        return self._with_names({self._find(old).name: new for old, new in names.items()})

    def _with_names(self, names: Mapping[str, str]) -> ToolRegistry:
        from toolschema_runtime._names import check_names

        check_names(names.values())
        return self._with([d._changed(name=names[d.name]) if d.name in names else d for d in self])

    def supporting(self, fmt: str | SchemaFormat) -> ToolRegistry:
        """Only the tools declared for *fmt*, and those that declared no formats."""
        encode(str(fmt), lambda module: module)
        return self.filter(lambda definition: str(fmt) in definition.formats)

    def available(self) -> ToolRegistry:
        """Only the tools that are offered now: `when` of each is asked, of the object it is bound to.

        A tool without `when` is always offered, an unbound one is kept.  A call of one that is not
        offered is refused also by the whole registry, with a text for the model.
        """
        return self.filter(lambda definition: definition.is_available)

    def lenient(self) -> ToolRegistry:
        """With unambiguous repairs of arguments, each recorded in `ToolResult.repairs`."""
        return self._with_rules(is_lenient=True)

    def bind(
        self, provider: Callable[[ToolCall], Any] | None = None, /, **values: object
    ) -> ToolRegistry:
        """With values for injected parameters, which no later call can replace.

        Args:
            provider: A function from a call to further values; it may be async for `acall`.
            values: Values by parameter name.

        Raises:
            UnknownInjectedValueError: If no tool takes such a value.
            ToolUsageError: If *provider* is no function.
        """
        if provider is not None:
            from toolschema_runtime._checks import check_provider

            check_provider(provider)
        known = self._takers.resolve(values)
        return self._with(
            [
                d._changed(
                    bound={**known, **d._rules.bound},
                    providers=(*d._rules.providers, *([] if provider is None else [provider])),
                )
                for d in self
            ]
        )

    def configured(
        self,
        *,
        on_error: OnError = _UNCHANGED,
        timeout: float | None = _UNCHANGED,
        approval: bool | None = _UNCHANGED,
        redact: bool = _UNCHANGED,
        limits: Limits | None = _UNCHANGED,
    ) -> ToolRegistry:
        """With other rules for all tools; what is not given stays.

        Args:
            on_error: `"report"`, `"raise"`, or a function from a ToolExecutionError to a text.
            timeout: Seconds for each call; None for each tool's own word.
            approval: Whether every call, or none, waits for a decision; None for each tool's own word.
            redact: Whether errors leave the model's values out of their texts.
            limits: How large arguments may be; None for what every registry has.

        Raises:
            ToolUsageError: If a value is none of these.
        """
        from toolschema_runtime._checks import check_rules

        given: dict[str, Any] = {
            "on_error": on_error,
            "timeout": timeout,
            "approval": approval,
            "redact": redact,
            "limits": limits,
        }
        said = {k: v for k, v in given.items() if v is not _UNCHANGED}
        check_rules(said)
        return self._with_rules(**said)

    def _with_rules(self, **rules: Any) -> ToolRegistry:
        return self._with([d._changed(**rules) for d in self])

    def check(self, fmt: str | SchemaFormat) -> list[FormatChange]:
        """What a provider changes in these tools or refuses, each and all together; encoding never needs it.

        Limits of a whole set are known here alone: the number of tools, Anthropic's budgets for strict
        ones, OpenAI's totals of properties and enum values.

        Args:
            fmt: The format, as for `schemas.format`.

        Returns:
            One `FormatChange` for each rule that is met, in the order of the tools, then those about all.

        Raises:
            ToolUsageError: If there is no such format.
        """
        from toolschema_runtime._fitness import changes

        return changes(str(fmt), self.schemas._records)

    # -- state -------------------------------------------------------------------------------------

    def state(self) -> dict[str, Any]:
        """What `@sees` shows of the objects behind this registry, now.

        Returns:
            JSON data by the declared types, in the order of the source.

        Raises:
            UnboundToolError: If only the class of an object is known.
            SideFileError: If something is not what was recorded.
            ToolExecutionError: If a value does not fit its declared type; its text names the path.
        """
        return {each.name: each.read() for each in self._state}

    def state_schema(self) -> dict[str, Any]:
        """The JSON Schema of `state()`, an object with the docstrings as descriptions; a fresh copy."""
        from toolschema_runtime._state import state_schema

        return state_schema(self._state)

    # -- calling -----------------------------------------------------------------------------------

    def call(
        self,
        name: str,
        arguments: Arguments = None,
        *,
        inject: Injection = None,
        approved: bool = False,
        timeout: float | None = None,
    ) -> Any:
        """Checks the arguments, calls the tool, and gives its own value.

        Args:
            name: The tool.
            arguments: A dict or its JSON text; None, `""` and `"null"` mean none.
            inject: Values for injected parameters that are not bound, or a function from the call to them.
            approved: Whether the host agrees, for a tool that asks for it.
            timeout: Seconds, instead of the tool's own; above 0.

        Raises:
            ToolUsageError: When the host made a mistake; nothing has run.
            ToolCallError: When the call is refused (nothing has run) or the tool failed.
        """
        call_fast = self._calls.get(name)
        if call_fast is not None and inject is None and timeout is None:
            return call_fast(arguments)
        from toolschema_runtime import _dispatch

        value = _dispatch.call(
            self, name, arguments, inject=inject, approved=approved, timeout=timeout
        )
        if call_fast is None:
            self._remember(name, self._calls, is_async=False)
        return value

    def __call__(
        self,
        name: str,
        arguments: Arguments = None,
        *,
        inject: Injection = None,
        approved: bool = False,
        timeout: float | None = None,
    ) -> Any:
        """As `call`."""
        return self.call(name, arguments, inject=inject, approved=approved, timeout=timeout)

    def call_or_none(
        self,
        name: str,
        arguments: Arguments = None,
        *,
        inject: Injection = None,
        approved: bool = False,
        timeout: float | None = None,
    ) -> Any:
        """As `call`, but None for a name that is no tool."""
        if name not in self._definitions:
            return None
        return self.call(name, arguments, inject=inject, approved=approved, timeout=timeout)

    async def acall(
        self,
        name: str,
        arguments: Arguments = None,
        *,
        inject: Injection = None,
        approved: bool = False,
        timeout: float | None = None,
    ) -> Any:
        """As `call`, for tools of either kind: a sync one runs in a thread, with the context copied."""
        call_fast = self._async_calls.get(name)
        if call_fast is not None and inject is None and timeout is None:
            return await call_fast(arguments)
        from toolschema_runtime import _dispatch

        value = await _dispatch.acall(
            self, name, arguments, inject=inject, approved=approved, timeout=timeout
        )
        if call_fast is None:
            self._remember(name, self._async_calls, is_async=True)
        return value

    def _remember(
        self, name: str, calls: dict[str, Callable[[Any], Any]], *, is_async: bool
    ) -> None:
        from toolschema_runtime import _dispatch

        definition = self._definitions[name]
        call_fast = _dispatch.fast_call(definition) if definition.is_async is is_async else None
        if call_fast is not None:
            calls[name] = call_fast

    def decode(self, name: str, arguments: Arguments) -> dict[str, Any]:
        """The keyword arguments that a call would pass, without injected ones.

        Raises:
            ToolNotFoundError: If there is no such tool.
            ToolArgumentError: If the arguments are not acceptable.
        """
        from toolschema_runtime._arguments import decoded_arguments

        return decoded_arguments(self._find(name), arguments)

    def encode_result(self, name: str, value: object) -> Any:
        """*value* as JSON data by the tool's declared return type.

        Raises:
            ToolNotFoundError: If there is no such tool.
            ToolExecutionError: If the value does not fit the type; its text names tool and path.
        """
        from toolschema_runtime._encode_result import encode_result

        return encode_result(self._find(name), value)

    # -- rounds ------------------------------------------------------------------------------------

    def tool_calls(
        self, response: object, format: str | SchemaFormat | None = None
    ) -> list[ToolCall]:
        """The tool calls in what an SDK returned; see `execute` for what that may be."""
        from toolschema_runtime import _rounds

        return list(_rounds.tool_calls(response, format))

    def execute(
        self,
        response: object,
        *,
        inject: Injection = None,
        approvals: Approvals = None,
        format: str | SchemaFormat | None = None,
    ) -> ToolResults:
        """Runs the tool calls of a response and answers them in the provider's shape.

        Args:
            response: The response, its message, content or calls, as SDK objects or dicts; or ToolCalls.
            inject: Values for injected parameters that are not bound, or a function from the call to them.
            approvals: Decisions by call id (True, False or a text), or a function from a call to one.
            format: The provider, where dicts do not tell.

        Raises:
            ToolUsageError: When the host made a mistake; nothing has run.
            ApprovalRequired: When calls are undecided; nothing has run.
            ToolArgumentError: When the provider says that it could not read the model's call; nothing has run.
        """
        from toolschema_runtime import _rounds

        return _rounds.execute(self, response, inject=inject, approvals=approvals, format=format)

    async def aexecute(
        self,
        response: object,
        *,
        inject: Injection = None,
        approvals: Approvals = None,
        format: str | SchemaFormat | None = None,
        limit: int | None = None,
    ) -> ToolResults:
        """As `execute`: async tools run side by side, at most *limit* at once; sync ones in turn in a thread."""
        from toolschema_runtime import _rounds

        return await _rounds.aexecute(
            self, response, inject=inject, approvals=approvals, format=format, limit=limit
        )
