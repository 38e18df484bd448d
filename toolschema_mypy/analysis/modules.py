"""One checked module -> its ModuleSpec and diagnostics."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from mypy.nodes import CallExpr, ClassDef, Context, Decorator, MypyFile
from mypy.types import Type

from toolschema_mypy.analysis.context import Shared
from toolschema_mypy.analysis.decorators import decorator_notes, is_kept_tool
from toolschema_mypy.analysis.drafts import Outcome
from toolschema_mypy.analysis.injection import InjectTypes
from toolschema_mypy.analysis.misplaced import misplaced_injects
from toolschema_mypy.analysis.program import Program, qualname_of
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.sites import (
    CalledSite,
    DecoratedSite,
    KeptSite,
    OverloadedSite,
    RepeatedSite,
    Site,
    StateSite,
    find_decorators,
    find_sites,
    is_in_function,
    is_sees,
    is_tool,
    location_of,
)
from toolschema_mypy.analysis.state import StateReader
from toolschema_mypy.analysis.statements import FunctionNode, statements
from toolschema_mypy.analysis.subjects import Subject, SubjectReader, names_tool
from toolschema_mypy.analysis.toolkits import Toolkits
from toolschema_mypy.analysis.tools import ToolReader
from toolschema_mypy.diagnostics import messages
from toolschema_mypy.diagnostics.diagnostic import Diagnostic
from toolschema_mypy.model.location import SourceLocation
from toolschema_mypy.model.settings import Settings
from toolschema_mypy.model.tool import ModuleSpec, ToolSpec


class ModuleAnalysis(NamedTuple):
    """The tools of a module; *spec* is None for a module that makes none."""

    spec: ModuleSpec | None
    diagnostics: tuple[Diagnostic, ...]


def analyse_module(
    file: MypyFile, program: Program, settings: Settings, given: Mapping[Context, Type]
) -> ModuleAnalysis:
    """Read the tools of a checked module.

    Args:
        file: mypy's tree of the module, not yet freed.
        program: All modules; its reads gather what the tools were made from.
        settings: What the project chose.
        given: For each use of `tool` that mypy has checked, the type of what it was given.
    """
    inject_types = InjectTypes.of(settings.inject_types, program, file.fullname)
    toolkits = Toolkits(program)
    shared = Shared()
    subjects = SubjectReader(program, file.fullname, given)
    tools = ToolReader(program, settings, inject_types, toolkits, shared)
    states = StateReader(program, settings, file.fullname, given, toolkits, shared)
    outcomes: list[Outcome] = []
    state: list[Outcome] = []
    kept: list[Diagnostic] = []
    seen: set[Context] = set()
    sites = list(find_sites(file))
    for site in sites:
        match site:
            case DecoratedSite():
                seen |= {site.decorator, *site.decorator.original_decorators}
                outcome = _read(tools, subjects.decorated(site))
                notes = tuple(decorator_notes(site, outcome.name))
                outcomes.append(outcome._replace(diagnostics=(*outcome.diagnostics, *notes)))
            case CalledSite():
                seen.add(site.call)
                outcomes.append(_read(tools, subjects.called(site)))
            case StateSite():
                seen.add(site.decorator)
                state.append(states.read(site))
            case OverloadedSite():
                seen |= _parts(site)
                outcomes.append(_overloaded(site))
            case KeptSite():
                kept.append(_kept(site))
            case RepeatedSite():
                outcomes += _repeated(site, program, file.fullname)
    # What the hook has seen and no site is: uses of a decorator that was kept under another name,
    # and tools inside functions, which have no import path.
    decorators = list(find_decorators(file))
    outcomes += [
        _indirect(each)
        for each in decorators
        if each not in seen and (each in given or is_kept_tool(each, program))
    ]
    classes = [each for each in given if isinstance(each, ClassDef)]
    outcomes += [_class(each) for each in classes]
    seen.update(decorators, classes)
    outcomes = _without_repeats(outcomes)
    diagnostics = [*_unreadable_prefixes(sites, toolkits), *kept]
    diagnostics += [each for outcome in (*outcomes, *state) for each in outcome.diagnostics]
    diagnostics += [without_path(context, file) for context in given if context not in seen]
    lines = {site.function.line for site in sites if isinstance(site, DecoratedSite)}
    diagnostics += misplaced_injects(file.fullname, program, lines | subjects.given_lines)
    if not outcomes and not state:
        return ModuleAnalysis(None, tuple(diagnostics))
    if program.reads.unreadable:
        # Without words no schema can be right, so nothing is written from a half-read program.
        diagnostics += _unreadable([*outcomes, *state][0].location, program)
        outcomes = [outcome._replace(tool=None) for outcome in outcomes]
        state = [outcome._replace(tool=None) for outcome in state]
    left_out = (each.name for each in (*outcomes, *state) if each.tool is None and each.name)
    spec = ModuleSpec(
        file.fullname, _made(outcomes), _made(state), omitted=tuple(dict.fromkeys(left_out))
    )
    return ModuleAnalysis(spec, tuple(diagnostics))


def _read(tools: ToolReader, found: Subject | Outcome) -> Outcome:
    return found if isinstance(found, Outcome) else tools.read(found)


def _unreadable_prefixes(sites: Iterable[Site], toolkits: Toolkits) -> Iterator[Diagnostic]:
    """Once for each class, whose tools are all left out."""
    for info in dict.fromkeys(site.info for site in sites):
        if info is not None and toolkits.prefix(info) is None:
            fields = {"owner": qualname_of(info)}
            yield Diagnostic(messages.SIGNATURE_PREFIX, location_of(info.defn), fields)


def _made(outcomes: list[Outcome]) -> tuple[ToolSpec, ...]:
    return tuple(outcome.tool for outcome in outcomes if outcome.tool is not None)


def _unreadable(location: SourceLocation, program: Program) -> Iterator[Diagnostic]:
    for module in sorted(program.reads.unreadable):
        fields = {"module": module, "python": ".".join(map(str, sys.version_info[:2]))}
        yield Diagnostic(messages.SOURCE_UNREADABLE, location, fields)


def without_path(context: Context, file: MypyFile) -> Diagnostic:
    """What is wrong with a use of `tool` or `sees` that has no import path."""
    if _is_state(context):
        name = context.func.name if isinstance(context, Decorator) else "sees(...)"
        fields = {"tool": name, "reason": "it is no property or method of a class"}
        return Diagnostic(messages.SIGNATURE_SEES, location_of(context), fields)
    message = messages.SIGNATURE_UNBOUND
    if is_in_function(context, file):
        message = messages.SIGNATURE_NESTED
    return Diagnostic(message, location_of(context))


def _is_state(context: Context) -> bool:
    """Whether it is `sees` that was met there."""
    match context:
        case Decorator(original_decorators=decorators):
            return any(map(is_sees, decorators)) and not any(map(is_tool, decorators))
        case CallExpr(callee=callee):
            return is_sees(callee)
        case _:
            return False


def _class(definition: ClassDef) -> Outcome:
    location = location_of(definition)
    diagnostic = Diagnostic(messages.SIGNATURE_CLASS, location, {"tool": definition.name})
    return Outcome(definition.name, qualname_of(definition.info), location, None, (diagnostic,))


def _indirect(decorator: Decorator) -> Outcome:
    location = location_of(decorator)
    diagnostic = Diagnostic(messages.SIGNATURE_INDIRECT, location)
    function = decorator.func
    prefix = f"{qualname_of(function.info)}." if function.info else ""
    return Outcome(function.name, prefix + function.name, location, None, (diagnostic,))


def _kept(site: KeptSite) -> Diagnostic:
    return Diagnostic(messages.SIGNATURE_KEPT, location_of(site.statement), {"name": site.name})


def _parts(site: OverloadedSite) -> set[Context]:
    parts = [*site.definition.items, site.definition.impl]
    found: set[Context] = {part for part in parts if part is not None}
    for part in parts:
        found |= set(getattr(part, "original_decorators", ()))
    return found


def _overloaded(site: OverloadedSite) -> Outcome:
    name = site.definition.name
    location = location_of(site.definition)
    message = messages.SIGNATURE_OVERLOADED
    if site.definition.is_property:
        message = messages.SIGNATURE_PROPERTY
    diagnostic = Diagnostic(message, location, {"tool": name})
    prefix = "" if site.info is None else f"{qualname_of(site.info)}."
    return Outcome(name, prefix + name, location, None, (diagnostic,))


def _repeated(site: RepeatedSite, program: Program, module: str) -> Iterator[Outcome]:
    """Tools under one function name: mypy has dropped them, the source still has them."""
    source = program.source_of(module)
    if source is None:
        return
    scope, body, prefix = Scope(program, module), source.tree.body, ""
    if site.info is not None:
        prefix = qualname_of(site.info)
        node = source.class_def(prefix)
        scope, body = scope.within(site.info), [] if node is None else node.body
        prefix += "."
    functions = [each for each in statements(body) if isinstance(each, FunctionNode)]
    names = {each.name for each in functions if site.definition.line in _first_lines(each)}
    for function in functions:
        if function.name in names and _is_tool(function, scope):
            location = SourceLocation(function.lineno, function.col_offset)
            yield Outcome(function.name, prefix + function.name, location, None)


def _first_lines(function: FunctionNode) -> set[int]:
    return {function.lineno, *(decorator.lineno for decorator in function.decorator_list)}


def _is_tool(function: FunctionNode, scope: Scope) -> bool:
    return any(
        names_tool(each.func if isinstance(each, ast.Call) else each, scope)
        for each in function.decorator_list
    )


def _without_repeats(outcomes: list[Outcome]) -> list[Outcome]:
    """Of two tools of one name in one namespace both are left out."""
    taken = Counter((_namespace(outcome), outcome.name) for outcome in outcomes)
    checked = []
    for outcome in outcomes:
        if taken[_namespace(outcome), outcome.name] > 1:
            diagnostic = Diagnostic(messages.NAME_TAKEN, outcome.location, {"name": outcome.name})
            outcome = outcome._replace(tool=None, diagnostics=(*outcome.diagnostics, diagnostic))
        checked.append(outcome)
    return checked


def _namespace(outcome: Outcome) -> str:
    return outcome.qualname.rpartition(".")[0]
