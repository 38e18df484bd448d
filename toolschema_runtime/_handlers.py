"""Finds the function behind a record, and checks that it is still the one that was recorded."""

from __future__ import annotations

from toolschema_runtime._annotations import modules_that_gave
from toolschema_runtime._errors import SideFileError
from toolschema_runtime._side_file import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeAlias

    from toolschema_runtime._decode.signature import Parameter, Signature

    Handler: TypeAlias = Callable[..., Any]

_VAR_KEYWORD = 0x08


def find_handler(module: str, qualname: str, signature: Signature) -> Handler:
    """What is called for a tool: its module is imported, and the function checked against the record.

    Raises:
        SideFileError: When there is no such function, when it was never given to `tool`, or when its
            parameters are no longer those of the record.
    """
    found: Any = import_module(module)
    raw = found
    for name in qualname.split("."):
        name = attribute_name(found, name)
        raw = static_attribute(found, name)
        if raw is None:
            raise SideFileError(
                f'"{qualname}" is not in {module}: it is made there under a condition, as by an import '
                "that succeeds, or the side-file is older than the code and mypy has to be run"
            )
        found = getattr(found, name)
    if not is_given(raw) or not callable(found):
        raise _replaced(module, qualname, raw)
    check_parameters(raw, qualname, signature)
    handler: Handler = found
    return handler


def attribute_name(owner: Any, name: str) -> str:
    """The name under which a class holds what its body calls *name*: `__x` is kept as `_Desk__x`."""
    is_private = name.startswith("__") and not name.endswith("__")
    return (
        f"_{owner.__name__.lstrip('_')}{name}" if is_private and isinstance(owner, type) else name
    )


def static_attribute(owner: Any, name: str) -> Any:
    """The attribute as it stands in the module or class, before any descriptor is asked."""
    if isinstance(owner, type):
        return next((vars(cls)[name] for cls in owner.__mro__ if name in vars(cls)), None)
    return vars(owner).get(name) if hasattr(owner, "__dict__") else None


def is_given(target: Any) -> bool:
    """Whether *target*, or the function inside it, was given to `tool`."""
    return any(map(modules_that_gave, layers(target, "__func__", "__wrapped__")))


def layers(target: Any, *names: str) -> Iterator[Any]:
    """*target*, and what it wraps under one of these *names*, in turn."""
    for _ in range(100):
        yield target
        inner = (getattr(target, name, None) for name in names)
        target = next((each for each in inner if each is not None), None)
        if target is None:
            return


def check_parameters(target: Any, qualname: str, signature: Signature) -> None:
    """Compares the function's own parameters and literal defaults with the record.

    A function that wraps another is not compared: what its decorator made of the parameters is
    known to the type checker alone.
    """
    function = getattr(target, "__func__", target)
    if hasattr(function, "__wrapped__"):
        return
    code = getattr(function, "__code__", None)
    if code is None:
        return
    has_receiver = signature.receiver in ("method", "classmethod") or _is_bound(target)
    first = 1 if has_receiver else 0
    names = code.co_varnames[first : code.co_argcount]
    keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    by_kind: dict[str, list[str]] = {}
    for parameter in signature.parameters:
        by_kind.setdefault(parameter.kind, []).append(parameter.name)
    positional_only = by_kind.get("positional_only", [])
    positional = [*positional_only, *by_kind.get("positional_or_keyword", [])]
    takes_more = bool(code.co_flags & _VAR_KEYWORD)
    if (
        list(names) != positional
        or list(keywords) != by_kind.get("keyword_only", [])
        or max(code.co_posonlyargcount - first, 0) != len(positional_only)
        or takes_more != ("var_keyword" in by_kind or "unpacked" in by_kind)
    ):
        raise _stale(qualname, "has other parameters now")
    defaults = defaults_of(function)
    for parameter in signature.parameters:
        _check_default(parameter, defaults, qualname)


def _is_bound(target: Any) -> bool:
    return getattr(target, "__self__", None) is not None


