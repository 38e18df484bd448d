"""The settings of a pydantic model, which it has from its bases too."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mypy.nodes import TypeInfo

from toolschema_mypy.analysis.classes.fields import LIBRARIES
from toolschema_mypy.analysis.program import Program
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.statements import assigned_names, statements
from toolschema_mypy.analysis.values import Value, evaluate


def config(info: TypeInfo, name: str, program: Program) -> Value | None:
    """A setting of a model; `None` where neither it nor a base says it.

    As pydantic merges them: what the class says stands before what its bases say, and of two bases the
    later one counts.
    """
    if info.module_name in LIBRARIES:
        return None
    node = program.class_source(info)
    expressions = [] if node is None else list(_settings(node, name))
    if expressions:
        return evaluate(expressions[0], Scope(program, info.module_name).within(info))
    inherited = (config(base.type, name, program) for base in reversed(info.bases))
    return next((value for value in inherited if value is not None), None)


def config_entry(expression: ast.expr | None, name: str) -> ast.expr | None:
    """An entry of `ConfigDict(...)`, or of a dict."""
    match expression:
        case ast.Call(keywords=keywords):
            found = [keyword.value for keyword in keywords if keyword.arg == name]
        case ast.Dict(keys=keys, values=values):
            pairs = zip(keys, values, strict=True)
            found = [v for k, v in pairs if isinstance(k, ast.Constant) and k.value == name]
        case _:
            found = []
    return found[0] if found else None


def _settings(node: ast.ClassDef, name: str) -> Iterator[ast.expr]:
    """What a class says itself: by its keywords, its `model_config`, or a class `Config` in it."""
    for keyword in node.keywords:
        if keyword.arg == name:
            yield keyword.value
    for statement in statements(node.body):
        for target, value in assigned_names(statement):
            found = config_entry(value, name) if target == "model_config" else None
            if found is not None:
                yield found
        if isinstance(statement, ast.ClassDef) and statement.name == "Config":
            for each in statements(statement.body):
                yield from (value for target, value in assigned_names(each) if target == name)
