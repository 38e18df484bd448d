"""Callable -> ParameterSpecs and the result's schema.

The types are those of the callable that `tool` is given, so a decorator typed with ParamSpec is
looked through; annotations, defaults and descriptions come from the function as written.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from attrs import evolve
from mypy.nodes import ArgKind, SymbolNode, TypeInfo
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Type,
    TypedDictType,
    TypeOfAny,
    get_proper_type,
)

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.annotations import NO_SOURCE, AnnotationSource, read_annotation
from toolschema_mypy.analysis.classes.constructed import field_source
from toolschema_mypy.analysis.classes.typed_dicts import keys_in_order, typed_dict_fields
from toolschema_mypy.analysis.context import Fault, WrittenKey, with_words
from toolschema_mypy.analysis.defaults import Fits, Misfit, fit, literal_of
from toolschema_mypy.analysis.functions import Argument, FunctionSource
from toolschema_mypy.analysis.injection import InjectTypes, is_inject
from toolschema_mypy.analysis.lowering import Lowering
from toolschema_mypy.analysis.markers import read_metadata
from toolschema_mypy.analysis.mending import made_required, moved_into_annotation
from toolschema_mypy.analysis.metadata import FieldDefault, Metadata
from toolschema_mypy.analysis.program import reference_to
from toolschema_mypy.analysis.values import Call, Constant, Named, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.codes import Code
from toolschema_mypy.diagnostics.diagnostic import Severity
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.schema import (
    AnySchema,
    JsonValue,
    ObjectSchema,
    ReferenceSchema,
    SchemaSpec,
    Words,
)
from toolschema_mypy.model.tool import DefaultSource, ParameterKind, ParameterSpec

_KINDS = {
    ArgKind.ARG_POS: ParameterKind.POSITIONAL_OR_KEYWORD,
    ArgKind.ARG_OPT: ParameterKind.POSITIONAL_OR_KEYWORD,
    ArgKind.ARG_NAMED: ParameterKind.KEYWORD_ONLY,
    ArgKind.ARG_NAMED_OPT: ParameterKind.KEYWORD_ONLY,
    ArgKind.ARG_STAR2: ParameterKind.VAR_KEYWORD,
}


class ReadParameter(NamedTuple):
    """What one formal parameter gives: its specs (several where `**kw` is unpacked), its faults."""

    specs: tuple[ParameterSpec, ...]
    faults: tuple[Fault, ...]
    location: SourceLocation


class _Formal(NamedTuple):
    """A formal parameter: what mypy knows of it, what the source says."""

    name: str
    kind: ArgKind
    typ: Type
    is_positional_only: bool
    annotation: ast.expr | None
    source: AnnotationSource
    default: Value | None
    written: WrittenKey | None


class SignatureReader(NamedTuple):
    """Reads the parameters of one tool."""

    lowering: Lowering
    source: FunctionSource
    inject_types: InjectTypes

    def read(
        self, typ: CallableType, names: Sequence[str], *, skip_first: bool
    ) -> Iterator[ReadParameter]:
        """The parameters of *typ*, one after the other; *skip_first* leaves `self` or `cls` out."""
        for formal in self._formals(typ, names, skip_first=skip_first):
            before = len(self.lowering.faults)
            specs = tuple(self._parameters(formal, typ))
            faults = tuple(self.lowering.faults[before:])
            yield ReadParameter(specs, faults, self.source.at(formal.name))

    def _formals(
        self, typ: CallableType, names: Sequence[str], *, skip_first: bool
    ) -> Iterator[_Formal]:
        formals = zip(names, typ.arg_names, typ.arg_kinds, typ.arg_types, strict=True)
        for written, name, kind, argument in islice(formals, int(skip_first), None):
            annotation, default, _ = self.source.arguments.get(written, Argument())
            key = self.source.key_of(annotation)
            yield _Formal(
                written,
                kind,
                argument,
                name is None and not kind.is_star(),
                annotation,
                self._annotation(annotation, key),
                None if default is None else evaluate(default, self.source.scope),
                key,
            )

    def _annotation(self, annotation: ast.expr | None, key: WrittenKey | None) -> AnnotationSource:
        if key is None:
            return read_annotation(annotation, self.source.scope, self.source.variables)
        sources = self.lowering.shared.sources
        if key not in sources:
            sources[key] = read_annotation(annotation, self.source.scope)
        return sources[key]

    def _parameters(self, formal: _Formal, typ: CallableType) -> list[ParameterSpec]:
        metadata = read_metadata(formal.source.metadata)
        if formal.kind is ArgKind.ARG_STAR:
            if metadata.injects:
                self.lowering.fault(messages.INJECT_STAR, formal.name)
            elif not _is_param_spec(formal.typ):
                self.lowering.fault(messages.SIGNATURE_STAR, formal.name)
            return []
        if formal.kind is ArgKind.ARG_STAR2:
            unpacked = get_proper_type(formal.typ)
            if typ.unpack_kwargs and isinstance(unpacked, TypedDictType):
                return self._unpacked(unpacked, formal.source)
        inject_type = self.inject_types.match(formal.typ, formal.annotation, self.source.scope)
        if formal.default is not None and is_inject(formal.default):
            return [self._injected_by_default(formal, metadata)]
        if metadata.injects or inject_type is not None:
            return [self._injected(formal, metadata, inject_type)]
        refused = self.inject_types.refused(formal.typ)
        if refused is not None:
            self.lowering.problem(refused, formal.name)
            return [self._injected(formal, metadata, inject_type)]
        before = len(self.lowering.faults)
        published = self._published(formal, metadata)
        said = [each.message for each in self.lowering.faults[before:]]
        if any(each.code is Code.TYPE and each.severity is Severity.ERROR for each in said):
            misspelt = self.inject_types.misspelt(formal.typ)
            if misspelt is not None:
                self.lowering.problem(misspelt, formal.name)
        return [published]

    def _kind(self, formal: _Formal) -> ParameterKind:
        if formal.is_positional_only and not self.source.takes_by_name(formal.name):
            return ParameterKind.POSITIONAL_ONLY
        return _KINDS[formal.kind]

    # -- injected ----------------------------------------------------------------------------------

    def _injected(
        self, formal: _Formal, metadata: Metadata, inject_type: str | None
    ) -> ParameterSpec:
        is_required = formal.kind.is_required()
        for message, fields in metadata.problems:
            # Its type may be anything.
            if message.code is not Code.TYPE:
                self.lowering.fault(message, formal.name, **fields)
        if metadata.injects and inject_type is None:
            if len(metadata.injects) > 1:
                self.lowering.fault(messages.INJECT_TWICE, formal.name)
            if formal.kind.is_star():
                self.lowering.fault(messages.INJECT_STAR, formal.name)
            elif formal.is_positional_only:
                self.lowering.fault(messages.INJECT_POSITIONAL, formal.name)
            elif is_required and not any(mark.is_required for mark in metadata.injects):
                way = made_required(formal.name, formal.annotation, self.source.scope)
                self.lowering.fault(messages.INJECT_REQUIRED, formal.name, way=way)
        return ParameterSpec(
            name=formal.name,
            key=formal.name,
            kind=self._kind(formal),
            schema=None,
            is_required=is_required,
            location=self.source.at(formal.name),
            literal=None if formal.default is None else literal_of(formal.default),
            inject_type=inject_type,
            is_injected=True,
        )

    def _injected_by_default(self, formal: _Formal, metadata: Metadata) -> ParameterSpec:
        """`user: str = Inject()`: Python takes the mark for a value, and the model would be asked."""
        name, scope = formal.name, self.source.scope
        if metadata.injects:
            way = made_required(name, formal.annotation, scope)
        else:
            default = self.source.arguments[name].default
            way = moved_into_annotation(name, formal.annotation, default, scope)
        self.lowering.fault(messages.INJECT_DEFAULT, name, way=way)
        return self._injected(formal, Metadata(), None)

    # -- published ---------------------------------------------------------------------------------

    def _published(self, formal: _Formal, metadata: Metadata) -> ParameterSpec:
        source = formal.source
        field_call = _field_call(formal.default)
        if field_call is not None:
            source = source.with_metadata((field_call,))
            metadata = read_metadata(source.metadata)
        path = metadata.key or formal.name
        if _is_unannotated(formal.typ):
            self.lowering.fault(messages.SIGNATURE_UNANNOTATED, path)
            schema: SchemaSpec = AnySchema()
        elif field_call is not None or formal.written is None:
            schema = self.lowering.lower(formal.typ, source, path)
        else:
            schema = self._lowered(formal, formal.written, path)
        schema = self._described(schema, metadata, formal.name)
        has_field_default = field_call is not None or metadata.default is not None
        default, literal = None, None
        if formal.default is not None and not has_field_default:
            default, literal = self._default(formal.default, schema, path)
        spec = ParameterSpec(
            name=self.source.name_inside(formal.name),
            key=path,
            kind=self._kind(formal),
            schema=schema,
            is_required=formal.kind.is_required(),
            location=self.source.at(formal.name),
            default=default,
            literal=literal,
        )
        if has_field_default:
            return self._with_field_default(spec, metadata, formal, has_call=field_call is not None)
        return spec

    def _lowered(self, formal: _Formal, key: WrittenKey, path: str) -> SchemaSpec:
        """The schema of a type as it is annotated, which other tools may have asked for."""
        lowering = self.lowering
        typ, known = lowering.shared.annotations.get(key, (None, None))
        if known is None or typ != formal.typ:
            known = lowering.apart(lambda: lowering.lower(formal.typ, formal.source, path))
            if known is None:
                return lowering.lower(formal.typ, formal.source, path)
            lowering.shared.annotations[key] = formal.typ, known
        return lowering.taken(known)

    def _described(self, schema: SchemaSpec, metadata: Metadata, name: str) -> SchemaSpec:
        if metadata.words.description is not None:
            return schema
        text = self.source.docstring.parameters.get(name)
        return with_words(schema, Words(description=text)) if text else schema

    def _default(
        self, default: Value, schema: SchemaSpec, path: str
    ) -> tuple[JsonValue | None, JsonValue | None]:
        """A default as it is published, and as it is written."""
        found = fit(default, schema, self.lowering.definition)
        if isinstance(found, Misfit):
            self.lowering.misfit(found, path)
            return None, None
        return found.json, literal_of(default)

    def _with_field_default(
        self, spec: ParameterSpec, metadata: Metadata, formal: _Formal, *, has_call: bool
    ) -> ParameterSpec:
        """A default that stands in a `Field(...)`, as the parameter's default or in `Annotated`."""
        default = metadata.default
        if default is None:
            return evolve(spec, is_required=True)
        assert spec.schema is not None, "only called for a published parameter"
        value = self._value_of(default, spec.schema)
        published: JsonValue | None = None
        if value is not None:
            found = fit(value, spec.schema, self.lowering.definition)
            if isinstance(found, Fits):
                published = found.json
            else:
                self.lowering.fault(messages.DEFAULT_MISFIT, spec.key, what=found.value)
                return spec
        if has_call:
            # The runtime asks the FieldInfo, which makes a fresh value for each call.
            return evolve(
                spec, is_required=False, default=published, default_source=DefaultSource.FIELD
            )
        if formal.default is not None:
            published, literal = self._default(formal.default, spec.schema, spec.key)
            return evolve(spec, default=published, literal=literal)
        if published is None:
            self.lowering.fault(messages.DEFAULT_UNSUPPLIED, spec.key)
        return evolve(spec, is_required=False, default=published, supply=published)

    def _value_of(self, default: FieldDefault, schema: SchemaSpec | None) -> Value | None:
        """The value of a `Field(...)`'s default, as far as the source tells it."""
        if default.value is not None:
            return default.value
        if isinstance(schema, ReferenceSchema):
            schema = self.lowering.definition(schema.name)
        match default.factory:
            case Named(resolved=resolved) if resolved.fullname == "builtins.list":
                return Constant([])
            case Named(resolved=resolved) if resolved.fullname == "builtins.dict":
                return Constant({})
            case Named(resolved=resolved) if _is_made_of_nothing(schema, resolved.node):
                return Constant({})
            case _:
                return None

    def _unpacked(self, typ: TypedDictType, source: AnnotationSource) -> list[ParameterSpec]:
        """`**kw: Unpack[TD]`: its keys are parameters."""
        info = typ.fallback.type
        fields = typed_dict_fields(info, self.lowering, source) if info.typeddict_type else {}
        parameters = []
        for key in keys_in_order(typ, fields):
            field = fields.get(key)
            source = NO_SOURCE if field is None else field_source(field)
            metadata = read_metadata(source.metadata)
            if metadata.injects:
                self.lowering.fault(messages.INJECT_NESTED, key)
            schema = self.lowering.lower(typ.items[key], source, key)
            if metadata.words.description is None:
                text = self.source.docstring.parameters.get(key)
                text = text or (None if field is None else field.description)
                schema = with_words(schema, Words(description=text)) if text else schema
            parameters.append(
                ParameterSpec(
                    name=key,
                    key=metadata.key or key,
                    kind=ParameterKind.UNPACKED,
                    schema=schema,
                    is_required=key in typ.required_keys,
                    location=self.source.at(key),
                )
            )
        return parameters


