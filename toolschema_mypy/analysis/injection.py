"""Parameters that the host gives and the model never sees."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen
from mypy.nodes import MypyFile
from mypy.types import AnyType, Instance, NoneType, Type, UnionType, get_proper_type


@frozen
class InjectTypes:
    """The types of the setting `inject_types`, by every fullname under which they may be met."""

    _settings: Mapping[str, str]

    @classmethod
    def of(cls, names: tuple[str, ...], modules: Mapping[str, MypyFile]) -> InjectTypes:
        """Look the dotted *names* up; one that is imported from elsewhere has two fullnames."""
        known: dict[str, str] = {}
        for name in names:
            known[name] = name
            module, _, attribute = name.rpartition(".")
            file = modules.get(module)
            symbol = None if file is None else file.names.get(attribute)
            if symbol is not None and symbol.node is not None:
                known[symbol.node.fullname] = name
        return cls(known)

    def match(self, typ: Type) -> str | None:
        """The setting's name for the type of a parameter, also as `Context | None`."""
        proper = get_proper_type(typ)
        match proper:
            case UnionType(items=items):
                others = [item for item in items if not isinstance(get_proper_type(item), NoneType)]
                return self.match(others[0]) if len(others) == 1 else None
            case Instance(type=info):
                found = (self._settings.get(base.fullname) for base in info.mro)
                return next((name for name in found if name is not None), None)
            case AnyType():
                return self._settings.get(proper.missing_import_name or "")
            case _:
                return None
