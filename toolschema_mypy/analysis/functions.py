"""A function as written: its parameters, where they stand, and what its docstring says of them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import NamedTuple

from mypy.nodes import FuncDef

from toolschema_mypy.analysis.annotations import AnnotationSource
from toolschema_mypy.analysis.context import WrittenKey
from toolschema_mypy.analysis.docstrings import Docstring
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.sites import location_of
from toolschema_mypy.analysis.source import SourceModule
from toolschema_mypy.analysis.statements import FunctionNode
from toolschema_mypy.model.location import SourceLocation


class Argument(NamedTuple):
    """A parameter as written: its annotation and its default."""

    annotation: ast.expr | None = None
    default: ast.expr | None = None
    is_positional_only: bool = False


class FunctionSource(NamedTuple):
    """A function as written, where it stands."""

    arguments: Mapping[str, Argument]
    scope: Scope
    docstring: Docstring
    # Places of parameters in the module being checked; the tool's own for those without one.
    locations: Mapping[str, SourceLocation]
    location: SourceLocation
    # The file that it stands in, where the types of its parameters are those of their annotations.
    file: SourceModule | None
    variables: Mapping[str, AnnotationSource]

    def at(self, name: str) -> SourceLocation:
        """Where to report about a parameter."""
        return self.locations.get(name, self.location)

    def takes_by_name(self, name: str) -> bool:
        """Whether Python takes by name what mypy does not: `__x`, as was written before there was `/`."""
        written = self.arguments.get(name)
        return self.file is not None and written is not None and not written.is_positional_only

    def name_inside(self, name: str) -> str:
        """What Python makes of a parameter's name in a class: `__x` is `_Class__x` there."""
        owner = self.scope.classes[-1].name.lstrip("_") if self.scope.classes else ""
        is_private = name.startswith("__") and not name.endswith("__")
        return f"_{owner}{name}" if owner and is_private else name

    def key_of(self, annotation: ast.expr | None) -> WrittenKey | None:
        """What tells an annotation apart from others of the module, see `Shared`."""
        file = None if self.variables else self.file
        text = None if annotation is None or file is None else file.text_of(annotation)
        return None if text is None else (text, self.scope.module, self.scope.classes)


def locations_of(function: FuncDef) -> Mapping[str, SourceLocation]:
    """Where the parameters of a function of the checked module stand."""
    # A function that came from mypy's cache has no `arguments` at all.
    arguments = getattr(function, "arguments", None) or ()
    return {argument.variable.name: location_of(argument) for argument in arguments}


def arguments_of(node: FunctionNode | None) -> dict[str, Argument]:
    """The parameters of a function as written, positional ones first."""
    if node is None:
        return {}
    written = node.args
    positional = [*written.posonlyargs, *written.args]
    missing = [None] * (len(positional) - len(written.defaults))
    found = {
        each.arg: Argument(each.annotation, default, each in written.posonlyargs)
        for each, default in (
            *zip(positional, (*missing, *written.defaults), strict=True),
            *zip(written.kwonlyargs, written.kw_defaults, strict=True),
        )
    }
    for star in (written.vararg, written.kwarg):
        if star is not None:
            found[star.arg] = Argument(star.annotation)
    return found
