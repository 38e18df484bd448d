"""One function -> one ToolSpec, or the diagnostics that say why not."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from attrs import evolve
from mypy.nodes import FuncDef
from mypy.types import AnyType, CallableType, Overloaded, Type, TypedDictType, get_proper_type

from toolschema_mypy.analysis.annotations import read_annotation
from toolschema_mypy.analysis.callables import is_generic_in, names_of
from toolschema_mypy.analysis.context import Shared, with_words
from toolschema_mypy.analysis.docstrings import Docstring, read_docstring
from toolschema_mypy.analysis.drafts import Draft, Outcome, as_error_if, finished
from toolschema_mypy.analysis.functions import FunctionSource, arguments_of, locations_of
from toolschema_mypy.analysis.injection import InjectTypes, is_inject
from toolschema_mypy.analysis.lowering import Lowering
from toolschema_mypy.analysis.names import is_legal, suggestion
from toolschema_mypy.analysis.options import ToolKeywords, read_keywords
from toolschema_mypy.analysis.overlaps import with_discriminators
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.signatures import SignatureReader, result_of
from toolschema_mypy.analysis.subjects import Subject
from toolschema_mypy.analysis.toolkits import Toolkits
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.schema import (
    AnySchema,
    ObjectSchema,
    ReferenceSchema,
    SchemaSpec,
    Words,
)
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import ParameterSpec, ToolSpec


class ToolReader:
    """Makes tools of the functions of one module."""

    def __init__(
        self,
        program: Program,
        settings: Settings,
        inject_types: InjectTypes,
        toolkits: Toolkits,
        shared: Shared,
    ) -> None:
        self.program = program
        self.settings = settings
        self.inject_types = inject_types
        self.toolkits = toolkits
        self.shared = shared

    def read(self, subject: Subject) -> Outcome:
        """The tool of a function, or why there is none."""
        keywords, problems = read_keywords(subject.keywords, subject.keyword_scope)
        info = subject.info
        prefix = "" if info is None else self.toolkits.prefix(info)
        name = (prefix or "") + (keywords.name if keywords.name is not None else subject.name)
        draft = Draft(name, subject.location)
        for message, fields in problems:
            draft.report(message, subject.location, **fields)
        when = keywords.options.when
        if when is not None:
            # Few tools have a condition.
            from toolschema_mypy.analysis.conditions import why_undecided

            reason = why_undecided(when, info, subject.receiver, self.program)
            if reason is not None:
                draft.report(messages.SIGNATURE_WHEN, name=when, reason=reason)
        if not is_legal(name):
            message = messages.NAME_ILLEGAL_PREFIXED if prefix else messages.NAME_ILLEGAL
            draft.report(message, subject.location, name=name, suggestion=suggestion(name))
        signature = get_proper_type(subject.typ)
        match signature:
            case CallableType():
                tool = self._build(draft, subject, keywords, signature)
            case Overloaded():
                draft.report(messages.SIGNATURE_OVERLOADED)
                tool = None
            case AnyType() if signature.is_from_error:
                tool = None
            case _:
                _report_erased(draft, subject)
                tool = None
        if prefix is None or any(diagnostic.is_error for diagnostic in draft.diagnostics):
            tool = None
        if tool is not None and info is not None:
            is_generic = isinstance(signature, CallableType) and is_generic_in(
                info, signature, skip_first=subject.has_receiver
            )
            if is_generic:
                draft.report(messages.TYPE_VARIABLE_BOUND, owner=info.name)
            if is_generic or prefix:
                tool = evolve(tool, prefix=prefix or "", is_generic=is_generic)
        return Outcome(name, subject.qualname, subject.location, tool, tuple(draft.diagnostics))

    def _build(
        self,
        draft: Draft,
        subject: Subject,
        keywords: ToolKeywords,
        signature: CallableType,
    ) -> ToolSpec | None:
        arguments = arguments_of(subject.node)
        docstring = self._docstring(draft, subject, signature, arguments)
        lowering = Lowering(self.program, subject.scope, self.settings, self.shared)
        locations: Mapping[str, SourceLocation] = {}
        if subject.is_here and subject.function is not None:
            locations = locations_of(subject.function)
        is_own = subject.function is not None and subject.function.type is signature
        source = FunctionSource(
            arguments,
            subject.scope,
            docstring,
            locations,
            subject.location,
            self.program.source_of(subject.scope.module) if is_own else None,
            subject.variables,
        )
        reader = SignatureReader(lowering, source, self.inject_types)
        names = names_of(signature, list(arguments))
        if names is None or _erases(signature, subject.function):
            _report_erased(draft, subject)
            return None
        parameters: list[ParameterSpec] = []
        for read in reader.read(signature, names, skip_first=subject.has_receiver):
            parameters += read.specs
            draft.faults(read.faults, read.location)
        draft.note_field_defaults(parameters)
        description = (
            keywords.description if keywords.description is not None else docstring.description
        )
        if self.settings.docstrings in ("all", "error"):
            is_error = self.settings.docstrings == "error"
            draft.note_missing_words(description, parameters, is_error=is_error)
        parameters = self._unpack(draft, keywords, parameters, lowering)
        draft.check_keys(parameters, lowering)
        draft.check_fields(lowering)
        parameters, definitions = finished(draft, parameters, lowering)
        result = result_of(signature.ret_type)
        returned = Lowering(self.program, subject.scope, self.settings, self.shared, is_result=True)
        returns = self._returns(draft, subject, result.typ, returned, docstring)
        draft.check_fields(returned)
        if lowering.is_reported or returned.is_reported:
            return None
        return ToolSpec(
            name=draft.name,
            qualname=subject.qualname,
            description=description,
            parameters=tuple(parameters),
            location=subject.location,
            receiver=subject.receiver,
            title=keywords.title,
            returns=returns,
            definitions=definitions,
            return_definitions=tuple(returned.definitions.values()),
            is_strict=keywords.is_strict,
            formats=keywords.formats,
            annotations=keywords.annotations,
            options=keywords.options,
            is_async=result.is_async,
            is_generator=result.is_generator,
        )

    def _docstring(
        self, draft: Draft, subject: Subject, signature: CallableType, arguments: Iterable[str]
    ) -> Docstring:
        written = [each for each in (subject.node, subject.owner) if each is not None]
        texts = (ast.get_docstring(each, clean=False) for each in written)
        text = next((text for text in texts if text and not text.isspace()), "")
        names = {*filter(None, signature.arg_names), *arguments, *_unpacked_keys(signature)}
        docstring = read_docstring(text, names)
        checks = self.settings.docstrings
        if checks == "off":
            return docstring
        is_error = checks == "error"
        if docstring.is_malformed:
            draft.report(as_error_if(messages.DOCSTRING_MALFORMED, is_error))
        for name in docstring.unknown:
            draft.report(as_error_if(messages.DOCSTRING_UNKNOWN, is_error), name=name)
        return docstring

    def _unpack(
        self,
        draft: Draft,
        keywords: ToolKeywords,
        parameters: list[ParameterSpec],
        lowering: Lowering,
    ) -> list[ParameterSpec]:
        """`@tool(unpack="job")`: mark the parameter whose keys stand at the top."""
        if keywords.unpack is None:
            return parameters
        unpacked = [each for each in parameters if each.name == keywords.unpack]
        if not unpacked or not _is_object(unpacked[0].schema, lowering):
            draft.report(messages.SIGNATURE_UNPACK, name=keywords.unpack)
            return parameters
        return [
            evolve(each, is_unpacked=True) if each is unpacked[0] else each for each in parameters
        ]

    def _returns(
        self, draft: Draft, subject: Subject, typ: Type, lowering: Lowering, docstring: Docstring
    ) -> SchemaSpec | None:
        proper = get_proper_type(typ)
        if isinstance(proper, AnyType) and not proper.is_from_error:
            if not proper.missing_import_name:
                return None
        annotation = None if subject.node is None else subject.node.returns
        source = read_annotation(annotation, subject.scope, subject.variables)
        metadata_faults = [value for value in source.metadata if is_inject(value)]
        if metadata_faults:
            draft.report(messages.INJECT_RETURN)
            source = source._replace(metadata=())
        schema = lowering.lower(typ, source, "return")
        draft.faults(lowering.faults)
        if isinstance(schema, AnySchema):
            return None
        if docstring.returns is not None and schema.words.description is None:
            schema = with_words(schema, Words(description=docstring.returns))
        return with_discriminators(schema, lowering.definition)


def _report_erased(draft: Draft, subject: Subject) -> None:
    # Few tools come to this.
    from toolschema_mypy.analysis.decorators import cache_of

    cache = cache_of(subject.node, subject.owner, subject.scope)
    if cache is None:
        draft.report(messages.SIGNATURE_ERASED)
    else:
        draft.report(messages.SIGNATURE_CACHED, decorator=cache)


def _erases(signature: CallableType, function: FuncDef | None) -> bool:
    """Whether a decorator has left `(*args, **kwargs)` of a function that has parameters."""
    if signature.is_ellipsis_args:
        return True
    stars = [kind.is_star() for kind in signature.arg_kinds]
    if function is None or not stars or not all(stars):
        return False
    return not all(kind.is_star() for kind in function.arg_kinds)


def _unpacked_keys(signature: CallableType) -> list[str]:
    if not signature.unpack_kwargs:
        return []
    unpacked = get_proper_type(signature.arg_types[-1])
    return [*unpacked.items] if isinstance(unpacked, TypedDictType) else []


def _is_object(schema: SchemaSpec | None, lowering: Lowering) -> bool:
    return isinstance(schema, ReferenceSchema) and isinstance(
        lowering.definition(schema.name), ObjectSchema
    )
