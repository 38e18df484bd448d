"""What an instance of a dataclass or attrs class holds, as mypy's own plugins have worked it out.

That is not what its constructor takes: `init=False`, `InitVar` and `alias` set the two apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.expandtype import expand_type_by_instance
from mypy.maptype import map_instance_to_supertype
from mypy.nodes import TypeInfo, Var
from mypy.types import Instance, Type, get_proper_type

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.model.schema import Family


class Attribute(NamedTuple):
    """A field by its name in the class; *keyword* is the parameter that sets it, if there is one."""

    name: str
    keyword: str | None
    is_init_var: bool
    has_default: bool
    is_converted: bool
    # Of pydantic's dataclasses: an alias is a matter of keys, and the runtime's to look up.
    is_aliased_by_key: bool = False


def attributes_of(info: TypeInfo, family: Family) -> tuple[Attribute, ...]:
    """The fields of a class in their order, those of bases included; of other families none."""
    if family not in (Family.DATACLASS, Family.ATTRS):
        return ()
    for base in info.mro:
        if family.value in base.metadata:
            return tuple(_read(info, base, family))
    return ()


def _read(info: TypeInfo, base: TypeInfo, family: Family) -> Iterator[Attribute]:
    made = info.get("__init__")
    is_generated = made is not None and made.plugin_generated
    for each in base.metadata[family.value]["attributes"]:
        name = each["name"]
        if _is_separator(info, name):
            continue
        keyword = name
        is_taken = True
        if is_generated:
            # attrs strips underscores.
            keyword = each["alias"] or (name.lstrip("_") if family is Family.ATTRS else name)
            is_taken = each["init" if family is Family.ATTRS else "is_in_init"]
        yield Attribute(
            name,
            keyword if is_taken else None,
            is_init_var=each.get("is_init_var", False),
            has_default=each["has_default"],
            is_converted=each.get("has_converter", False),
            is_aliased_by_key=family is Family.DATACLASS,
        )


def _is_separator(info: TypeInfo, name: str) -> bool:
    """Whether it is `_: KW_ONLY`, which mypy keeps with the fields."""
    symbol = info.get(name)
    node = None if symbol is None else symbol.node
    typ = get_proper_type(node.type) if isinstance(node, Var) else None
    return isinstance(typ, Instance) and typ.type.fullname == fullnames.KW_ONLY


def declared_type(typ: Instance, name: str) -> Type | None:
    """The type of an attribute, solved for the instance's type arguments; `None` when not known."""
    symbol = typ.type.get(name)
    node = None if symbol is None else symbol.node
    if not isinstance(node, Var) or node.type is None:
        return None
    return expand_type_by_instance(node.type, map_instance_to_supertype(typ, node.info))
