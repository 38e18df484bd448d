"""What users write in their code: `tool` and the markers for `Annotated`.

Nothing here looks at a function.  The mypy plugin reads these from the source; at run time `tool` only
remembers, weakly, what it was given and by which module, so that a registry can find the record and a
side-file cannot name a function that is no tool.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Protocol, TypeAlias, TypeVar, overload
    from weakref import ref

    from toolschema_runtime.dialects._formats import SchemaFormat

    F = TypeVar("F")
    C = TypeVar("C", bound=type)
else:
    # `weakref` would be one more module to load at start.  A type checker is shown it all the same: of
    # `_weakref` mypy 2.4's daemon, started from a cache, remembers a dependency that it has not loaded.
    from _weakref import ref

    Protocol = object

    def overload(function):
        return function


class _Decorator(Protocol):
    def __call__(self, target: F, /) -> F: ...


# id -> what gives the object back while it lives, and the words that were said of it, to which threads that
# import two modules at once both add.
_Remembered: TypeAlias = "dict[int, tuple[Callable[[], object], list[str]]]"
_given: _Remembered = {}
_seen: _Remembered = {}
_prefixes: _Remembered = {}


@overload
def tool(
    target: F,
    /,
    *,
    name: str | None = None,
    title: str | None = None,
    description: str | None = None,
    strict: bool = False,
    formats: Sequence[str | SchemaFormat] | None = None,
    read_only: bool | None = None,
    destructive: bool | None = None,
    idempotent: bool | None = None,
    open_world: bool | None = None,
    approval: bool = False,
    thread: bool = True,
    parallel: bool = True,
    timeout: float | None = None,
    tags: Sequence[str] = (),
    unpack: str | None = None,
    when: str | None = None,
) -> F: ...


@overload
def tool(
    *,
    name: str | None = None,
    title: str | None = None,
    description: str | None = None,
    strict: bool = False,
    formats: Sequence[str | SchemaFormat] | None = None,
    read_only: bool | None = None,
    destructive: bool | None = None,
    idempotent: bool | None = None,
    open_world: bool | None = None,
    approval: bool = False,
    thread: bool = True,
    parallel: bool = True,
    timeout: float | None = None,
    tags: Sequence[str] = (),
    unpack: str | None = None,
    when: str | None = None,
) -> _Decorator: ...


def tool(target: object = None, /, **options: object) -> object:
    """Marks a function, a method or any callable as a tool, and returns it unchanged.

    Use it as `@tool`, as `@tool(...)`, or by a call: `refund = tool(billing.refund)`.  The keywords
    are read by the mypy plugin from the source, so they must be literals or constants.

    Args:
        target: The callable.
        name: What the model calls; the function's own name if not given.
        title: A name for people.
        description: What the tool does; the docstring's text if not given.
        strict: Whether the schema takes the strict form: every key required, every object closed.
        formats: The provider formats that the tool must fit, checked by mypy.
        read_only: Whether the tool changes nothing.
        destructive: Whether it may destroy something.
        idempotent: Whether a second call with the same arguments has no further effect.
        open_world: Whether it reaches outside a closed domain.
        approval: Whether a call waits for a decision by the host.
        thread: Whether `acall` runs a sync tool in a thread.
        parallel: Whether a round may run it beside other tools.
        timeout: The seconds it has.
        tags: Words to filter by.
        unpack: The parameter whose fields stand at the top level.
        when: The bool property or method of the class that decides whether the tool is offered.

    Returns:
        The target itself, or a decorator when there is no target.
    """
    module = sys._getframe(1).f_globals.get("__name__", "")
    if target is None:
        return lambda decorated: _remember(_given, decorated, module)
    return _remember(_given, target, module)


def sees(target: F, /) -> F:
    """Marks state that an agent may read: stands below `@property`, or on a method without arguments.

    `ToolRegistry.for_instance(obj)` then has it in `state()`, as JSON data by the declared type, and
    in `state_schema()`, with the docstring as its description.

    Args:
        target: The method, or the function that the property is made of.

    Returns:
        The target itself.
    """
    return _remember(_seen, target, sys._getframe(1).f_globals.get("__name__", ""))


def toolkit(*, prefix: str) -> Callable[[C], C]:
    """Puts *prefix* before the names of a class's tools and state, once for all of them.

    A subclass has the prefix of its nearest base, unless it is decorated itself; then all its tools
    have that one, inherited ones too.

    Args:
        prefix: A literal or constant, since the mypy plugin reads it from the source.

    Returns:
        A decorator that returns the class itself.
    """
    return lambda cls: _remember(_prefixes, cls, prefix)


def _remember(memory: _Remembered, target: F, word: str) -> F:
    key = id(target)
    try:
        alive: Callable[[], object] = ref(target, lambda _: memory.pop(key, None))
    except TypeError:  # an object without weak references; as a module's value it lives on anyway
        alive = lambda: target  # noqa: E731
    memory.setdefault(key, (alive, []))[1].append(word)
    return target


def _words_of(memory: _Remembered, target: object) -> tuple[str, ...]:
    found = memory.get(id(target))
    return () if found is None or found[0]() is not target else tuple(found[1])


def modules_that_gave(target: object) -> tuple[str, ...]:
    """The modules in which *target* was given to `tool`; none if it never was."""
    return _words_of(_given, target)


def is_seen(target: object) -> bool:
    """Whether *target* was given to `sees`."""
    return bool(_words_of(_seen, target))


def prefix_of(cls: type) -> str:
    """The prefix that a class, or its nearest base, was decorated with; empty if none was."""
    return next((words[-1] for base in cls.__mro__ if (words := _words_of(_prefixes, base))), "")


class _Marker:
    """A value written inside `Annotated`: compared and shown by what was said."""

    __slots__: tuple[str, ...] = ()

    def _said(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Marker) or type(other) is not type(self):
            return NotImplemented
        return self._said() == other._said()

    def __hash__(self) -> int:
        return hash((type(self), self._said()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._said()))})"


class Describe(_Marker):
    """The description of a parameter or field, before any other source of one."""

    __slots__ = ("text",)

    def __init__(self, text: str, /) -> None:
        self.text = text


class Name(_Marker):
    """The name by which the model writes a parameter or field."""

    __slots__ = ("wire",)

    def __init__(self, wire: str, /) -> None:
        self.wire = wire


class Inject(_Marker):
    """Hides a parameter from the model; its value is given by the host.

    Args:
        name: A word for the reader; the parameter's own name is what counts.
        required: Whether the parameter may lack a default and must then be given.
    """

    __slots__ = ("name", "required")

    def __init__(self, name: str | None = None, /, *, required: bool = False) -> None:
        self.name = name
        self.required = required
