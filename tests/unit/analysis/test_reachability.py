"""Which branch of a condition is taken is what mypy says, whose own function is asked."""

from __future__ import annotations

import ast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from mypy.errors import Errors
from mypy.fastparse import parse
from mypy.nodes import IfStmt
from mypy.options import Options
from mypy.reachability import (
    ALWAYS_FALSE,
    ALWAYS_TRUE,
    MYPY_FALSE,
    MYPY_TRUE,
    TRUTH_VALUE_UNKNOWN,
    infer_condition_value,
)

from toolschema_mypy.analysis.reachability import cut_unreachable, truth

OPTIONS = Options()
OPTIONS.python_version = (3, 11)
OPTIONS.platform = "linux"
OPTIONS.always_true = ["FAST"]
OPTIONS.always_false = ["SLOW"]
TRUTHS = {
    ALWAYS_TRUE: True,
    MYPY_TRUE: True,
    ALWAYS_FALSE: False,
    MYPY_FALSE: False,
    TRUTH_VALUE_UNKNOWN: None,
}
NAMES = ("TYPE_CHECKING", "typing.TYPE_CHECKING", "MYPY", "PY2", "PY3", "FAST", "SLOW", "DEBUG")
OPERATORS = ("==", "!=", "<", "<=", ">", ">=")
VERSIONS = (
    "sys.version_info",
    "sys.version_info[0]",
    "sys.version_info[1]",
    "sys.version_info[2]",
    "sys.version_info[:1]",
    "sys.version_info[0:2]",
    "sys.version_info[1:]",
    "sys.version_info[:3]",
    "sys.version_info[::1]",
    "version_info",
    "other.version_info",
)
NUMBERS = (
    "3",
    "11",
    "(3,)",
    "(11,)",
    "(3, 11)",
    "(3, 10)",
    "(3, 12)",
    "(3, 11, 1)",
    "()",
    "(x, 1)",
)
PLATFORMS = (
    'sys.platform == "linux"',
    'sys.platform != "linux"',
    '"linux" == sys.platform',
    'sys.platform < "linux"',
    'sys.platform.startswith("lin")',
    'sys.platform.startswith("win")',
    'sys.platform.endswith("x")',
    'sys.platform in ("linux", "darwin")',
    'sys.platform not in {"linux", "darwin"}',
    'sys.platform in ["win32"]',
    'sys.platform in ("win32", OTHER)',
    "sys.platform in ()",
    'platform == "linux"',
)


def compared(left: str, operator: str, right: str) -> str:
    return f"{left} {operator} {right}"


conditions = st.recursive(
    st.one_of(
        st.sampled_from((*NAMES, *PLATFORMS, "True", "0", "f()", "1 < 2 < 3")),
        st.builds(
            compared,
            st.sampled_from(VERSIONS),
            st.sampled_from(OPERATORS),
            st.sampled_from(NUMBERS),
        ),
        st.builds(
            compared,
            st.sampled_from(NUMBERS),
            st.sampled_from(OPERATORS),
            st.sampled_from(VERSIONS),
        ),
    ),
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.builds("({}) and ({})".format, inner, inner),
        st.builds("({}) or ({})".format, inner, inner),
    ),
    max_leaves=4,
)


def mypy_says(condition: str) -> bool | None:
    tree = parse(f"if {condition}:\n    pass\n", "m.py", "m", Errors(Options()), Options())
    statement = tree.defs[0]
    assert isinstance(statement, IfStmt)
    return TRUTHS[infer_condition_value(statement.expr[0], OPTIONS)]


@given(conditions)
@example("sys.version_info >= (3, 11)")
@example("(3, 12) <= sys.version_info")
@example("sys.version_info == (3,)")
@example("(FAST) or (DEBUG)")
def test_a_condition_is_taken_as_mypy_takes_it(condition: str) -> None:
    assert mypy_says(condition) is truth(ast.parse(condition, mode="eval").body, OPTIONS)


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("if FAST:\n    A = 1\nelse:\n    A = 2", "A = 1"),
        (
            "if SLOW:\n    A = 1\nelif DEBUG:\n    A = 2\nelse:\n    A = 3",
            "if DEBUG:\n    A = 2\nelse:\n    A = 3",
        ),
        (
            "if DEBUG:\n    A = 1\nelif FAST:\n    A = 2\nelse:\n    A = 3",
            "if DEBUG:\n    A = 1\nelse:\n    A = 2",
        ),
        ("class C:\n    if SLOW:\n        a = 1\n    b = 2", "class C:\n    b = 2"),
        (
            "try:\n    if SLOW:\n        A = 1\n    import b\nexcept E:\n    if FAST:\n        A = 2",
            "try:\n    import b\nexcept E:\n    A = 2",
        ),
        ("for x in y:\n    if SLOW:\n        A = 1\n    B = 2", "for x in y:\n    B = 2"),
        ("with x:\n    if not SLOW:\n        A = 1", "with x:\n    A = 1"),
    ],
)
def test_the_branch_that_is_taken_stands_in_the_place_of_its_condition(
    source: str, left: str
) -> None:
    tree = ast.parse(source)
    cut_unreachable(tree.body, OPTIONS)
    assert left == ast.unparse(tree)
