"""What to take in place of well-known classes that have no JSON form."""

from __future__ import annotations

from typing import Final

from mypy.types import Instance

from toolschema_mypy.analysis.context import type_name

# By fullname; a class's type arguments are filled in by position.
_SUBSTITUTES: Final = {
    "array.array": "list[{0}]",
    "builtins.bytearray": "bytes",
    "builtins.complex": "tuple[float, float]",
    "builtins.memoryview": "bytes",
    "collections.ChainMap": "dict[{0}, {1}]",
    "collections.Counter": "dict[{0}, int]",
    "collections.OrderedDict": "dict[{0}, {1}]",
    "collections.UserDict": "dict[{0}, {1}]",
    "collections.UserList": "list[{0}]",
    "collections.UserString": "str",
    "collections.defaultdict": "dict[{0}, {1}]",
    "collections.deque": "list[{0}]",
    "datetime.timezone": "str",
    "datetime.tzinfo": "str",
    "fractions.Fraction": "str",
    "os.PathLike": "Path",
    "pydantic.types.SecretBytes": "bytes",
    "pydantic.types.SecretStr": "str",
    "typing.Generator": "list[{0}]",
    "typing.Iterator": "list[{0}]",
    "typing.Reversible": "list[{0}]",
    "zoneinfo.ZoneInfo": "str",
}
# Its urls, mail addresses and the like are all made of a text.
_TEXTS: Final = "pydantic.networks"


def substitute_of(typ: Instance) -> str | None:
    """The type to take in place of *typ*, as it would be written; `None` for an unknown class."""
    form = _SUBSTITUTES.get(typ.type.fullname)
    if form is None:
        return "str" if typ.type.module_name == _TEXTS else None
    return form.format(*map(type_name, typ.args))
