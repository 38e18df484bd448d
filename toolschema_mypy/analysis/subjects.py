"""What a site hands to `tool`: a function, its type there and its source; or why that can be no tool."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final, NamedTuple

from mypy.nodes import (
    ArgKind,
    CallExpr,
    Context,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    RefExpr,
    TypeInfo,
    Var,
)
from mypy.typeops import function_type
from mypy.types import AnyType, Instance, Type, TypeOfAny, get_proper_type

from toolschema_mypy.analysis.annotations import (
    NO_SOURCE,
    AnnotationSource,
    declared_variables,
    read_annotation,
)
from toolschema_mypy.analysis.callables import as_method_of, callee_of
from toolschema_mypy.analysis.classes.variables import NO_VARIABLES, Variables, variables_of
from toolschema_mypy.analysis.drafts import Outcome
from toolschema_mypy.analysis.fullnames import TOOL
from toolschema_mypy.analysis.program import Program, module_of, qualname_of
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.sites import CalledSite, DecoratedSite, location_of
from toolschema_mypy.analysis.statements import FunctionNode
from toolschema_mypy.analysis.values import Call, Named, Value, evaluate
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic, Message
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.tool import Receiver

# `a = tool(b); b = tool(a)` must end.
_MOST_STEPS: Final = 16


class Subject(NamedTuple):
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
    # What type variables stand for, of the function and of the class that has it.
    variables: Variables = NO_VARIABLES

    @property
    def has_receiver(self) -> bool:
        """Whether the first parameter is `self` or `cls`, which is never published."""
        return self.receiver in (Receiver.METHOD, Receiver.CLASS_METHOD)


class SubjectReader:
    """Finds the functions of one module.  *given* has mypy's types of what is handed to `tool`."""

    def __init__(self, program: Program, module: str, given: Mapping[Context, Type]) -> None:
        self.program = program
        self.module = module
        self.given = given
        # Where functions of this module stand that a call form has made tools.
        self.given_lines: set[int] = set()

    def decorated(self, site: DecoratedSite) -> Subject | Outcome:
        """A decorated function."""
        function = site.function
        scope = Scope(self.program, self.module)
        if site.info is not None:
            scope = scope.within(site.info)
        source = self.program.source_of(self.module)
        node = None if source is None else source.function_at(function.line)
        prefix = "" if site.info is None else f"{qualname_of(site.info)}."
        qualname, location = prefix + function.name, location_of(function)
        self.program.reads.note(self.module, qualname)
        if function.is_property:
            outcome = Outcome(function.name, qualname, location, None)
            return _refused(outcome, messages.SIGNATURE_PROPERTY)
        return Subject(
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
            variables=self._declared(node, function, scope),
        )

    def _declared(
        self, node: FunctionNode | None, function: FuncDef | None, scope: Scope
    ) -> Variables:
        """The variables in `[T: Count]` behind the names of a function and its class."""
        info = None if function is None else function.info or None
        around = None if info is None else self.program.class_source(info)
        return {**declared_variables(around, scope), **declared_variables(node, scope)}

    def called(self, site: CalledSite) -> Subject | Outcome:
        """What `x = tool(...)` is given."""
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
        value = None if written is None else self._looked_up(evaluate(written.args[0], scope))
        callee = callee_of(typ, value)
        method = None if site.info is None else as_method_of(site.info, callee)
        node, inner = self._source_of(callee.function)
        if node is not None and inner is not None and inner.module == self.module:
            self.given_lines.add(node.lineno)
        return Subject(
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
            variables={
                **self._declared(node, callee.function, inner or scope),
                **self._variables(site, callee.function),
            },
        )

    def _variables(self, site: CalledSite, function: FuncDef | None) -> Variables:
        """The sources of a generic class's arguments, for its method in a class or on an object."""
        if function is None or not function.info or not function.info.type_vars:
            return NO_VARIABLES
        owner, source = site.info, NO_SOURCE
        given = _object(site)
        if given is not None:
            owner, source = given.type, self._written_of(given.node)
        known = {} if owner is None else variables_of(owner.mro[:-1], source, self.program)
        return known.get(function.info, NO_VARIABLES)

    def _written_of(self, node: Var) -> AnnotationSource:
        """`Repository[Count]` of an object that is annotated or made so."""
        module = module_of(node, self.program.modules)
        source = None if module is None else self.program.source_of(module)
        if module is None or source is None or node.info:
            return NO_SOURCE
        qualname = node.fullname[len(module) + 1 :]
        self.program.reads.note(module, qualname)
        scope = Scope(self.program, module)
        read = (read_annotation(each, scope) for each in source.types_of(qualname))
        # `made: Final = Repository[Count]()` says it behind its annotation.
        return next((each for each in read if each.arguments), NO_SOURCE)

    def _looked_up(self, value: Value | None) -> Value | None:
        """What was given to `tool` elsewhere, or what an object's class has: mypy's cache forgets it."""
        for _ in range(_MOST_STEPS):
            found = value
            if isinstance(value, Call) and value.fullname == TOOL:
                found = value.argument(0)
            elif isinstance(value, Named) and value.resolved.node is None:
                found = self._of_class(value)
            if found is value:
                break
            value = found
        return value

    def _of_class(self, value: Named) -> Value:
        owner, _, attribute = value.resolved.fullname.rpartition(".")
        module, _, name = owner.rpartition(".")
        file = self.program.modules.get(module)
        node = file.names[name].node if file is not None and name in file.names else None
        typ = get_proper_type(node.type) if isinstance(node, Var) else None
        if not isinstance(typ, Instance):
            return value
        written = ast.parse(f"{qualname_of(typ.type)}.{attribute}", mode="eval").body
        return evaluate(written, Scope(self.program, typ.type.module_name))

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


def _looked_through(typ: Type, site: DecoratedSite) -> Type:
    """What is called of a function that a decorator has made an object of; a method would not bind."""
    return callee_of(typ, None).signature if site.info is None else typ


class _Object(NamedTuple):
    """What a method is taken from, or what is called itself."""

    type: TypeInfo
    node: Var


def _object(site: CalledSite) -> _Object | None:
    """`staff` of `tool(staff.save)`, and of `tool(staff)`."""
    target = site.call.args[0]
    named = target.expr if isinstance(target, MemberExpr) else target
    node = named.node if isinstance(named, RefExpr) else None
    typ = get_proper_type(node.type) if isinstance(node, Var) else None
    if isinstance(node, Var) and isinstance(typ, Instance):
        return _Object(typ.type, node)
    return None


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
