"""What is called when a value is: a function, an object with `__call__`, what `partial` leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mypy.erasetype import erase_typevars
from mypy.expandtype import expand_type
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import ArgKind, Decorator, FuncDef, SymbolNode, TypeInfo
from mypy.subtypes import find_member
from mypy.types import CallableType, Instance, ProperType, Type, TypeVarType, get_proper_type

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.values import Call, Named, Value

_BY_KEYWORD: Final = {ArgKind.ARG_POS: ArgKind.ARG_NAMED, ArgKind.ARG_OPT: ArgKind.ARG_NAMED_OPT}


class Callee(NamedTuple):
    """The signature of a value, the function behind it, and the class whose objects are called."""

    signature: ProperType
    function: FuncDef | None = None
    info: TypeInfo | None = None


def callee_of(typ: Type, value: Value | None) -> Callee:
    """What a value of type *typ*, as evaluated from source, calls."""
    proper = get_proper_type(typ)
    if not isinstance(proper, Instance):
        return Callee(proper, _function(proper, value))
    if proper.type.fullname == fullnames.PARTIAL:
        return _partial(proper, value)
    method = find_member("__call__", proper, proper, is_operator=True)
    if method is None:
        return Callee(proper)
    symbol = proper.type.get("__call__")
    return Callee(
        get_proper_type(method),
        None if symbol is None else _function_node(symbol.node),
        proper.type,
    )


def as_method_of(info: TypeInfo, callee: Callee) -> CallableType | None:
    """The signature that a method has in a class that keeps it under a name of its own.

    In `class Users(Repo[User]): save = tool(Repo.save)` the type variables of `Repo` are those that
    `Users` has named.  `None` where *callee* is not a method of a base of *info*, still unbound.
    """
    signature, function = callee.signature, callee.function
    if not isinstance(signature, CallableType) or function is None or not function.info:
        return None
    is_unbound = len(signature.arg_names) == len(function.arg_names)
    if function.is_static or function.is_class or not is_unbound or not signature.arg_types:
        return None
    if function.info not in info.mro:
        return None
    own = Instance(info, list(info.defn.type_vars))
    owner = map_instance_to_supertype(own, function.info)
    receiver = get_proper_type(signature.arg_types[0])
    if isinstance(receiver, TypeVarType):
        return expand_type(signature, {receiver.id: own})
    if not isinstance(receiver, Instance) or receiver.type is not function.info:
        return signature
    # In the midst of an update the daemon may know the class anew and the method as it was.
    formals = zip(receiver.args, owner.args, strict=False)
    solved = {each.id: actual for each, actual in formals if isinstance(each, TypeVarType)}
    return expand_type(signature, solved)


def is_generic_in(info: TypeInfo, signature: CallableType, *, skip_first: bool) -> bool:
    """Whether a method's parameters or result are what a subclass of *info* may name.

    *skip_first* leaves `self` or `cls` out, whose type names the class's own variables.
    """
    variables = {each.id for each in info.defn.type_vars}
    if not variables:
        return False
    parts = (*signature.arg_types[int(skip_first) :], signature.ret_type)
    return any(part != erase_typevars(part, variables) for part in parts)


def names_of(signature: CallableType, written: Sequence[str]) -> tuple[str, ...] | None:
    """The names of all parameters of *signature*; `None` where it has some that nobody knows.

    A type does not keep the names of positional-only parameters.  The function does, whose
    parameters are *written*: as many as the signature has, or one more in front of a bound method.
    """
    offset = len(written) - len(signature.arg_names)
    names: list[str] = []
    for index, (name, kind) in enumerate(
        zip(signature.arg_names, signature.arg_kinds, strict=True), start=offset
    ):
        if name is None and kind.is_star():
            name = "args" if kind is ArgKind.ARG_STAR else "kwargs"
        elif name is None:
            if offset not in (0, 1) or written[index] in signature.arg_names:
                return None
            name = written[index]
        names.append(name)
    return tuple(names)


def _partial(typ: Instance, value: Value | None) -> Callee:
    """The arguments that are still to be given.

    A keyword that is bound could be given again in Python, but the author has said its value.
    """
    # mypy's own plugin for functools keeps the rest of the signature there (1.11 to 2.4).
    kept = typ.extra_attrs.attrs.get("__mypy_partial") if typ.extra_attrs else None
    rest = None if kept is None else get_proper_type(kept)
    if not isinstance(rest, CallableType):
        return Callee(typ)
    bound: set[str] = set()
    while isinstance(value, Call) and value.fullname == fullnames.PARTIAL:
        bound |= set(value.keywords)
        value = value.argument(0)
    signature = _without(rest, bound)
    return Callee(signature, _function(signature, value))


def _without(signature: CallableType, bound: set[str]) -> CallableType:
    """*signature* without the parameters that are *bound*; those behind one go by keyword only."""
    names: list[str | None] = []
    kinds: list[ArgKind] = []
    types: list[Type] = []
    has_gap = False
    for name, kind, typ in zip(
        signature.arg_names, signature.arg_kinds, signature.arg_types, strict=True
    ):
        if name in bound:
            has_gap = True
            continue
        names.append(name)
        kinds.append(_BY_KEYWORD.get(kind, kind) if has_gap else kind)
        types.append(typ)
    return signature.copy_modified(arg_names=names, arg_kinds=kinds, arg_types=types)


def _function(typ: ProperType, value: Value | None) -> FuncDef | None:
    """The function by the name that stands in source; else by what its type remembers."""
    if isinstance(value, Named):
        named = _function_node(value.resolved.node)
        if named is not None:
            return named
    # Only a type that mypy has made in this run remembers.
    return _function_node(typ.definition) if isinstance(typ, CallableType) else None


def _function_node(node: SymbolNode | None) -> FuncDef | None:
    if isinstance(node, Decorator):
        node = node.func
    return node if isinstance(node, FuncDef) else None
