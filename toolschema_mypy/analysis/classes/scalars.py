"""Classes deriving from str, int, float or bytes, built by calling them with the base's value."""

from __future__ import annotations

from mypy.nodes import ARG_NAMED, FuncDef, TypeInfo
from mypy.types import CallableType, Instance

from toolschema_mypy.analysis import fullnames


def scalar_base(info: TypeInfo) -> Instance | None:
    """The scalar that a class derives from, if it can be built from one such value."""
    base = next((b for b in info.mro if b.fullname in fullnames.SCALAR_BASES), None)
    if base is None or not all(_takes_one(info, name) for name in ("__new__", "__init__")):
        return None
    return Instance(base, [])


def _takes_one(info: TypeInfo, method: str) -> bool:
    """Whether a constructor, where the class writes its own, can be called with one argument."""
    symbol = info.get(method)
    node = None if symbol is None else symbol.node
    if not isinstance(node, FuncDef) or node.info.fullname in (
        *fullnames.SCALAR_BASES,
        "builtins.object",
    ):
        return True
    typ = node.type
    if not isinstance(typ, CallableType):
        return False
    kinds = typ.arg_kinds[1:]
    required = [kind for kind in kinds if kind.is_required()]
    return bool(kinds) and kinds[0] is not ARG_NAMED and len(required) <= 1
