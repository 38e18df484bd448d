"""Finds the classes that plans name, and checks that each is still what was recorded.

Only a type of the recorded name, family and constructor is ever called, whatever a side-file says.
"""

from __future__ import annotations

from toolschema_runtime._decode.compounds import ObjectNode
from toolschema_runtime._decode.faults import INVALID
from toolschema_runtime._decode.nodes import construct
from toolschema_runtime._decode.refusals import refusal_text, validation_faults
from toolschema_runtime._errors import SideFileError, ToolCallRefused
from toolschema_runtime._side_file import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from toolschema_runtime._decode.compounds import Field
    from toolschema_runtime._decode.faults import Faults, Path
    from toolschema_runtime._decode.nodes import Node

    Build: TypeAlias = Callable[[ObjectNode, dict[str, Any], Path, Faults], Any]

# What every class of a family carries; a plain class carries none of these.
_FAMILY_MARKS = {
    "dataclass": "__dataclass_fields__",
    "attrs": "__attrs_attrs__",
    "pydantic": "__pydantic_validator__",
    "msgspec": "__struct_fields__",
    "typeddict": "__required_keys__",
}
_SCALARS = (str, int, float, bytes)
# CO_VARKEYWORDS of a code object; the module that names it is `inspect`.
_VAR_KEYWORD = 0x08


class Classes:
    """Looks up classes for the plans of one module.

    Args:
        module: The module of the tool, to which references such as `":Address"` are relative.
    """

    def __init__(self, module: str) -> None:
        self._module = module

    def enum(self, reference: Any, members: dict[str, Any]) -> Any:
        from enum import EnumMeta

        cls = self._find(reference)
        if not isinstance(cls, EnumMeta) or not members.keys() <= cls.__members__.keys():
            raise _stale(reference, "is not an Enum with these members")
        return cls

    def named_tuple(self, reference: Any, length: int) -> Any:
        cls = self._find(reference)
        names = getattr(cls, "_fields", None)
        if not issubclass(cls, tuple) or type(names) is not tuple or len(names) != length:
            raise _stale(reference, f"is not a NamedTuple of {length}")
        return cls

    def scalar(self, reference: Any) -> Any:
        cls = self._find(reference)
        if not issubclass(cls, _SCALARS) or cls in _SCALARS:
            raise _stale(reference, "does not derive from str, int, float or bytes")
        return cls

    def object(
        self,
        family: str,
        reference: Any,
        fields: tuple[Field, ...],
        extra: Node | None,
        hidden: frozenset[str],
    ) -> ObjectNode:
        """The node of an object of *family*, after the class was checked against *fields*."""
        if family == "plain":
            self._check_own_package(reference)
        cls = self._find(reference)
        mark = _FAMILY_MARKS.get(family)
        if mark is None and family != "plain":
            raise _stale(reference, f"has the unknown family {family[:40]!r}")
        if mark is not None and not hasattr(cls, mark):
            raise _stale(reference, f"is not of the family {family}")
        if mark is None and (type(cls) is not type or _is_of_any_family(cls)):
            raise _stale(reference, "is not a plain class")
        names = {field.name for field in fields if not field.is_tag and not field.is_output}
        defaults = _check_constructor(
            cls, family, reference, names, hidden, is_open=extra is not None
        )
        _check_attributes(cls, reference, fields)
        build = _BUILDERS.get(family, build_by_constructor)
        if family == "dataclass" and _is_validated(cls):
            build = build_validated_dataclass
        return ObjectNode(fields, build, cls, extra, defaults, hidden)

    def _check_own_package(self, reference: Any) -> None:
        module, _, _ = _split(reference)
        own = self._module.partition(".")[0]
        if module and module.partition(".")[0] != own:
            raise SideFileError(
                f"{_named(reference)} is a plain class from outside {own}; {self._name}"
            )

    def _find(self, reference: Any) -> Any:
        module, _, qualname = _split(reference)
        try:
            found: Any = import_module(module or self._module)
        except ModuleNotFoundError as error:
            raise self._not_importable(reference, module, error) from error
        for name in qualname.split("."):
            found = vars(found).get(name) if hasattr(found, "__dict__") else None
        if not isinstance(found, type) or found.__name__ != qualname.rpartition(".")[2]:
            raise _stale(reference, "is not a class there")
        return found

    def _not_importable(
        self, reference: Any, module: str, error: ModuleNotFoundError
    ) -> SideFileError:
        text = f"{_named(reference)} is in a module that cannot be imported: {error}"
        is_itself = error.name is not None and f"{module}.".startswith(f"{error.name}.")
        return SideFileError(f"{text}; {self._name}" if is_itself else text)

    @property
    def _name(self) -> str:
        """What else than an old side-file may be wrong with a reference to another module."""
        return (
            f"was {self._module} loaded by the name that mypy has for it, and is sys.path what mypy "
            "was told? If so, the side-file is older than the code"
        )


def _split(reference: Any) -> tuple[str, str, str]:
    if type(reference) is not str or ":" not in reference:
        raise _stale(reference, "is not a reference to a class")
    return reference.partition(":")


def _is_of_any_family(cls: type) -> bool:
    return any(hasattr(cls, mark) for mark in _FAMILY_MARKS.values()) or issubclass(
        cls, (tuple, dict, list, *_SCALARS)
    )