def _is_made_of_nothing(schema: SchemaSpec | None, factory: SymbolNode | None) -> bool:
    """Whether *factory* is the class that an object without keys is decoded to."""
    return (
        isinstance(schema, ObjectSchema)
        and isinstance(factory, TypeInfo)
        and reference_to(factory) == schema.fullname
        and not any(each.is_required for each in schema.properties)
    )


def _field_call(default: Value | None) -> Call | None:
    if isinstance(default, Call) and default.fullname in fullnames.PYDANTIC_FIELD:
        return default
    return None


def _is_unannotated(typ: Type) -> bool:
    proper = get_proper_type(typ)
    return isinstance(proper, AnyType) and proper.type_of_any == TypeOfAny.unannotated


def _is_param_spec(typ: Type) -> bool:
    return "ParamSpec" in type(get_proper_type(typ)).__name__


class Result(NamedTuple):
    """The declared result of a tool: the type that its schema describes, and how it arrives."""

    typ: Type
    is_async: bool
    is_generator: bool


def result_of(typ: Type) -> Result:
    """Look through the coroutine or generator that a call gives."""
    proper = get_proper_type(typ)
    if isinstance(proper, Instance):
        name = proper.type.fullname
        if name in fullnames.COROUTINES:
            inner = result_of(proper.args[-1])
            return inner._replace(is_async=True)
        if name in fullnames.GENERATORS:
            return Result(typ, name in fullnames.ASYNC_ITERATORS, is_generator=True)
    return Result(typ, is_async=False, is_generator=False)
