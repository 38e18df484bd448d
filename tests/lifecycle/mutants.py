"""The cases of `tests/typecheck`, each cut in two modules: what tools are made from, and the tools.

The first are then mutated at random: a word, a number, a type, a default, an order, a statement more or less.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cache, partial
from random import Random
from typing import TypeAlias

from attrs import frozen

from tests.typecheck.case import CASES, FOLDER, Case

_DECORATORS = {"tool", "sees", "toolkit"}
_TYPES = ["int", "str", "float", "bool", "complex"]
_ATTEMPTS = 5
# In an update mypy's daemon takes a variable of type Any for a type, which it refuses otherwise (2.4.1).
_OF_MYPY = {"imports/any_from_untyped_call", "imports/type_that_is_any"}

Mutation: TypeAlias = Callable[[], object]


@frozen
class Pair:
    """A case: the statements of its module without tools, and the source of its tools."""

    made_from: list[ast.stmt]
    tools: str


@cache
def pairs() -> Mapping[str, Pair]:
    """All cases that have something to be mutated, by the names of their modules."""
    found: dict[str, Pair] = {}
    for case in CASES:
        # What all Pythons can parse, so that all have the same project.
        is_used = case.requires() == (3, 10) and str(case) not in _OF_MYPY
        pair = _pair(case) if is_used else None
        if pair is not None:
            found[str(case).replace("/", "_")] = pair
    return found


def support() -> Mapping[str, str]:
    """The modules that cases import."""
    modules = (FOLDER.parent / "support").glob("*.py")
    sources = {f"support/{path.name}": path.read_text("utf-8") for path in modules}
    return {"support/__init__.py": "", **sources}


def mutated(pair: Pair, random: Random) -> str:
    """The source of *pair* with one or two random changes."""
    for _ in range(_ATTEMPTS):
        body = deepcopy(pair.made_from)
        possible = [*_mutations(body, random)]
        try:
            for mutation in random.sample(possible, random.choice([1, 1, 1, 2])):
                mutation()
            text = _text(body)
            compile(text, "mutant", "exec")
        except (SyntaxError, ValueError, IndexError):
            continue
        return text
    return _text(pair.made_from)


def _pair(case: Case) -> Pair | None:
    tree = ast.parse(case.path.read_text("utf-8"))
    imports = [each for each in tree.body if isinstance(each, ast.Import | ast.ImportFrom)]
    rest = [each for each in tree.body if each not in imports and not _is_docstring(each)]
    tools = [each for each in rest if _has_tool(each)]
    made_from = [each for each in rest if not _has_tool(each)]
    names = dict.fromkeys(name for each in made_from for name in _bound(each) if name != "_")
    if not tools or not names:
        return None
    module = f"made_from_{str(case).replace('/', '_')}"
    own = ast.ImportFrom(module=module, names=[ast.alias(name) for name in names], level=0)
    return Pair([*imports, *made_from], _text([*imports, own, *tools]))


def _text(body: list[ast.stmt]) -> str:
    return ast.unparse(ast.fix_missing_locations(ast.Module(body=body, type_ignores=[]))) + "\n"


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _has_tool(statement: ast.stmt) -> bool:
    for node in ast.walk(statement):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                if any(map(_is_ours, node.decorator_list)):
                    return True
            case ast.Call(func=function) if _is_ours(function):
                return True
            case _:
                pass
    return False


def _is_ours(expression: ast.expr) -> bool:
    function = expression.func if isinstance(expression, ast.Call) else expression
    return ast.unparse(function).rpartition(".")[2] in _DECORATORS


def _bound(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield statement.name
        case _:
            for node in ast.walk(statement):
                match node:
                    case ast.Name(id=name, ctx=ast.Store()):
                        yield name
                    case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                        yield name
                    case _:
                        pass


# -- what may change -------------------------------------------------------------------------------


def _mutations(body: list[ast.stmt], random: Random) -> Iterator[Mutation]:
    for index, statement in enumerate(body):
        if isinstance(statement, ast.Import | ast.ImportFrom) or _is_type_variable(statement):
            continue
        yield partial(body.pop, index)
        yield partial(_swap, body, index)
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)]):
                written = ast.unparse(statement)
                for more in (f"{written}\n{name} += {name}", f"{written}\n{name} = 5"):
                    yield partial(_replace, body, index, more)
                conditional = f"if __debug__:\n    {written}"
                yield partial(_replace, body, index, conditional)
            case _:
                pass
        for node in ast.walk(statement):
            yield from _mutations_of(node, random)


def _is_type_variable(statement: ast.stmt) -> bool:
    # Of one that it refused and that is mended, mypy's daemon keeps decorated methods as they were (2.4.1).
    match statement:
        case ast.Assign(value=ast.Call(func=ast.Name(id="TypeVar" | "ParamSpec"))):
            return True
        case _:
            return False


def _mutations_of(node: ast.AST, random: Random) -> Iterator[Mutation]:
    match node:
        case ast.Constant(value=bool(value)):
            yield lambda: setattr(node, "value", not value)
        case ast.Constant(value=int(number) | float(number)):
            yield lambda: setattr(node, "value", number + 1)
        case ast.Constant(value=str(text)):
            yield lambda: setattr(node, "value", f"{text}m")
        case ast.Name(id=name, ctx=ast.Load()) if name in _TYPES:
            yield lambda: setattr(node, "id", random.choice(_TYPES))
        case ast.AnnAssign(target=ast.Name(id=name) as target, value=default):
            yield lambda: setattr(target, "id", f"{name}_renamed")
            yield lambda: setattr(node, "value", ast.Constant(None) if default is None else None)
        case ast.ClassDef(body=body):
            field = ast.parse(f"added: int = {random.randrange(9)}").body[0]
            yield lambda: body.append(field)
            yield lambda: body.insert(0, ast.Expr(ast.Constant(f"{random.randrange(9)} words.")))
            yield lambda: _swap(body, random.randrange(len(body)))
            yield lambda: body.pop(random.randrange(len(body)))
            for parts in (node.decorator_list, node.bases):
                if parts:
                    yield parts.pop
        case ast.Call(keywords=keywords, args=arguments):
            if keywords:
                yield lambda: keywords.pop(random.randrange(len(keywords)))
            if len(arguments) > 1:
                yield arguments.pop
        case ast.Tuple(elts=items, ctx=ast.Load()) | ast.List(elts=items, ctx=ast.Load()):
            if len(items) > 1:
                yield items.reverse
                yield items.pop
        case ast.arguments(defaults=defaults) if defaults:
            yield lambda: defaults.pop(0)
        case ast.arg(arg=name):
            yield lambda: setattr(node, "arg", f"{name}_renamed")
        case _:
            pass


def _swap(body: list[ast.stmt], index: int) -> None:
    other = (index + 1) % len(body)
    body[index], body[other] = body[other], body[index]


def _replace(body: list[ast.stmt], index: int, source: str) -> None:
    body[index : index + 1] = ast.parse(source).body