def _check_constructor(
    cls: Any,
    family: str,
    reference: Any,
    names: set[str],
    hidden: frozenset[str],
    *,
    is_open: bool,
) -> dict[str, Any]:
    """Checks that the constructor takes *names*; gives the defaults of its positional parameters."""
    if family == "typeddict":
        if not issubclass(cls, dict) or not names | hidden <= _typed_dict_keys(cls):
            raise _stale(reference, "has other keys now")
        return {}
    if family == "pydantic":
        aliases = _aliases(cls.model_fields, cls.model_config)
        if not names | hidden <= {*aliases, *aliases.values()}:
            raise _stale(reference, "has other fields now")
        return {}
    if family == "msgspec":
        if not names | hidden <= set(cls.__struct_fields__):
            raise _stale(reference, "has other fields now")
        return {}
    if family == "dataclass" and _is_validated(cls):
        if not names | hidden <= cls.__dataclass_fields__.keys():
            raise _stale(reference, "has other fields now")
        return {}
    return _check_init(cls.__init__, reference, names, hidden, is_open=is_open)


def _check_attributes(cls: Any, reference: Any, fields: tuple[Field, ...]) -> None:
    """Checks that instances have what the constructor knows by another name, or not at all."""
    attributes = {attribute.name for attribute in getattr(cls, "__attrs_attrs__", ())}
    attributes |= getattr(cls, "__dataclass_fields__", {}).keys()
    for field in fields:
        if (field.is_output or field.attribute != field.name) and field.attribute not in attributes:
            raise _stale(reference, "has other fields now")


def _is_validated(cls: Any) -> bool:
    """Whether the constructor of a dataclass is pydantic's, which goes by keys."""
    maker = next(base for base in cls.__mro__ if "__init__" in vars(base))
    return "__pydantic_fields__" in vars(maker)


def _aliases(fields: Any, config: Any) -> dict[str, str]:
    """The key by which pydantic's validation knows each field."""
    if config.get("validate_by_alias") is False:
        return {name: name for name in fields}
    aliases: dict[str, str] = {}
    for name, field in fields.items():
        alias = field.validation_alias
        # Of `AliasChoices("a", "b")` the first is the one that is published.
        alias = getattr(alias, "choices", (alias,))[0]
        if type(alias) is not str:
            alias = field.alias
        aliases[name] = name if alias is None else alias
    return aliases


def _typed_dict_keys(cls: Any) -> set[str]:
    return set(cls.__required_keys__) | set(cls.__optional_keys__)


def _check_init(
    init: Any, reference: Any, names: set[str], hidden: frozenset[str], *, is_open: bool
) -> dict[str, Any]:
    while hasattr(init, "__wrapped__"):
        init = init.__wrapped__
    code = getattr(init, "__code__", None)
    if code is None:
        raise _stale(reference, "has no constructor of its own")
    positional = code.co_varnames[1 : code.co_argcount]
    keywords = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    if not names <= {*positional, *keywords} and not (is_open or code.co_flags & _VAR_KEYWORD):
        raise _stale(reference, "has another constructor now")
    defaults = init.__defaults__ or ()
    have_default = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
    needed = {*positional, *keywords} - have_default.keys() - (init.__kwdefaults__ or {}).keys()
    if not needed <= names | hidden:
        raise _stale(reference, "has another constructor now")
    return have_default


def _stale(reference: Any, what: str) -> SideFileError:
    return SideFileError(
        f"{_named(reference)} {what}: the side-file is older than the code, run mypy"
    )


def _named(reference: Any) -> str:
    return f'"{reference}"' if type(reference) is str and len(reference) < 200 else '"a class"'


def build_typed_dict(node: ObjectNode, values: dict[str, Any], at: Path, faults: Faults) -> Any:
    return values


def build_by_constructor(node: ObjectNode, values: dict[str, Any], at: Path, faults: Faults) -> Any:
    positional: list[Any] = []
    pending: list[Any] = []
    for field in node.fields:
        if not field.is_positional:
            continue
        if field.name in values:
            positional += pending
            pending = []
            positional.append(values.pop(field.name))
        else:
            # Left out, but one after it may be given: then it takes its own default by position.
            pending.append(node.positional_defaults.get(field.name))
    return construct(node.cls, tuple(positional), values, at, faults)


def build_struct(node: ObjectNode, values: dict[str, Any], at: Path, faults: Faults) -> Any:
    for field in node.fields:
        if field.is_tag:
            values.pop(field.name, None)
    return build_by_constructor(node, values, at, faults)


def build_pydantic(node: ObjectNode, values: dict[str, Any], at: Path, faults: Faults) -> Any:
    aliases = _aliases(node.cls.model_fields, node.cls.model_config)
    return _build_validated(node, node.cls.model_validate, aliases, values, at, faults)


def build_validated_dataclass(
    node: ObjectNode, values: dict[str, Any], at: Path, faults: Faults
) -> Any:
    cls = node.cls
    aliases = _aliases(cls.__pydantic_fields__, cls.__pydantic_config__)
    return _build_validated(node, lambda sent: cls(**sent), aliases, values, at, faults)


def _build_validated(
    node: ObjectNode,
    validate: Callable[[dict[str, Any]], Any],
    aliases: dict[str, str],
    values: dict[str, Any],
    at: Path,
    faults: Faults,
) -> Any:
    try:
        return validate({aliases.get(name, name): value for name, value in values.items()})
    except ToolCallRefused as refusal:
        return faults.refused(at, refusal.for_model())
    except ValueError as error:
        said = validation_faults(error)
        if said is None:
            return faults.refused(at, refusal_text(error))
        # pydantic's key for a field may be another than the published one.
        keys: dict[str | int, str] = {
            aliases.get(field.name, field.name): field.key for field in node.fields
        }
        for place, text in said:
            head = [keys.get(key, key) for key in place[:1]]
            faults.refused((*at, *head, *place[1:]), text)
        return INVALID


_BUILDERS: dict[str, Build] = {
    "typeddict": build_typed_dict,
    "pydantic": build_pydantic,
    "msgspec": build_struct,
}
