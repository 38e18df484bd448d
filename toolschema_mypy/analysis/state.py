"""`@sees` -> what an agent may read of an object: a tool without parameters that is never offered."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

from mypy.nodes import Context, Expression, RefExpr
from mypy.types import AnyType, CallableType, ProperType, Type, get_proper_type

from toolschema_mypy.analysis.annotations import read_annotation
from toolschema_mypy.analysis.context import Shared, with_words
from toolschema_mypy.analysis.docstrings import read_docstring
from toolschema_mypy.analysis.drafts import Draft, Outcome
from toolschema_mypy.analysis.fullnames import PROPERTIES
from toolschema_mypy.analysis.lowering import Lowering
from toolschema_mypy.analysis.overlaps import with_discriminators
from toolschema_mypy.analysis.program import Program, qualname_of
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.sites import StateSite, location_of
from toolschema_mypy.analysis.statements import FunctionNode
from toolschema_mypy.analysis.toolkits import Toolkits
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.messages import of_state
from toolschema_mypy.model.schema import SchemaSpec, Words
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import Receiver, ToolSpec


class StateReader(NamedTuple):
    """Reads the state of one module.  *given* has mypy's types of what is handed to `sees`."""

    program: Program
    settings: Settings
    module: str
    given: Mapping[Context, Type]
    toolkits: Toolkits
    shared: Shared

    def read(self, site: StateSite) -> Outcome:
        """The state that a property or method shows."""
        function, location = site.decorator.func, location_of(site.decorator.func)
        owner = "" if site.info is None else qualname_of(site.info)
        qualname = f"{owner}.{function.name}" if owner else function.name
        self.program.reads.note(self.module, qualname)
        draft = Draft(owner or function.name, location)
        state: ToolSpec | None = None
        typ = self._type_given(site)
        reason = _misplaced(site, typ)
        if reason is not None:
            draft.report(messages.SIGNATURE_SEES, tool=qualname, reason=reason)
        elif isinstance(typ, CallableType):
            state = self._build(draft, site, typ, qualname)
        if any(diagnostic.is_error for diagnostic in draft.diagnostics):
            state = None
        return Outcome(qualname, qualname, location, state, tuple(draft.diagnostics))

    def _build(
        self, draft: Draft, site: StateSite, typ: CallableType, qualname: str
    ) -> ToolSpec | None:
        assert site.info is not None, "state outside a class is misplaced"
        function = site.decorator.func
        scope = Scope(self.program, self.module).within(site.info)
        source = self.program.source_of(self.module)
        node = None if source is None else source.function_at(function.line)
        prefix = self.toolkits.prefix(site.info)
        lowering = Lowering(self.program, scope, self.settings, self.shared, is_result=True)
        annotation = read_annotation(None if node is None else node.returns, scope)
        schema = lowering.lower(typ.ret_type, annotation, function.name)
        draft.faults(each._replace(message=of_state(each.message)) for each in lowering.faults)
        if lowering.is_reported or prefix is None:
            return None
        return ToolSpec(
            name=prefix + function.name,
            qualname=qualname,
            description="",
            parameters=(),
            location=draft.location,
            receiver=Receiver.PROPERTY if function.is_property else Receiver.METHOD,
            prefix=prefix,
            returns=with_discriminators(_described(schema, node), lowering.definition),
            return_definitions=tuple(lowering.definitions.values()),
        )

    def _type_given(self, site: StateSite) -> ProperType | None:
        """The type of the function below `@sees`."""
        if site.position == len(site.decorator.original_decorators) - 1:
            typ: Type | None = site.decorator.func.type
        else:
            typ = self.given.get(site.decorator)
        return None if typ is None else get_proper_type(typ)


def _described(schema: SchemaSpec, node: FunctionNode | None) -> SchemaSpec:
    text = None if node is None else ast.get_docstring(node, clean=False)
    description = read_docstring(text, ()).description if text else None
    if not description or schema.words.description is not None:
        return schema
    return with_words(schema, Words(description=description))


def _misplaced(site: StateSite, typ: ProperType | None) -> str | None:
    """Why `@sees` cannot show what it stands on; `None` where it can."""
    function = site.decorator.func
    if site.info is None:
        return "it is no property or method of a class"
    if function.is_static or function.is_class:
        return "it is not read from an object"
    if any(map(_is_property, site.decorator.original_decorators[site.position + 1 :])):
        return "the property is made below it"
    if function.is_coroutine or function.is_async_generator:
        return "it is async"
    match typ:
        case None:
            return "it is not annotated"
        case AnyType() if typ.is_from_error:
            return None  # mypy has said so
        case CallableType():
            return "it takes arguments" if len(typ.arg_kinds) > 1 else None
        case _:
            return "what stands between it and the function hides the type"


def _is_property(expression: Expression) -> bool:
    return isinstance(expression, RefExpr) and expression.fullname in PROPERTIES
