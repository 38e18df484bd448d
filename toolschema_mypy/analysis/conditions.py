"""`@tool(when="has_lines")`: the member of the class that decides whether the tool is offered."""

from __future__ import annotations

from mypy.nodes import TypeInfo
from mypy.subtypes import find_member
from mypy.types import AnyType, CallableType, Instance, ProperType, get_proper_type

from toolschema_mypy.analysis.program import Program, qualname_of
from toolschema_mypy.model.tool import Receiver


def why_undecided(
    name: str, info: TypeInfo | None, receiver: Receiver, program: Program
) -> str | None:
    """Why a `when` decides nothing; `None` where it names a bool of the object.

    Args:
        name: The member that `when` names.
        info: The class of the tool.
        receiver: What the tool is called on.
        program: Notes that the member was read.
    """
    if info is None or receiver is not Receiver.METHOD:
        return "only a method is called on an object that could decide"
    owner = info.get_containing_type_info(name)
    if owner is None:
        return f'"{info.name}" has no "{name}"'
    program.reads.note(owner.module_name, f"{qualname_of(owner)}.{name}")
    own = Instance(info, list(info.defn.type_vars))
    found = find_member(name, own, own)
    typ = None if found is None else get_proper_type(found)
    if isinstance(typ, AnyType) and typ.is_from_error:
        return None  # mypy has said so
    if isinstance(typ, CallableType):
        if any(kind.is_required() for kind in typ.arg_kinds):
            return f'"{name}" takes arguments'
        typ = get_proper_type(typ.ret_type)
    return None if _is_bool(typ) else f'"{name}" is not annotated bool'


def _is_bool(typ: ProperType | None) -> bool:
    return isinstance(typ, Instance) and typ.type.fullname == "builtins.bool"
