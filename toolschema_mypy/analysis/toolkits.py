"""`@toolkit(prefix="mail_")` on a class: what stands before the names of its tools."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mypy.nodes import TypeInfo

from toolschema_mypy.analysis.fullnames import TOOLKIT
from toolschema_mypy.analysis.program import Program, qualname_of
from toolschema_mypy.analysis.scope import Scope
from toolschema_mypy.analysis.values import Constant, evaluate


class Toolkits:
    """The prefixes of the classes of one run: a class without one has that of its nearest base."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._found: dict[str, str | None] = {}

    def prefix(self, info: TypeInfo) -> str | None:
        """The prefix of a class, empty where there is none; `None` for one that cannot be read."""
        if info.fullname not in self._found:
            self._found[info.fullname] = next(self._in_bases(info), "")
        return self._found[info.fullname]

    def _in_bases(self, info: TypeInfo) -> Iterator[str | None]:
        for base in info.mro:
            if base.module_name != "builtins":
                # One that is not decorated yet may be, and that is no change of what stands between.
                self.program.reads.note(base.module_name, qualname_of(base))
            if not self._may_be_toolkit(base):
                continue
            node = self.program.class_source(base)
            scope = Scope(self.program, base.module_name)
            for decorator in () if node is None else node.decorator_list:
                if isinstance(decorator, ast.Call) and _is_toolkit(decorator.func, scope):
                    yield _prefix_in(decorator, scope)

    def _may_be_toolkit(self, base: TypeInfo) -> bool:
        """Whether a class may be decorated: one without our names at hand is not worth parsing."""
        file = self.program.modules.get(base.module_name)
        names = () if file is None else file.names.values()
        return any(each.fullname in (TOOLKIT, "toolschema_runtime") for each in names)


def _is_toolkit(expression: ast.expr, scope: Scope) -> bool:
    resolved = scope.resolve(expression)
    return resolved is not None and resolved.fullname == TOOLKIT


def _prefix_in(decorator: ast.Call, scope: Scope) -> str | None:
    written = next((each.value for each in decorator.keywords if each.arg == "prefix"), None)
    match None if written is None else evaluate(written, scope):
        case Constant(value=str(prefix)):
            return prefix
        case _:
            return None
