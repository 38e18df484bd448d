"""mypy type -> SchemaSpec: the dispatch over kinds of type.

The type says what is admitted; the `AnnotationSource` beside it brings the metadata.  A fault is
noted with its path and lowering goes on, so that all faults of a tool are found at once; the
schema of a faulty part is never published.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import TypeInfo
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    LiteralType,
    NoneType,
    Overloaded,
    ProperType,
    TupleType,
    Type,
    TypeAliasType,
    TypedDictType,
    TypeOfAny,
    TypeVarType,
    UnboundType,
    UnionType,
    get_proper_type,
)
from typing_extensions import override

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.aliases import proper_type
from toolschema_mypy.analysis.annotations import AnnotationSource
from toolschema_mypy.analysis.classes.families import lower_class
from toolschema_mypy.analysis.classes.named_tuples import lower_named_tuple
from toolschema_mypy.analysis.classes.typed_dicts import lower_typed_dict
from toolschema_mypy.analysis.context import (
    LoweringContext,
    definition_name,
    label,
    type_name,
    with_words,
)
from toolschema_mypy.analysis.enums import lower_enum
from toolschema_mypy.analysis.markers import read_metadata
from toolschema_mypy.analysis.metadata import Problem
from toolschema_mypy.analysis.program import module_of
from toolschema_mypy.analysis.unions import lower_union
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import (
    NO_BOUNDS,
    AnySchema,
    ArraySchema,
    BooleanSchema,
    Container,
    DefinitionSpec,
    EnumSchema,
    IntegerSchema,
    LiteralSchema,
    MapSchema,
    NullSchema,
    NumberSchema,
    ReferenceSchema,
    SchemaSpec,
    StringSchema,
    Text,
    TextSchema,
    TupleSchema,
    UnionSchema,
)
from toolschema_mypy.model.traversal import rewrite

_SCALARS: Final[dict[str, Callable[[], SchemaSpec]]] = {
    "builtins.str": StringSchema,
    "builtins.int": IntegerSchema,
    "builtins.float": NumberSchema,
    "builtins.bool": BooleanSchema,
    "builtins.object": AnySchema,
}
_TEXTS: Final = {
    "datetime.datetime": Text.DATE_TIME,
    "datetime.date": Text.DATE,
    "datetime.time": Text.TIME,
    "datetime.timedelta": Text.TIMEDELTA,
    "uuid.UUID": Text.UUID,
    "decimal.Decimal": Text.DECIMAL,
    "_decimal.Decimal": Text.DECIMAL,
    "pathlib.Path": Text.PATH,
    "pathlib.PurePath": Text.PATH,
    fullnames.PATTERN: Text.REGEX,
    "builtins.bytes": Text.BYTES,
    "ipaddress.IPv4Address": Text.IPV4_ADDRESS,
    "ipaddress.IPv6Address": Text.IPV6_ADDRESS,
    "ipaddress.IPv4Network": Text.IPV4_NETWORK,
    "ipaddress.IPv6Network": Text.IPV6_NETWORK,
    "ipaddress.IPv4Interface": Text.IPV4_INTERFACE,
    "ipaddress.IPv6Interface": Text.IPV6_INTERFACE,
}
# What a set of anything can hold of JSON: no list and no object.
_HASHABLE: Final = UnionSchema(
    (StringSchema(), NumberSchema(keeps_int=True), BooleanSchema(), NullSchema())
)
_TEXT_KEYS: Final = frozenset({Text.UUID, Text.DATE})


class Lowering(LoweringContext):
    """Lowers the types of one tool."""

    # -- types -------------------------------------------------------------------------------------

    @override
    def lower(self, typ: Type, source: AnnotationSource, path: str) -> SchemaSpec:
        """The schema of a type with the metadata of its source, both at *path*."""
        if not source.metadata:
            return self.lower_bare(typ, source, path)
        # Most tools have no metadata.
        from toolschema_mypy.analysis.constraints import constrain

        metadata = read_metadata(source.metadata)
        for problem in metadata.problems:
            self.problem(self._judged(problem), path)
        if metadata.injects:
            self.fault(messages.INJECT_NESTED, path)
        if metadata.writer is not None and self.is_result:
            self.fault(messages.TYPE_WRITER, path, writer=metadata.writer)
        schema, unused = constrain(self.lower_bare(typ, source, path), metadata)
        for problem in unused:
            self.problem(problem, path)
        return with_words(schema, metadata.words)

    def _judged(self, problem: Problem) -> Problem:
        """What a type of pydantic's refuses is an error only where it would be given that."""
        message, fields = problem
        if message is messages.TYPE_NAIVE:
            is_given = self.settings.naive_datetime != "allow"
        elif message in (messages.TYPE_JSON_TEXT, messages.TYPE_DECODED_AGAIN):
            is_given = not self.is_result
        else:
            return problem
        return problem if is_given else (messages.METADATA_UNREAD, {"what": fields["type"]})

    def _lower_part(self, typ: Type, source: AnnotationSource, path: str) -> SchemaSpec:
        """The same for an item or a map's value, which has no key that a `Name` could change."""
        if read_metadata(source.metadata).key is not None:
            self.fault(messages.METADATA_MISPLACED, path, what="name")
        return self.lower(typ, source, path)

    @override
    def lower_bare(self, typ: Type, source: AnnotationSource, path: str) -> SchemaSpec:
        """The same without the metadata of the outermost annotation, which a parameter reads itself."""
        if isinstance(typ, TypeAliasType) and typ.is_recursive and not _is_class(typ):
            return self._recursive_alias(typ, source, path)
        return self._lower_proper(proper_type(typ, self.program), source, path)

    def _lower_proper(self, typ: ProperType, source: AnnotationSource, path: str) -> SchemaSpec:
        match typ:
            case NoneType():
                return NullSchema()
            case AnyType():
                return self._any(typ, source, path)
            case Instance():
                return self._instance(typ, source, path)
            case UnionType():
                return lower_union(self, typ, source, path)
            case LiteralType():
                return self.literals([typ], path)
            case TupleType():
                return self._tuple(typ, source, path)
            case TypedDictType():
                return lower_typed_dict(self, typ, source, path)
            case TypeVarType():
                return self._type_variable(typ, source, path)
            case UnboundType():
                # Not a type, as mypy has said: a variable, a function, a module.
                self.is_reported = True
                return AnySchema()
            case CallableType() | Overloaded():
                return self.fault(messages.TYPE_CALLABLE, path, type=type_name(typ))
            case _:
                return self.fault(messages.TYPE_NO_JSON, path, type=type_name(typ))

    def _any(self, typ: AnyType, source: AnnotationSource, path: str) -> SchemaSpec:
        origin = typ.source_any or typ
        match origin.type_of_any:
            case TypeOfAny.explicit | TypeOfAny.from_omitted_generics:
                return AnySchema()
            case TypeOfAny.special_form if source.is_any:
                # mypy looks through an alias in a union.
                return AnySchema()
            case TypeOfAny.from_error | TypeOfAny.special_form:
                # mypy gives a name that is not defined the latter.
                self.is_reported = True
                return AnySchema()
            case TypeOfAny.from_unimported_type if origin.missing_import_name:
                name = self.program.origin_of(origin.missing_import_name)
                if name.rpartition(".")[0] in self.program.modules:
                    # mypy knows the module and has said that no such name is in it.
                    return self.fault(messages.TYPE_UNKNOWN_ANY, path)
                return self.fault(messages.TYPE_UNIMPORTED, path, type=name)
            case TypeOfAny.unannotated:
                return self.fault(messages.TYPE_UNANNOTATED, path)
            case _:
                return self.fault(messages.TYPE_UNKNOWN_ANY, path)

    def _recursive_alias(
        self, typ: TypeAliasType, source: AnnotationSource, path: str
    ) -> SchemaSpec:
        alias = typ.alias
        assert alias is not None, "a recursive alias is resolved when its module has been checked"
        arguments = list(typ.args)
        # Inside itself an alias is read no further, so that its source says nothing there.
        plain = definition_name(alias.fullname, arguments, "")
        written = source.written() if arguments else ""
        written = written or self.pending_aliases.get(plain, "")
        name = definition_name(alias.fullname, arguments, written)
        module = module_of(alias, self.program.modules)
        if module is not None:
            self.program.reads.note(module, alias.fullname[len(module) + 1 :])
        if name not in self.definitions:
            short = label(alias.name, arguments, written)
            self.definitions[name] = DefinitionSpec(name, short, NullSchema())
            self.pending_aliases[plain] = written
            schema = self._lower_proper(proper_type(typ, self.program), source, path)
            del self.pending_aliases[plain]
            self.definitions[name] = DefinitionSpec(name, short, schema)
        return ReferenceSchema(name)

    def _type_variable(self, typ: TypeVarType, source: AnnotationSource, path: str) -> SchemaSpec:
        if typ.values:
            return lower_union(self, UnionType(list(typ.values)), source, path)
        bound = get_proper_type(typ.upper_bound)
        if isinstance(bound, Instance) and bound.type.fullname == "builtins.object":
            return self._unsolved(typ, path)
        return self._lower_proper(bound, source, path)

    def _unsolved(self, typ: TypeVarType, path: str) -> SchemaSpec:
        # mypy numbers the variables of classes upwards from one, those of functions downwards.
        if typ.id.raw_id > 0 and self.scope.classes:
            owner = self.scope.classes[-1].name
            return self.fault(messages.TYPE_VARIABLE_OF_CLASS, path, variable=typ.name, owner=owner)
        return self.fault(messages.TYPE_VARIABLE, path, variable=typ.name)

    @override
    def literals(self, types: list[LiteralType], path: str) -> SchemaSpec:
        """`Literal[...]`: JSON scalars together, the members of each Enum together."""
        values: list[bool | int | str | None] = []
        members: dict[TypeInfo, list[str]] = {}
        for typ in types:
            if typ.is_enum_literal():
                members.setdefault(typ.fallback.type, []).append(str(typ.value))
            elif typ.fallback.type.fullname == "builtins.bytes":
                return self.fault(messages.TYPE_BYTES_LITERAL, path)
            elif isinstance(typ.value, (bool, int, str)):
                # True and 1 are equal in Python, not in JSON.
                if not any(type(v) is type(typ.value) and v == typ.value for v in values):
                    values.append(typ.value)
            else:
                return self.fault(messages.TYPE_NO_JSON, path, type=type_name(typ))
        arms: list[SchemaSpec] = [LiteralSchema(tuple(values))] if values else []
        arms += [self._enum(info, path, only=tuple(names)) for info, names in members.items()]
        return arms[0] if len(arms) == 1 else UnionSchema(tuple(arms))

    def _enum(self, info: TypeInfo, path: str, only: tuple[str, ...] | None = None) -> SchemaSpec:
        if only is None and info in self.shared.enums:
            return self.shared.enums[info]
        by_name = self.settings.enum == "name"
        found = lower_enum(info, self.scope, by_name=by_name, only=only)
        if not isinstance(found, EnumSchema):
            return self.problem(found, path)
        if only is None:
            self.shared.enums[info] = found
        return found

    def _instance(self, typ: Instance, source: AnnotationSource, path: str) -> SchemaSpec:
        info = typ.type
        self.program.reads.note_module(info.module_name)
        if typ.last_known_value is not None and typ.last_known_value.is_enum_literal():
            return self.literals([typ.last_known_value], path)
        if info.fullname in _SCALARS:
            return _SCALARS[info.fullname]()
        if info.fullname == fullnames.MSGSPEC_UNSET:
            return self.fault(messages.TYPE_NO_JSON, path, type=info.name)
        if info.is_enum:
            return self._enum(info, path)
        if info.is_newtype:
            return self._lower_proper(info.bases[0], source, path)
        if info.fullname == fullnames.PATTERN and _is_of_bytes(typ):
            return self.fault(messages.TYPE_KNOWN, path, type=type_name(typ), other="Pattern[str]")
        if info.fullname in _TEXTS:
            return self._text(_TEXTS[info.fullname])
        container = self._container(typ, source, path)
        if container is not None:
            return container
        return lower_class(self, typ, source, path)

    def _text(self, text: Text) -> TextSchema:
        naive = text is Text.DATE_TIME and self.settings.naive_datetime == "allow"
        return TextSchema(text, allows_naive=naive)

    def _container(self, typ: Instance, source: AnnotationSource, path: str) -> SchemaSpec | None:
        fullname = typ.type.fullname
        if fullname in fullnames.MAPS:
            return self._map(typ, source, path)
        if fullname in fullnames.SETS:
            kind, is_unique = Container.SET, True
        elif fullname == fullnames.FROZENSET:
            kind, is_unique = Container.FROZENSET, True
        elif fullname == fullnames.TUPLE:
            kind, is_unique = Container.TUPLE, False
        elif fullname in fullnames.LISTS or (self.is_result and fullname in fullnames.RESULT_LISTS):
            kind, is_unique = Container.LIST, False
        else:
            return None
        if is_unique and not self.is_result:
            # Few tools take sets.
            from toolschema_mypy.analysis.classes.hashing import unhashable_part

            part = unhashable_part(typ.args[0], self.program)
            if part is not None:
                return self.fault(messages.TYPE_UNHASHABLE, path, type=type_name(part))
        items = self._lower_part(typ.args[0], source.argument(0), f"{path}[]")
        if is_unique and not self.is_result:
            items = rewrite(items, _as_hashable)
        return ArraySchema(items, kind, is_unique=is_unique)

    def _map(self, typ: Instance, source: AnnotationSource, path: str) -> SchemaSpec:
        key = self._lower_part(typ.args[0], source.argument(0), f"{path}{{key}}")
        values = self._lower_part(typ.args[1], source.argument(1), f"{path}{{}}")
        match key:
            case AnySchema():
                # A bare `dict`: JSON has no other keys than text.
                return MapSchema(StringSchema(), values)
            case IntegerSchema(bounds=bounds) if bounds != NO_BOUNDS:
                # `propertyNames` sees the text of a key, which no bound can be said of.
                return self.fault(messages.METADATA_MISPLACED, f"{path}{{key}}", what="bound")
            case StringSchema() | LiteralSchema() | EnumSchema() | IntegerSchema():
                return MapSchema(key, values)
            case TextSchema(text=text) if text in _TEXT_KEYS:
                return MapSchema(key, values)
            case _:
                return self.fault(messages.TYPE_MAP_KEY, path, type=type_name(typ.args[0]))

    def _tuple(self, typ: TupleType, source: AnnotationSource, path: str) -> SchemaSpec:
        info = typ.partial_fallback.type
        if info.is_named_tuple:
            return lower_named_tuple(self, typ, source, path)
        items = tuple(
            self._lower_part(item, source.argument(index), f"{path}[{index}]")
            for index, item in enumerate(typ.items)
        )
        return TupleSchema(items)


def _as_hashable(schema: SchemaSpec) -> SchemaSpec:
    return with_words(_HASHABLE, schema.words) if isinstance(schema, AnySchema) else schema


def _is_of_bytes(pattern: Instance) -> bool:
    """Whether a pattern is not one for text: it is made of the text that is sent."""
    of = get_proper_type(pattern.args[0])
    return not isinstance(of, AnyType) and not (
        isinstance(of, Instance) and of.type.fullname == "builtins.str"
    )


def _is_class(typ: TypeAliasType) -> bool:
    """Whether it is how mypy refers to a TypedDict or NamedTuple inside itself."""
    target = typ.alias.target if typ.alias is not None else None
    match target:
        case TypedDictType(fallback=own) | TupleType(partial_fallback=own):
            return typ.alias is not None and own.type.fullname == typ.alias.fullname
        case _:
            return False
