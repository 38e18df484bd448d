"""Unions: arms beside their sources, merged and pruned by the rules of design section 4."""

from __future__ import annotations

from typing import Final, NamedTuple

from attrs import evolve
from mypy.types import (
    AnyType,
    Instance,
    LiteralType,
    NoneType,
    Type,
    UnionType,
    flatten_nested_unions,
    get_proper_type,
)

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.annotations import NO_SOURCE, AnnotationSource
from toolschema_mypy.analysis.context import LoweringContext, with_words
from toolschema_mypy.analysis.markers import read_metadata
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.schema import (
    NO_WORDS,
    AnySchema,
    ArraySchema,
    IntegerSchema,
    Length,
    MapSchema,
    NumberSchema,
    ObjectSchema,
    ReferenceSchema,
    SchemaSpec,
    StringSchema,
    TextSchema,
    TupleSchema,
    UnionSchema,
    Words,
)

_INTEGER: Final = IntegerSchema()
_NUMBER: Final = NumberSchema()


class _Arm(NamedTuple):
    """One arm: neighbouring literals are one."""

    types: list[Type]
    source: AnnotationSource


def lower_union(
    context: LoweringContext, typ: UnionType, source: AnnotationSource, path: str
) -> SchemaSpec:
    """The schema of a union: its arms in the order written, without those never reached."""
    items = flatten_nested_unions(typ.items, handle_recursive=False)
    arms = _aligned(items, source)
    if arms is None:
        # That of the union as a whole is read by who asks for it.
        if any(map(_has_metadata, source.arms)):
            context.fault(messages.METADATA_UNALIGNED, path)
        arms = _grouped([(item, NO_SOURCE) for item in items])
    arms = [arm for arm in arms if not _is_unset(arm)]
    if any(_is_user_any(item) for item in items):
        return AnySchema()
    lifted = _lifted(arms)
    schemas = [_lower_arm(context, arm, path) for arm in arms]
    if any(isinstance(schema, AnySchema) for schema in schemas):
        return with_words(AnySchema(), lifted)
    if lifted != NO_WORDS:
        schemas = [evolve(schema, words=NO_WORDS) for schema in schemas]
    schemas = _without_repeats(schemas)
    schemas = _number_arms(schemas)
    reached = _reached(context, schemas, path)
    schema = reached[0] if len(reached) == 1 else UnionSchema(tuple(reached))
    return with_words(schema, lifted)


def _lower_arm(context: LoweringContext, arm: _Arm, path: str) -> SchemaSpec:
    literals = [typ for typ in map(get_proper_type, arm.types) if isinstance(typ, LiteralType)]
    if not literals:
        return context.lower(arm.types[0], arm.source, path)
    if not arm.source.metadata:
        return context.literals(literals, path)
    # Metadata of a whole `Annotated[Literal["a", "b"], ...]`: one literal carries it through.
    schema = context.lower(literals[0], arm.source, path)
    return with_words(context.literals(literals, path), schema.words)


def _is_unset(arm: _Arm) -> bool:
    """Whether it is msgspec's word for a field that was not sent, which no JSON says."""
    typ = get_proper_type(arm.types[0])
    return isinstance(typ, Instance) and typ.type.fullname == fullnames.MSGSPEC_UNSET


