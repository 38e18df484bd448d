"""One site -> one ToolSpec, or the diagnostics that say why not."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from attrs import evolve
from mypy.nodes import ArgKind, CallExpr, Context, FuncDef, LambdaExpr, TypeInfo
from mypy.typeops import function_type
from mypy.types import (
    AnyType,
    CallableType,
    Instance,
    Overloaded,
    Type,
    TypedDictType,
    TypeOfAny,
    get_proper_type,
)

from toolschema_mypy.analysis.annotations import read_annotation
from toolschema_mypy.analysis.callables import (
    as_method_of,
    callee_of,
    is_generic_in,
    names_of,
)
from toolschema_mypy.analysis.context import Shared, with_words
from toolschema_mypy.analysis.docstrings import Docstring, read_docstring
from toolschema_mypy.analysis.drafts import Draft, as_error_if, finished
from toolschema_mypy.analysis.fullnames import INJECT, TOOL
from toolschema_mypy.analysis.injection import InjectTypes
from toolschema_mypy.analysis.lowering import Lowering
from toolschema_mypy.analysis.names import is_legal, suggestion
from toolschema_mypy.analysis.options import ToolKeywords, read_keywords
from toolschema_mypy.analysis.overlaps import with_discriminators
from toolschema_mypy.analysis.program import Program, module_of, qualname_of
from toolschema_mypy.analysis.scope import Resolved, Scope
from toolschema_mypy.analysis.signatures import (
    FunctionSource,
    SignatureReader,
    arguments_of,
    locations_of,
    result_of,
)
from toolschema_mypy.analysis.sites import CalledSite, DecoratedSite, location_of
from toolschema_mypy.analysis.statements import FunctionNode
from toolschema_mypy.analysis.toolkits import Toolkits
from toolschema_mypy.analysis.values import Call, Named, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic, Message
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.schema import (
    AnySchema,
    ObjectSchema,
    ReferenceSchema,
    SchemaSpec,
    Words,
)
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import (
    ParameterSpec,
    Receiver,
    ToolSpec,
)


class Outcome(NamedTuple):
    """What became of one site: *tool* is None when it is left out."""

    name: str
    qualname: str
    location: SourceLocation
    tool: ToolSpec | None
    diagnostics: tuple[Diagnostic, ...] = ()


class _Subject(NamedTuple):
    """The function of a site: its type as `tool` is given it, and its source."""

    name: str
    qualname: str
    location: SourceLocation
    typ: Type
    function: FuncDef | None
    node: FunctionNode | None
    scope: Scope
    keywords: Mapping[str, ast.expr]
    keyword_scope: Scope
    receiver: Receiver
    # The class around it.
    info: TypeInfo | None
    # Whether the parameters stand in the module being checked, so that we can point at them.
    is_here: bool
    # The class of an object that is called: it describes the tool where its `__call__` does not.
    owner: ast.ClassDef | None = None


class ToolReader:
    """Reads the tools of one module.  *given* has mypy's types of what is handed to `tool`."""

    def __init__(
        self,
        program: Program,
        settings: Settings,
        module: str,
        given: Mapping[Context, Type],
        inject_types: InjectTypes,
        toolkits: Toolkits,
        shared: Shared,
    ) -> None:
        self.program = program
        self.settings = settings
        self.module = module
        self.given = given
        self.inject_types = inject_types
        self.toolkits = toolkits
        self.shared = shared
        # Where functions of this module stand that a call form has made tools.
        self.given_lines: set[int] = set()

    def decorated(self, site: DecoratedSite) -> Outcome:
        """The tool of a decorated function."""
        function = site.function
        scope = Scope(self.program, self.module)
        if site.info is not None:
            scope = scope.within(site.info)
        source = self.program.source_of(self.module)
        node = None if source is None else source.function_at(function.line)
        prefix = "" if site.info is None else f"{qualname_of(site.info)}."
        qualname, location = prefix + function.name, location_of(function)
        if function.is_property:
            outcome = Outcome(function.name, qualname, location, None)
            return _refused(outcome, messages.SIGNATURE_PROPERTY)
        subject = _Subject(
            name=function.name,
            qualname=qualname,
            location=location,
            typ=_looked_through(self._type_given(site), site),
            function=function,
            node=node,
            scope=scope,
            keywords=_decorator_keywords(node, scope),
            keyword_scope=scope,
            receiver=_receiver(site),
            info=site.info,
            is_here=True,
        )
        return self._read(subject)

    def called(self, site: CalledSite) -> Outcome:
        """The tool of `x = tool(...)`."""
        location = location_of(site.call)
        is_given = ArgKind.ARG_POS in site.call.arg_kinds[:1]
        target = site.call.args[0] if is_given else None
        # `strict_tool = tool(strict=True)` is a decorator; each use of it is reported there.
        name = site.name if site.name is not None and is_given else ""
        prefix = "" if site.info is None else f"{qualname_of(site.info)}."
        outcome = Outcome(name, prefix + name, location, None)
        if target is None:
            return outcome
        if not name:
            return _refused(outcome, messages.SIGNATURE_UNBOUND)
        if isinstance(target, LambdaExpr):
            return _refused(outcome, messages.SIGNATURE_LAMBDA)
        typ = self.given.get(site.call)
        if typ is None:
            return outcome  # mypy could not make the call out, and has said so
        scope = Scope(self.program, self.module)
        written = self._call_source(site.call)
        value = None if written is None else evaluate(written.args[0], scope)
        callee = callee_of(typ, value)
        method = None if site.info is None else as_method_of(site.info, callee)
        node, inner = self._source_of(callee.function)
        if node is not None and inner is not None and inner.module == self.module:
            self.given_lines.add(node.lineno)
        subject = _Subject(
            name=name,
            qualname=prefix + name,
            location=location,
            typ=callee.signature if method is None else method,
            function=callee.function,
            node=node,
            scope=inner or scope,
            keywords={k.arg: k.value for k in written.keywords if k.arg} if written else {},
            keyword_scope=scope,
            receiver=Receiver.VALUE if method is None else Receiver.METHOD,
            info=site.info,
            is_here=False,
            owner=None if callee.info is None else self.program.class_source(callee.info),
        )
        return self._read(subject)

    # -- what tool is given ------------------------------------------------------------------------

    def _type_given(self, site: DecoratedSite) -> Type:
        decorator, function = site.decorator, site.function
        if site.position == len(decorator.original_decorators) - 1 or not decorator.decorators:
            return function_type(function, self._function_class())
        given = self.given.get(decorator)
        if given is not None:
            return given
        if site.position == 0:
            # `tool` gives back what it is given.
            return decorator.var.type or AnyType(TypeOfAny.from_error)
        return AnyType(TypeOfAny.implementation_artifact)

    def _function_class(self) -> Instance:
        """`builtins.function`, which the type of an unannotated function falls back to."""
        node = self.program.modules["builtins"].names["function"].node
        assert isinstance(node, TypeInfo), "typeshed defines builtins.function as a class"
        return Instance(node, [])

    def _source_of(self, function: FuncDef | None) -> tuple[FunctionNode | None, Scope | None]:
        module = None if function is None else module_of(function, self.program.modules)
        if function is None or module is None:
            return None, None
        scope = Scope(self.program, module)
        if function.info:
            scope = scope.within(function.info)
        qualname = function.fullname[len(module) + 1 :]
        self.program.reads.note(module, qualname)
        source = self.program.source_of(module)
        return (None if source is None else source.function_def(qualname)), scope

    def _call_source(self, call: CallExpr) -> ast.Call | None:
        source = self.program.source_of(self.module)
        return None if source is None else source.call_at(call.line, call.column)

    # -- one tool ----------------------------------------------------------------------------------

    def _read(self, subject: _Subject) -> Outcome:
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
                draft.report(messages.SIGNATURE_ERASED)
                tool = None
        if prefix is None or any(diagnostic.is_error for diagnostic in draft.diagnostics):
            tool = None
        if tool is not None and info is not None:
            is_generic = isinstance(signature, CallableType) and is_generic_in(
                info, signature, skip_first=_has_receiver(subject)
            )
            if is_generic:
                draft.report(messages.TYPE_VARIABLE_BOUND, owner=info.name)
            if is_generic or prefix:
                tool = evolve(tool, prefix=prefix or "", is_generic=is_generic)
        return Outcome(name, subject.qualname, subject.location, tool, tuple(draft.diagnostics))

    def _build(
        self,
        draft: Draft,
        subject: _Subject,
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
        )
        reader = SignatureReader(lowering, source, self.inject_types)
        names = names_of(signature, list(arguments))
        if names is None or _erases(signature, subject.function):
            draft.report(messages.SIGNATURE_ERASED)
            return None
        parameters: list[ParameterSpec] = []
        for read in reader.read(signature, names, skip_first=_has_receiver(subject)):
            parameters += read.specs
            draft.faults(read.faults, read.location)
        draft.note_field_defaults(parameters)
        if self.settings.docstrings in ("all", "error"):
            draft.note_missing_words(parameters, is_error=self.settings.docstrings == "error")
        parameters = self._unpack(draft, keywords, parameters, lowering)
        draft.check_keys(parameters, lowering)
        parameters, definitions = finished(draft, parameters, lowering)
        result = result_of(signature.ret_type)
        returned = Lowering(self.program, subject.scope, self.settings, self.shared, is_result=True)
        returns = self._returns(draft, subject, result.typ, returned, docstring)
        if lowering.is_reported or returned.is_reported:
            return None
        return ToolSpec(
            name=draft.name,
            qualname=subject.qualname,
            description=(
                keywords.description if keywords.description is not None else docstring.description
            ),
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
        self, draft: Draft, subject: _Subject, signature: CallableType, arguments: Iterable[str]
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
        self, draft: Draft, subject: _Subject, typ: Type, lowering: Lowering, docstring: Docstring
    ) -> SchemaSpec | None:
        proper = get_proper_type(typ)
        if isinstance(proper, AnyType) and not proper.is_from_error:
            if not proper.missing_import_name:
                return None
        annotation = None if subject.node is None else subject.node.returns
        source = read_annotation(annotation, subject.scope)
        metadata_faults = [value for value in source.metadata if _is_inject(value)]
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


