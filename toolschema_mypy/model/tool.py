"""ToolSpec, ParameterSpec and ModuleSpec: what a side-file says, before it is JSON."""

from __future__ import annotations

from enum import Enum, unique

from attrs import frozen

from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.record import Record
from toolschema_mypy.model.schema import DefinitionSpec, JsonValue, SchemaSpec


@unique
class ParameterKind(Enum):
    """How Python passes an argument; the values are those of the side-file."""

    POSITIONAL_ONLY = "positional_only"
    POSITIONAL_OR_KEYWORD = "positional_or_keyword"
    KEYWORD_ONLY = "keyword_only"
    # One key of `**kw: Unpack[TD]`: passed by keyword, absent when not sent.
    UNPACKED = "unpacked"
    VAR_KEYWORD = "var_keyword"


@unique
class Receiver(Enum):
    """What a tool is called on; the values are those of the side-file's `binding`."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS_METHOD = "classmethod"
    STATIC_METHOD = "staticmethod"
    # `x = tool(...)`: the value of a module or class attribute is called as it is.
    VALUE = "value"
    # What `@sees` marks: read, not called.
    PROPERTY = "property"


@unique
class DefaultSource(Enum):
    """Where the value of a parameter that was not sent comes from, if nothing is supplied for it."""

    PYTHON = "python"  # the function's own default
    FIELD = "field"  # `= Field(default=…)`: asked of the FieldInfo that stands as the default


@frozen(eq=False, repr=False)
class ParameterSpec(Record):
    """A declared input of a tool.  An injected one has no schema and is never published."""

    name: str
    key: str
    kind: ParameterKind
    schema: SchemaSpec | None
    is_required: bool
    location: SourceLocation
    # Published in the schema, when it is a JSON value.
    default: JsonValue | None = None
    # The default exactly as written, when it is a literal: the runtime compares it to find stale files.
    literal: JsonValue | None = None
    default_source: DefaultSource = DefaultSource.PYTHON
    # `Annotated[T, Field(default=…)]` without a default of Python's: what is decoded instead.
    supply: JsonValue | None = None
    null_is_default: bool = False
    # The fullname by which `inject_types` knows it; None for an `Inject()` marker.
    inject_type: str | None = None
    is_injected: bool = False
    # `@tool(unpack="job")`: this object's keys stand at the top.
    is_unpacked: bool = False


@frozen(eq=False, repr=False)
class ToolAnnotations(Record):
    """Hints in MCP's sense; None where the author said nothing."""

    read_only: bool | None = None
    destructive: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None


@frozen(eq=False, repr=False)
class ToolOptions(Record):
    """How the runtime treats a call; None where the author said nothing."""

    approval: bool | None = None
    thread: bool | None = None
    parallel: bool | None = None
    timeout: float | None = None
    tags: tuple[str, ...] = ()
    # The member of the class that decides whether the tool is offered.
    when: str | None = None


@frozen(eq=False, repr=False)
class ToolSpec(Record):
    """One tool, complete.

    *definitions* are those its parameters refer to, *return_definitions* those of its result: in a
    strict tool the two differ, since only what the model sends takes the strict form.
    """

    name: str
    qualname: str
    description: str
    parameters: tuple[ParameterSpec, ...]
    location: SourceLocation
    receiver: Receiver = Receiver.FUNCTION
    title: str | None = None
    # What `@toolkit` of its class has put before the name.
    prefix: str = ""
    # Whether a subclass that names type arguments makes another tool of it.
    is_generic: bool = False
    returns: SchemaSpec | None = None
    definitions: tuple[DefinitionSpec, ...] = ()
    return_definitions: tuple[DefinitionSpec, ...] = ()
    is_strict: bool = False
    formats: tuple[str, ...] | None = None
    annotations: ToolAnnotations = ToolAnnotations()
    options: ToolOptions = ToolOptions()
    is_async: bool = False
    is_generator: bool = False


@frozen(eq=False, repr=False)
class ModuleSpec(Record):
    """The tools of one module, in source order, and the names of those left out because of an error.

    *state* is what `@sees` marks: each is a tool without parameters that is read, never offered.
    """

    fullname: str
    tools: tuple[ToolSpec, ...]
    state: tuple[ToolSpec, ...] = ()
    omitted: tuple[str, ...] = ()