def _is_user_any(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return (
        isinstance(proper, AnyType) and not proper.is_from_error and not proper.missing_import_name
    )


# -- sources beside types --------------------------------------------------------------------------


def _aligned(items: list[Type], source: AnnotationSource) -> list[_Arm] | None:
    """Types and sources side by side; `None` when the two do not have the same shape."""
    leaves = _leaves(source) if source.arms else [source]
    if sum(leaf.width for leaf in leaves) != len(items):
        return None
    pairs: list[tuple[Type, AnnotationSource]] = []
    rest = iter(items)
    for leaf in leaves:
        pairs += [(next(rest), leaf) for _ in range(leaf.width)]
    return _grouped(pairs)


def _leaves(source: AnnotationSource) -> list[AnnotationSource]:
    """The arms of a source; metadata of a union inside it belongs to each of its arms."""
    leaves: list[AnnotationSource] = []
    for arm in source.arms:
        if arm.arms and not arm.is_whole:
            leaves += [leaf.with_metadata(arm.metadata) for leaf in _leaves(arm)]
        else:
            leaves.append(arm)
    return leaves


def _grouped(pairs: list[tuple[Type, AnnotationSource]]) -> list[_Arm]:
    """Literal items that share one source, or have none, are one arm at the first one's place."""
    arms: list[_Arm] = []
    literals: dict[int, _Arm] = {}
    for typ, source in pairs:
        if not isinstance(get_proper_type(typ), LiteralType):
            arms.append(_Arm([typ], source))
            continue
        key = id(source) if source.metadata else 0
        if key in literals:
            literals[key].types.append(typ)
        else:
            literals[key] = _Arm([typ], source)
            arms.append(literals[key])
    return arms


def _has_metadata(source: AnnotationSource) -> bool:
    return bool(source.metadata) or any(
        _has_metadata(part) for part in (*source.arms, *source.arguments)
    )


def _lifted(arms: list[_Arm]) -> Words:
    """`Annotated[T, "text"] | None`: the words describe the whole, bounds stay with T."""
    others = [arm for arm in arms if not isinstance(get_proper_type(arm.types[0]), NoneType)]
    if len(others) == len(arms) or len({id(arm.source.metadata) for arm in others}) != 1:
        return NO_WORDS
    return read_metadata(others[0].source.metadata).words


# -- arms ------------------------------------------------------------------------------------------


def _without_repeats(schemas: list[SchemaSpec]) -> list[SchemaSpec]:
    return [schema for index, schema in enumerate(schemas) if schema not in schemas[:index]]


def _number_arms(schemas: list[SchemaSpec]) -> list[SchemaSpec]:
    """`int | float` is one `number`, in which a number without fraction stays an int."""
    if _INTEGER not in schemas or _NUMBER not in schemas:
        return schemas
    merged: list[SchemaSpec] = []
    for schema in schemas:
        if schema not in (_INTEGER, _NUMBER):
            merged.append(schema)
        elif not any(isinstance(known, NumberSchema) for known in merged):
            merged.append(NumberSchema(keeps_int=True))
    return merged


def _reached(context: LoweringContext, schemas: list[SchemaSpec], path: str) -> list[SchemaSpec]:
    """The arms that some value can arrive at; the others are left out with a note."""
    reached: list[SchemaSpec] = []
    for schema in schemas:
        taker = next((known for known in reached if _takes_all(context, known, schema)), None)
        if taker is None:
            reached.append(schema)
        else:
            context.fault(messages.TYPE_UNREACHABLE, path, arm=_said(schema), taker=_said(taker))
    return reached


def _takes_all(context: LoweringContext, first: SchemaSpec, second: SchemaSpec) -> bool:
    """Whether *first*, tried before *second*, accepts everything that *second* does."""
    match first, second:
        case StringSchema(), TextSchema():
            return evolve(first, words=NO_WORDS) == StringSchema()
        case ArraySchema(items=AnySchema(), length=length, is_unique=False), (
            ArraySchema() | TupleSchema()
        ):
            return length == Length()
        case MapSchema(key=StringSchema(), values=AnySchema(), length=length), (
            MapSchema() | ObjectSchema()
        ):
            return length == Length()
        case MapSchema(), ReferenceSchema(name=name):
            return _takes_all(context, first, context.definition(name))
        case _:
            return False


def _said(schema: SchemaSpec) -> str:
    match schema:
        case TextSchema(text=text):
            return text.value
        case ReferenceSchema(name=name):
            return name.rpartition(".")[2]
        case _:
            return type(schema).__name__.removesuffix("Schema").lower()
