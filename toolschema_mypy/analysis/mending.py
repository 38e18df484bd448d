"""How a parameter is written that is injected as it was meant."""

from __future__ import annotations

import ast

from toolschema_mypy.analysis.fullnames import ANNOTATED, INJECT
from toolschema_mypy.analysis.scope import Scope


def made_required(name: str, annotation: ast.expr | None, scope: Scope) -> str:
    """What to write instead of `Inject` or `Inject()` in an annotation, and where."""
    if annotation is None:
        return "Inject(required=True)"
    text = ast.unparse(annotation)
    for node in ast.walk(annotation):
        if isinstance(node, ast.Call | ast.Name | ast.Attribute) and _is_inject(node, scope):
            return f'"{name}: {text.replace(ast.unparse(node), _required(node), 1)}"'
    return f'Inject(required=True) where "{text}" is defined'


def moved_into_annotation(
    name: str, annotation: ast.expr | None, default: ast.expr | None, scope: Scope
) -> str:
    """The parameter with what stands as its *default* in its annotation."""
    is_written = default is not None and _is_inject(default, scope)
    mark = _required(default) if default is not None and is_written else "Inject(required=True)"
    match annotation:
        case None:
            text = f"Annotated[..., {mark}]"
        case ast.Constant(value=str(quoted)):
            text = f"Annotated[{quoted}, {mark}]"
        case ast.Subscript(value=base, slice=index) if _is_annotated(base, scope):
            items = index.elts if isinstance(index, ast.Tuple) else [index]
            text = f"{ast.unparse(base)}[{', '.join((*map(ast.unparse, items), mark))}]"
        case _:
            text = f"Annotated[{ast.unparse(annotation)}, {mark}]"
    return f'"{name}: {text}"'


def _required(node: ast.expr) -> str:
    """`Inject(required=True)`, as `Inject` is spelled there; its word for the reader stays."""
    function = node.func if isinstance(node, ast.Call) else node
    given = node.args if isinstance(node, ast.Call) else []
    words = [a for a in given if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    arguments = ", ".join((*map(ast.unparse, words), "required=True"))
    return f"{ast.unparse(function)}({arguments})"


def _is_inject(node: ast.expr, scope: Scope) -> bool:
    resolved = scope.resolve(node.func if isinstance(node, ast.Call) else node)
    return resolved is not None and resolved.fullname == INJECT


def _is_annotated(base: ast.expr, scope: Scope) -> bool:
    resolved = scope.resolve(base)
    return resolved is not None and resolved.fullname in ANNOTATED