def defaults_of(function: Any) -> dict[str, Any]:
    """The defaults of a function's parameters, by name, as the function holds them."""
    function = getattr(function, "__func__", function)
    for _ in range(100):
        if not hasattr(function, "__wrapped__"):
            break
        function = function.__wrapped__
    code = getattr(function, "__code__", None)
    if code is None:
        return _defaults_by_inspection(function)
    names = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    found = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    found.update(function.__kwdefaults__ or {})
    return found


def own_defaults(function: Any) -> dict[str, Any] | None:
    """The defaults of a plain function; None for what wraps another or is no Python function."""
    if hasattr(function, "__wrapped__") or not hasattr(function, "__code__"):
        return None
    return defaults_of(function)


def bind_method(instance: object, qualname: str) -> Handler:
    """The method of *instance*: an override in its class takes the place of the recorded one."""
    name = qualname.rpartition(".")[2]
    owner = qualname.rpartition(".")[0].rpartition(".")[2]
    if name.startswith("__") and not name.endswith("__"):
        name = f"_{owner.lstrip('_')}{name}"
    handler: Handler = getattr(instance, name)
    return handler


def names_arguments(target: Any, base: type) -> bool:
    """Whether an object, its class or one between says what the type variables of *base* stand for."""
    cls = target if isinstance(target, type) else type(target)
    aliases = [getattr(target, "__orig_class__", None)]
    aliases += [alias for each in cls.__mro__ for alias in vars(each).get("__orig_bases__", ())]
    return any(
        not hasattr(argument, "__constraints__")  # a type variable of its own
        for alias in aliases
        if base in getattr(getattr(alias, "__origin__", None), "__mro__", ())
        for argument in getattr(alias, "__args__", ())
    )


def condition_holds(instance: object, qualname: str, when: str) -> bool:
    """Whether the bool property or method *when* of a method's object says yes."""
    held: Any = bind_method(instance, f"{qualname.rpartition('.')[0]}.{when}")
    return bool(held() if callable(held) else held)


def _defaults_by_inspection(function: Any) -> dict[str, Any]:
    # A partial or an object with __call__: rare, so that only they pay for the module.
    from inspect import Parameter, signature

    parameters = signature(function).parameters.values()
    return {p.name: p.default for p in parameters if p.default is not Parameter.empty}


def _check_default(parameter: Parameter, defaults: dict[str, Any], qualname: str) -> None:
    if parameter.kind in ("unpacked", "var_keyword"):
        return
    if parameter.literal is not None:
        has_same = parameter.name in defaults and _is_same_literal(
            parameter.literal[0], defaults[parameter.name]
        )
        if not has_same:
            raise _stale(qualname, f'has another default of "{parameter.name}" now')
    field = parameter.field
    needs_default = (
        field is not None and field.supply is None and (field.is_optional or field.null_is_default)
    )
    if needs_default and parameter.name not in defaults:
        raise _stale(qualname, f'needs "{parameter.name}" now')
    if parameter.is_field_default and not hasattr(defaults.get(parameter.name), "get_default"):
        raise _stale(qualname, f'has another default of "{parameter.name}" now')


def _is_same_literal(recorded: Any, actual: Any) -> bool:
    if type(recorded) is list:
        return (
            type(actual) in (list, tuple)
            and len(recorded) == len(actual)
            and all(map(_is_same_literal, recorded, actual))
        )
    if type(recorded) is dict:
        return (
            type(actual) is dict
            and recorded.keys() == actual.keys()
            and all(_is_same_literal(item, actual[key]) for key, item in recorded.items())
        )
    return type(recorded) is type(actual) and bool(recorded == actual)


def _replaced(module: str, qualname: str, found: Any) -> SideFileError:
    """Something else stands where the function was: it is another now, or a decorator puts it there."""
    if hasattr(getattr(found, "__func__", found), "__code__"):
        return SideFileError(
            f'"{qualname}" of {module} was not given to tool: a decorator above @tool hides what was, or '
            "the side-file is older than the code and mypy has to be run"
        )
    return SideFileError(
        f'"{qualname}" of {module} is a {type(found).__name__} when the program runs: if a decorator above '
        f"@tool makes it, write other = decorator({qualname}) below the tool instead; or mypy has to be run"
    )


def _stale(qualname: str, what: str) -> SideFileError:
    return SideFileError(f'"{qualname}" {what}: the side-file is older than the code, run mypy')