def _looked_through(typ: Type, site: DecoratedSite) -> Type:
    """What is called of a function that a decorator has made an object of; a method would not bind."""
    return callee_of(typ, None).signature if site.info is None else typ


def _refused(outcome: Outcome, message: Message) -> Outcome:
    diagnostic = Diagnostic(message, outcome.location, {"tool": outcome.name or "tool"})
    return outcome._replace(diagnostics=(diagnostic,))


def _decorator_keywords(node: FunctionNode | None, scope: Scope) -> Mapping[str, ast.expr]:
    for decorator in [] if node is None else node.decorator_list:
        if isinstance(decorator, ast.Call) and names_tool(decorator.func, scope):
            return {k.arg: k.value for k in decorator.keywords if k.arg is not None}
    return {}


def names_tool(expression: ast.expr, scope: Scope) -> bool:
    """Whether a name in source is our `tool`."""
    resolved = scope.resolve(expression)
    return resolved is not None and resolved.fullname == TOOL


def _receiver(site: DecoratedSite) -> Receiver:
    function = site.function
    if site.info is None:
        return Receiver.FUNCTION
    if function.is_static:
        return Receiver.STATIC_METHOD
    return Receiver.CLASS_METHOD if function.is_class else Receiver.METHOD


def _has_receiver(subject: _Subject) -> bool:
    """Whether the first parameter is `self` or `cls`, which is never published."""
    return subject.receiver in (Receiver.METHOD, Receiver.CLASS_METHOD)


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


def _is_inject(value: Value) -> bool:
    match value:
        case Call(fullname=name) | Named(resolved=Resolved(fullname=name)):
            return name == INJECT
        case _:
            return False
