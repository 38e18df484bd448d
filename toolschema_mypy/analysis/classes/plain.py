"""Plain classes: which of them can be built from JSON (design section 4, "A plain class")."""

from __future__ import annotations

from typing import Final

from mypy.nodes import FuncDef, TypeInfo
from mypy.types import AnyType, CallableType, TypeOfAny, get_proper_type

from toolschema_mypy.analysis.places import is_installed
from toolschema_mypy.analysis.program import Program

_CONTAINERS: Final = frozenset(
    f"builtins.{name}" for name in ("dict", "frozenset", "list", "set", "tuple")
)


def refusal_of(info: TypeInfo, program: Program) -> str | None:
    """The first condition that a class fails, said for the user; `None` when it fails none."""
    file = program.modules.get(info.module_name)
    path = "" if file is None else file.path
    if not path.endswith(".py") or is_installed(path):
        return "it is not defined in your source"
    container = next((base.name for base in info.mro if base.fullname in _CONTAINERS), None)
    if container is not None:
        return f'it derives from "{container}"'
    if info.is_protocol:
        return "it is a Protocol"
    if info.is_abstract:
        return "it is abstract"
    if info.metaclass_type is not None or info.declared_metaclass is not None:
        return "it has a metaclass"
    symbol = info.get("__init__")
    node = None if symbol is None else symbol.node
    typ = node.type if isinstance(node, FuncDef) else None
    if not isinstance(node, FuncDef) or node.info.fullname == "builtins.object":
        return "its __init__ takes no parameter"
    if not isinstance(typ, CallableType):
        return "its __init__ is not annotated"
    if len(typ.arg_types) < 2:
        return "its __init__ takes no parameter"
    for name, kind, argument in list(zip(typ.arg_names, typ.arg_kinds, typ.arg_types, strict=True))[
        1:
    ]:
        if kind.is_star():
            return "its __init__ takes *args or **kwargs"
        proper = get_proper_type(argument)
        if isinstance(proper, AnyType) and proper.type_of_any == TypeOfAny.unannotated:
            return f'its __init__ does not annotate "{name}"'
        if name is None:
            return "its __init__ takes a positional-only parameter"
        if info.get(name) is None:
            return f'it has no readable attribute "{name}" for the parameter of that name'
    return None
