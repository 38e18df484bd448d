"""What an annotation's source says that its type does not: metadata, at every depth.

mypy drops `Annotated` metadata and most alias names, so the annotation is read again from source
and laid beside the type: an `AnnotationSource` has the shape of the annotation as written, with
aliases looked through.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import TypeAlias, TypeInfo, TypeVarExpr
from mypy.types import TypeAliasType

from toolschema_mypy.analysis import fullnames
from toolschema_mypy.analysis.scope import Resolved, Scope
from toolschema_mypy.analysis.values import (
    Call,
    Constant,
    Member,
    Named,
    Undefined,
    Unknown,
    Value,
    evaluate,
)


class AnnotationSource(NamedTuple):
    """One annotation: its *metadata* in order, the sources of its type arguments or union arms."""

    metadata: tuple[Value, ...] = ()
    arguments: tuple[AnnotationSource, ...] = ()
    arms: tuple[AnnotationSource, ...] = ()
    # How many items of mypy's flat union it stands for: a Literal is one for each value.
    width: int = 1
    # A recursive alias or a type variable is one item of a union, whatever arms it has.
    is_whole: bool = False
    # `Any`: mypy marks one in an alias as it does a name that it does not know.
    is_any: bool = False

    def argument(self, index: int) -> AnnotationSource:
        """The source of a type argument, `NO_SOURCE` when there is none."""
        return self.arguments[index] if index < len(self.arguments) else NO_SOURCE

    def written(self) -> str:
        """The metadata at every depth as text, empty where there is none: what tells two sources apart."""
        own = list(dict.fromkeys(map(_written, self.metadata)))
        parts = [part.written() for part in (*self.arguments, *self.arms)]
        # `T | None` says no more of T than T does.
        inner = ", ".join(parts).rstrip(", ")
        return ", ".join([*own, f"[{inner}]"] if inner else own)

    def with_metadata(self, metadata: tuple[Value, ...]) -> AnnotationSource:
        """The same with further metadata, after its own."""
        return self._replace(metadata=self.metadata + metadata) if metadata else self


NO_SOURCE: Final = AnnotationSource()
_ANY: Final = AnnotationSource(is_any=True)


def _written(value: Value) -> str:
    match value:
        case Constant(value=constant):
            return repr(constant)
        case Member(info=info, name=name):
            return f"{info.name}.{name}"
        case Call(fullname=fullname, arguments=arguments, keywords=keywords, scope=scope):
            given = [_written(evaluate(each, scope)) for each in arguments]
            given += [f"{key}={_written(evaluate(keywords[key], scope))}" for key in keywords]
            return f"{fullname.rpartition('.')[2]}({', '.join(given)})"
        case Named(resolved=resolved):
            return resolved.fullname
        case Undefined(name=text) | Unknown(text=text):
            return text


def bound(
    names: Sequence[str], arguments: Iterable[AnnotationSource], several: int | None = None
) -> Mapping[str, AnnotationSource]:
    """The sources of type variables by *names*; of those without an argument nothing is known.

    Args:
        names: The variables.
        arguments: What is written for them.
        several: Which of them is a `TypeVarTuple`, that stands for several.
    """
    given = list(arguments)
    if several is not None:
        end = max(several, len(given) - (len(names) - several - 1))
        given[several:end] = [AnnotationSource(arguments=tuple(given[several:end]))]
    return {**dict.fromkeys(names, NO_SOURCE), **dict(zip(names, given, strict=False))}


def read_annotation(
    expression: ast.expr | None,
    scope: Scope,
    variables: Mapping[str, AnnotationSource] | None = None,
) -> AnnotationSource:
    """Read the annotation *expression* that stands in *scope*.

    *variables* gives the sources of a generic class's type arguments.
    """
    if expression is None:
        return NO_SOURCE
    return _Reading(scope, variables or {}, ()).read(expression)


def declared_variables(
    node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | None, scope: Scope
) -> Mapping[str, AnnotationSource]:
    """What the type variables of `def f[T: Count]` and `class Box[T: Count]` are bound to, or may be."""
    found: dict[str, AnnotationSource] = {}
    # On an older Python there are none.
    for each in getattr(node, "type_params", ()):
        bound = getattr(each, "bound", None)
        source = read_annotation(bound, scope, found)
        if isinstance(bound, ast.Tuple):
            source = AnnotationSource(arms=tuple(read_annotation(e, scope) for e in bound.elts))
        found[each.name] = source._replace(width=1, is_whole=True)
    return found


class _Reading(NamedTuple):
    scope: Scope
    variables: Mapping[str, AnnotationSource]
    # Aliases being looked through: a recursive one ends at itself.
    pending: tuple[str, ...]

    def read(self, expression: ast.expr) -> AnnotationSource:
        match expression:
            case ast.Constant(value=str(text)):
                return self._quoted(text)
            case ast.Name() | ast.Attribute():
                return self._name(expression)
            case ast.Subscript(value=base, slice=index):
                return self._subscript(base, index)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return AnnotationSource(arms=(*self._arms(left), *self._arms(right)))
            case _:
                return NO_SOURCE

    def _quoted(self, text: str) -> AnnotationSource:
        try:
            inner = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            return NO_SOURCE
        return self.read(inner)

    def _arms(self, expression: ast.expr) -> tuple[AnnotationSource, ...]:
        """The arms of one side of a `|`; those of an unadorned union inside it are its own."""
        source = self.read(expression)
        is_unadorned = bool(source.arms) and not source.metadata and not source.is_whole
        return source.arms if is_unadorned else (source,)

    def _name(self, expression: ast.expr) -> AnnotationSource:
        if isinstance(expression, ast.Name) and expression.id in self.variables:
            # Of `class Box[T]` and `type Box[T]` too, which stand in no symbol table.
            return self.variables[expression.id]
        resolved = self.scope.resolve(expression)
        if resolved is None:
            return NO_SOURCE
        match resolved.node:
            case TypeAlias() as alias:
                return self._alias(alias, ())
            case TypeVarExpr(name=name) if name in self.variables:
                return self.variables[name]
            case TypeVarExpr() as variable:
                return self._called(variable)._replace(width=1, is_whole=True)
            case TypeInfo(is_newtype=True) as info:
                return self._called(info)
            case _ if resolved.fullname in fullnames.ANY:
                return _ANY
            case _:
                return NO_SOURCE

    def _called(self, node: TypeVarExpr | TypeInfo) -> AnnotationSource:
        """What a `TypeVar` that nothing solves is bound to, or may be, and what a `NewType` stands for."""
        if node.fullname in self.pending:
            return NO_SOURCE
        module, values = self.scope.program.assigned(node)
        reading = _Reading(self.scope.at_module(module), {}, (*self.pending, node.fullname))
        made = evaluate(values[-1], reading.scope) if values else None
        if not isinstance(made, Call):
            return NO_SOURCE
        given = [reading.read(each) for each in made.arguments[1:]]
        if isinstance(node, TypeVarExpr) and node.values:
            return AnnotationSource(arms=tuple(given))
        bound = made.keywords.get("bound", made.keywords.get("tp"))
        return given[0] if given else reading.read(bound) if bound is not None else NO_SOURCE

    def _alias(self, alias: TypeAlias, arguments: tuple[AnnotationSource, ...]) -> AnnotationSource:
        if alias.fullname in self.pending:
            return NO_SOURCE
        module, values = self.scope.program.assigned(alias)
        if not values:
            return NO_SOURCE
        names = [variable.name for variable in alias.alias_tvars]
        variables = bound(names, arguments, alias.tvar_tuple_index)
        reading = _Reading(self.scope.at_module(module), variables, (*self.pending, alias.fullname))
        read = reading.read(reading.aliased(values[-1]))._replace(is_whole=_is_recursive(alias))
        if Constant(...) in read.metadata and alias.fullname.startswith(fullnames.READ_LIBRARIES):
            # pydantic's `EmailStr = Annotated[str, ...]` stands for a check that only running it does.
            own = Named(Resolved(alias.fullname, alias))
            metadata = tuple(own if each == Constant(...) else each for each in read.metadata)
            return read._replace(metadata=metadata)
        return read

    def aliased(self, value: ast.expr) -> ast.expr:
        """What an alias stands for: `TypeAliasType("Name", ...)` says it as an argument."""
        if isinstance(value, ast.Call):
            made = evaluate(value, self.scope)
            if isinstance(made, Call) and made.fullname in fullnames.TYPE_ALIAS_TYPE:
                return [*made.arguments, made.keywords.get("value", value)][1]
        return value

    def _subscript(self, base: ast.expr, index: ast.expr) -> AnnotationSource:
        resolved = self.scope.resolve(base)
        if resolved is None:
            return NO_SOURCE
        items = list(index.elts) if isinstance(index, ast.Tuple) else [index]
        name = resolved.fullname
        if name in fullnames.ANNOTATED:
            metadata = tuple(evaluate(item, self.scope) for item in items[1:])
            return self.read(items[0]).with_metadata(metadata)
        if name in fullnames.LITERAL:
            return AnnotationSource(width=sum(self._literal_width(item) for item in items))
        if name in fullnames.QUALIFIERS:
            return self.read(items[0])
        if name in fullnames.OPTIONAL:
            return AnnotationSource(arms=(*self._arms(items[0]), NO_SOURCE))
        if name in fullnames.UNION:
            return AnnotationSource(arms=tuple(arm for item in items for arm in self._arms(item)))
        return self._generic(resolved, tuple(self._given(items)))

    def _given(self, items: list[ast.expr]) -> Iterator[AnnotationSource]:
        """The sources of type arguments: `*Ts` gives those that it stands for."""
        for item in items:
            inner = self._unpacked(item)
            if inner is None:
                yield self.read(item)
                continue
            several = self.read(inner).arguments
            if not several:
                # How many it stands for is not known, nor where those behind it stand.
                return
            yield from several

    def _unpacked(self, item: ast.expr) -> ast.expr | None:
        match item:
            case ast.Starred(value=value):
                return value
            case ast.Subscript(value=base, slice=value):
                resolved = self.scope.resolve(base)
                is_unpack = resolved is not None and resolved.fullname in fullnames.UNPACK
                return value if is_unpack else None
            case _:
                return None

    def _literal_width(self, item: ast.expr) -> int:
        # `Literal[Modes, "other"]`: an alias inside stands for all of its values.
        resolved = self.scope.resolve(item)
        if resolved is not None and isinstance(resolved.node, TypeAlias):
            return self._alias(resolved.node, ()).width
        return 1

    def _generic(
        self, resolved: Resolved, arguments: tuple[AnnotationSource, ...]
    ) -> AnnotationSource:
        if isinstance(resolved.node, TypeAlias) and resolved.node.alias_tvars:
            return self._alias(resolved.node, arguments)
        return AnnotationSource(arguments=arguments)


def _is_recursive(alias: TypeAlias) -> bool:
    return TypeAliasType(alias, []).is_recursive
